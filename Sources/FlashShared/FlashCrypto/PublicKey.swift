import CCrypto

// Boundary to libcrypto, with CryptoHandle.swift: nothing outside these files sees a pointer.

// Sendable by hand: 1. the pointer is set once, in `init`; 2. libcrypto only reads a key that is
// made; 3. nobody else has the pointer, so that it lives as long as this.

/// A key that signatures are checked with.
@safe
public final class PublicKey: @unchecked Sendable {
  /// How signatures are made.
  public enum Algorithm: String, Sendable, Hashable {
    /// RSA with PKCS #1 v1.5 and SHA-256.
    case rs256 = "RS256"
    /// ECDSA on P-256 with SHA-256; a signature is two numbers of 32 bytes.
    case es256 = "ES256"
  }

  public let algorithm: Algorithm
  private let key: OpaquePointer

  /// - Parameters: both big-endian.
  /// - Returns: nil for a key under 2,048 bits, or one that libcrypto refuses.
  public convenience init?(modulus: [UInt8], exponent: [UInt8]) {
    guard (256...1_024).contains(modulus.drop { $0 == 0 }.count),
      (1...8).contains(exponent.drop { $0 == 0 }.count)
    else { return nil }
    let key = DER.sequence(DER.integer(modulus) + DER.integer(exponent))
    self.init(.rs256, DER.publicKey(DER.rsaEncryption + DER.null, key))
  }

  /// A point of P-256.
  /// - Parameters: 32 bytes each, big-endian.
  /// - Returns: nil for what is no point of the curve.
  public convenience init?(x: [UInt8], y: [UInt8]) {
    guard x.count == 32, y.count == 32 else { return nil }
    self.init(.es256, DER.publicKey(DER.ecPublicKey + DER.prime256v1, [4] + x + y))
  }

  /// A key as certificates have it.
  /// - Returns: nil unless it is a point of P-256, its curve named and the point written in full.
  convenience init?(es256 encoded: [UInt8]) {
    let point = Array(encoded.suffix(64))
    guard encoded == DER.publicKey(DER.ecPublicKey + DER.prime256v1, [4] + point) else {
      return nil
    }
    self.init(.es256, encoded)
  }

  private init?(_ algorithm: Algorithm, _ encoded: [UInt8]) {
    self.algorithm = algorithm
    let key = unsafe encoded.withUnsafeBufferPointer { buffer in
      var start = buffer.baseAddress
      return unsafe d2i_PUBKEY(nil, &start, buffer.count)
    }
    guard let key = unsafe key else { return nil }
    unsafe self.key = key
  }

  deinit { unsafe EVP_PKEY_free(key) }

  /// Whether `signature` was made over `message` with the private half.
  public func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    var signature = signature
    if algorithm == .es256 {
      guard signature.count == 64 else { return false }
      signature = DER.sequence(
        DER.integer(Array(signature[..<32])) + DER.integer(Array(signature[32...])))
    }
    guard let context = unsafe EVP_MD_CTX_new() else { return false }
    defer { unsafe EVP_MD_CTX_free(context) }
    guard unsafe EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1 else {
      return false
    }
    return unsafe EVP_DigestVerify(
      context, signature, signature.count, message, message.count) == 1
  }
}

/// As much of DER as keys and signatures need.
/// - Source: X.690; RFC 8017, appendix A.1; RFC 5480, 2.
private enum DER {
  static let rsaEncryption: [UInt8] = [6, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 1, 1]
  static let ecPublicKey: [UInt8] = [6, 7, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 2, 1]
  static let prime256v1: [UInt8] = [6, 8, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 3, 1, 7]
  static let null: [UInt8] = [5, 0]

  static func sequence(_ content: [UInt8]) -> [UInt8] { tagged(0x30, content) }

  /// A number that is not negative.
  static func integer(_ bytes: [UInt8]) -> [UInt8] {
    var digits = Array(bytes.drop { $0 == 0 })
    if digits.first.map({ $0 >= 0x80 }) ?? true { digits.insert(0, at: 0) }
    return tagged(2, digits)
  }

  static func publicKey(_ algorithm: [UInt8], _ key: [UInt8]) -> [UInt8] {
    sequence(sequence(algorithm) + tagged(3, [0] + key))
  }

  private static func tagged(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    let count = content.count
    let length: [UInt8] =
      count < 128
      ? [UInt8(count)]
      : count < 256 ? [0x81, UInt8(count)] : [0x82, UInt8(count >> 8), UInt8(count & 255)]
    return [tag] + length + content
  }
}
