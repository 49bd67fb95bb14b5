public import FlashModel

/// What can go wrong in hashing.
public enum CryptoError: UserFacingError, Hashable {
  /// libcrypto has no such algorithm, which a restricted configuration of it can cause, or no memory.
  case algorithmUnavailable(DigestAlgorithm)

  public var message: String {
    switch self {
    case .algorithmUnavailable(let algorithm):
      "cannot compute hashes: the system's libcrypto offers no '\(algorithm.name)'"
    }
  }

  public var hint: String? { "check the OpenSSL configuration of this machine" }

  public var code: String { "crypto_unavailable" }

  public var kind: FailureKind { .unavailable }
}
