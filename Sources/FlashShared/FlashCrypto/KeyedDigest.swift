extension Digest {
  /// The SHA-256 of bytes that are all there.
  /// - Throws: `.algorithmUnavailable`.
  public static func sha256(_ bytes: [UInt8]) throws(CryptoError) -> Digest {
    var digest = try MessageDigest(.sha256)
    return digest.hash(of: bytes.span)
  }

  /// The SHA-256 of a text's UTF-8.
  /// - Throws: `.algorithmUnavailable`.
  public static func sha256(_ text: String) throws(CryptoError) -> Digest {
    var digest = try MessageDigest(.sha256)
    digest.update(text)
    return digest.finish()
  }

  /// What only somebody who has `key` can compute of `message`: HMAC with SHA-256.
  /// - Source: RFC 2104; the test vectors are those of RFC 4231.
  /// - Throws: `.algorithmUnavailable`.
  public static func keyed(by key: [UInt8], _ message: [UInt8]) throws(CryptoError) -> Digest {
    let blockSize = 64
    var block = key
    if key.count > blockSize { block = try Digest.sha256(key).bytes }
    block += repeatElement(0, count: blockSize - block.count)
    let innerKey = block.map { $0 ^ 0x36 }
    let outerKey = block.map { $0 ^ 0x5C }
    let inner = try Digest.sha256(innerKey + message).bytes
    return try Digest.sha256(outerKey + inner)
  }
}
