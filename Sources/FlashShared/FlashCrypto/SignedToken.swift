public import FlashModel

/// A JSON web token in the compact form, taken apart but not believed.
///
/// - Source: RFC 7515, 7.1; RFC 7519.
public struct SignedToken: Sendable, Hashable {
  /// `alg` and `kid` of its header; the algorithm is nil for one that is not taken, such as `none`.
  public let algorithm: PublicKey.Algorithm?
  public let keyID: String?
  /// The certificates that it brings, whoever signed it first; DER. None for a list that cannot be read.
  public let certificates: [[UInt8]]
  /// What it says. Not to be used before ``isSigned(by:)``.
  public let claims: JSONValue
  private let signed: [UInt8]
  private let signature: [UInt8]

  /// - Returns: nil for what is no such token, or one with extensions that must be understood.
  public init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let head = Base64.url.decode(parts[0]),
      let body = Base64.url.decode(parts[1]), let signature = Base64.url.decode(parts[2]),
      // Whatever is wrong with its JSON, it is no token.
      let header = try? JSONValue(parsing: head), let claims = try? JSONValue(parsing: body),
      case .object = header, case .object = claims, header["crit"] == nil
    else { return nil }
    algorithm = header["alg"]?.string.flatMap(PublicKey.Algorithm.init(rawValue:))
    keyID = header["kid"]?.string
    certificates = SignedToken.certificates(header["x5c"])
    self.claims = claims
    self.signature = signature
    signed = Array("\(parts[0]).\(parts[1])".utf8)
  }

  /// Whether the key's owner wrote it. A key is only good for its own algorithm.
  public func isSigned(by key: PublicKey) -> Bool {
    key.algorithm == algorithm && key.verifies(signature, of: signed)
  }

  private static func certificates(_ list: JSONValue?) -> [[UInt8]] {
    guard case .array(let entries) = list else { return [] }
    let decoded = entries.compactMap { $0.string.flatMap { Base64.standard.decode($0) } }
    return decoded.count == entries.count ? decoded : []
  }
}
