/// Why a token that brings its own certificates is not believed.
public enum TokenFault: Error, Sendable, Hashable {
  case tooLong(limit: Int)
  /// It is not three parts of base 64 with JSON in the first two.
  case malformed
  /// It says that it is signed in another way than ES256, or not at all.
  case algorithm
  /// There are not exactly three certificates.
  case certificateCount(Int)
  /// A certificate cannot be read. 0 is the one that signed.
  case damagedCertificate(depth: Int)
  /// The last certificate is none that is trusted.
  case untrustedRoot
  /// A certificate lacks the extension that tells what it is for.
  case unmarked(depth: Int)
  /// It does not say when it was signed.
  case undated
  /// A certificate had run out when the token was signed.
  case expired(depth: Int)
  case notYetValid(depth: Int)
  /// A certificate was not issued by the next one, or that one may issue none.
  case notIssued(depth: Int)
  /// The certificate's owner signs with another kind of key.
  case unsuitableKey
  /// The certificate's owner did not sign this.
  case badSignature
  /// libcrypto had no memory.
  case unavailable

  /// What is wrong, as the end of a sentence about the token.
  public var reason: String {
    switch self {
    case .tooLong(let limit): "is longer than \(limit) bytes"
    case .malformed: "is no signed token"
    case .algorithm: "is not signed by ES256"
    case .certificateCount(let count): "has \(count) certificates instead of 3"
    case .damagedCertificate(let depth): "has \(TokenFault.name(depth)) that is damaged"
    case .untrustedRoot: "ends in a root that is not trusted"
    case .unmarked(let depth): "has \(TokenFault.name(depth)) without its mark"
    case .undated: "does not say when it was signed"
    case .expired(let depth): "has \(TokenFault.name(depth)) that had run out when it was signed"
    case .notYetValid(let depth):
      "has \(TokenFault.name(depth)) that was not good yet when it was signed"
    case .notIssued(let depth):
      "has \(TokenFault.name(depth)) that does not belong to the next one"
    case .unsuitableKey: "has a leaf certificate with a key of another kind"
    case .badSignature: "was not signed by its certificate"
    case .unavailable: "could not be checked"
    }
  }

  private static func name(_ depth: Int) -> String {
    switch depth {
    case 0: "a leaf certificate"
    case 1: "an intermediate certificate"
    default: "a root certificate"
    }
  }
}
