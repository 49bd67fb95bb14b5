import CCrypto

/// A running hash. The algorithm is looked up once, so that a short hash costs no more than its
/// arithmetic; keep one and use it again.
@safe public struct MessageDigest: ~Copyable {
  private let context: OpaquePointer
  private let implementation: OpaquePointer
  private let size: Int

  /// - Throws: `.algorithmUnavailable` if libcrypto cannot offer it.
  public init(_ algorithm: DigestAlgorithm) throws(CryptoError) {
    guard let fetched = unsafe EVP_MD_fetch(nil, algorithm.name, nil) else {
      throw .algorithmUnavailable(algorithm)
    }
    guard let made = unsafe EVP_MD_CTX_new() else {
      unsafe EVP_MD_free(fetched)
      throw .algorithmUnavailable(algorithm)
    }
    guard unsafe EVP_DigestInit_ex(made, fetched, nil) == 1 else {
      unsafe EVP_MD_CTX_free(made)
      unsafe EVP_MD_free(fetched)
      throw .algorithmUnavailable(algorithm)
    }
    unsafe context = made
    unsafe implementation = fetched
    size = algorithm.size
  }

  deinit {
    unsafe EVP_MD_CTX_free(context)
    unsafe EVP_MD_free(implementation)
  }

  /// Takes in more bytes.
  public mutating func update(_ bytes: Span<UInt8>) {
    let status = unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe EVP_DigestUpdate(context, buffer.baseAddress, buffer.count)
    }
    guard status == 1 else { preconditionFailure("an initialised hash takes any bytes") }
  }

  /// The hash of everything taken in since the last call; the next one starts afresh.
  public mutating func finish() -> Digest {
    var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    let status = unsafe withUnsafeMutableBytes(of: &words) { buffer in
      unsafe EVP_DigestFinal_ex(
        context, buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), nil)
    }
    // Without a new algorithm the context keeps the one it has: no lookup, no allocation.
    guard status == 1, unsafe EVP_DigestInit_ex(context, nil, nil) == 1 else {
      preconditionFailure("an initialised hash can always be finished and begun again")
    }
    return Digest(
      words: (words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian),
      count: size)
  }
}
