import CCrypto
public import FlashCrypto

/// A key pair of a test's own, which signs tokens as Apple does.
@safe
public final class SigningKey: @unchecked Sendable {
  // Only read once it is made.
  private let key: OpaquePointer
  public let algorithm: PublicKey.Algorithm

  public init(_ algorithm: PublicKey.Algorithm) throws {
    self.algorithm = algorithm
    let name = algorithm == .rs256 ? "RSA" : "EC"
    guard let context = unsafe EVP_PKEY_CTX_new_from_name(nil, name, nil) else {
      throw SigningFailure()
    }
    defer { unsafe EVP_PKEY_CTX_free(context) }
    guard unsafe EVP_PKEY_keygen_init(context) == 1 else { throw SigningFailure() }
    let isSet =
      algorithm == .rs256
      ? unsafe EVP_PKEY_CTX_set_rsa_keygen_bits(context, 2_048)
      : unsafe EVP_PKEY_CTX_set_group_name(context, "P-256")
    var made: OpaquePointer?
    guard isSet == 1, unsafe EVP_PKEY_generate(context, &made) == 1, let made = unsafe made else {
      throw SigningFailure()
    }
    unsafe key = made
  }

  deinit { unsafe EVP_PKEY_free(key) }

  /// The public half as SubjectPublicKeyInfo.
  var encoded: [UInt8] {
    let count = unsafe i2d_PUBKEY(key, nil)
    var bytes = [UInt8](repeating: 0, count: Int(count))
    unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      var start = buffer.baseAddress
      _ = unsafe i2d_PUBKEY(key, &start)
    }
    return bytes
  }

  /// The public half as an entry of a key set.
  public func entry(_ id: String) -> String {
    let encoded = encoded
    switch algorithm {
    case .rs256:
      // The modulus stands before the exponent: tag 2, two bytes of length, a zero, 256 bytes; then
      // tag 2, one byte of length, 3 bytes.
      let exponent = Array(encoded.suffix(3))
      let modulus = Array(encoded.dropLast(5).suffix(256))
      return """
        {"kty":"RSA","kid":"\(id)","use":"sig","alg":"RS256",\
        "n":"\(Base64.url.encode(modulus))","e":"\(Base64.url.encode(exponent))"}
        """
    case .es256:
      let point = Array(encoded.suffix(64))
      return """
        {"kty":"EC","kid":"\(id)","use":"sig","alg":"ES256","crv":"P-256",\
        "x":"\(Base64.url.encode(Array(point[..<32])))",\
        "y":"\(Base64.url.encode(Array(point[32...])))"}
        """
    }
  }

  /// A token of two JSON objects.
  public func token(header: String, claims: String) throws -> String {
    let signed =
      Base64.url.encode(Array(header.utf8)) + "." + Base64.url.encode(Array(claims.utf8))
    return signed + "." + Base64.url.encode(try sign(Array(signed.utf8)))
  }

  private func sign(_ message: [UInt8]) throws -> [UInt8] {
    let signature = try derSignature(of: message)
    return algorithm == .rs256 ? signature : SigningKey.plain(signature)
  }

  /// A signature as certificates have it.
  func derSignature(of message: [UInt8]) throws -> [UInt8] {
    guard let context = unsafe EVP_MD_CTX_new() else { throw SigningFailure() }
    defer { unsafe EVP_MD_CTX_free(context) }
    var count = 512
    var signature = [UInt8](repeating: 0, count: count)
    guard unsafe EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
      unsafe EVP_DigestSign(context, &signature, &count, message, message.count) == 1
    else { throw SigningFailure() }
    signature.removeLast(signature.count - count)
    return signature
  }

  /// Two numbers of 32 bytes from the two of DER.
  private static func plain(_ signature: [UInt8]) -> [UInt8] {
    var index = 2
    var plain: [UInt8] = []
    for _ in 0..<2 {
      let length = Int(signature[index + 1])
      let number = signature[(index + 2)..<(index + 2 + length)].drop { $0 == 0 }
      plain += Array(repeating: 0, count: 32 - number.count) + Array(number)
      index += 2 + length
    }
    return plain
  }
}

/// libcrypto could not do what a test needs.
public struct SigningFailure: Error {}
