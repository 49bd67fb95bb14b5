public import FlashCrypto
public import FlashModel

/// A shop of a test's own, which signs as Apple's does: a root, what it issued, and what that issued.
public struct TestShop: Sendable {
  public static let leafMark = "1.2.840.113635.100.6.11.1"
  public static let issuerMark = "1.2.840.113635.100.6.2.1"

  public let root: TestCertificate
  public let issuer: TestCertificate
  public let leaf: TestCertificate

  /// - Parameters: what differs from what a shop's certificates usually say.
  public init(
    issuer: TestCertificate.Description = .init(
      "Issuer", isAuthority: true, marks: [TestShop.issuerMark]),
    leaf: TestCertificate.Description = .init(
      "Leaf", isAuthority: false, marks: [TestShop.leafMark]),
    root: TestCertificate? = nil
  ) throws {
    self.root = try root ?? TestCertificate(.init("Root", isAuthority: true))
    self.issuer = try TestCertificate(issuer, issuer: self.root)
    self.leaf = try TestCertificate(leaf, issuer: self.issuer)
  }

  /// What this shop's tokens are checked by.
  public func tokens() throws -> CertifiedTokens {
    guard let root = Certificate(root.bytes) else { throw SigningFailure() }
    return CertifiedTokens(
      roots: [root], leafMark: TestShop.leafMark, issuerMark: TestShop.issuerMark)
  }

  /// A signed token.
  /// - Parameters:
  ///   - algorithm: what its header says.
  ///   - chain: the certificates that it brings; nil for the shop's.
  ///   - key: what signs it; nil for the leaf's.
  public func sign(
    _ claims: JSONValue, algorithm: String = "ES256", chain: [[UInt8]]? = nil,
    key: SigningKey? = nil
  ) throws -> String {
    let chain = chain ?? [leaf.bytes, issuer.bytes, root.bytes]
    let header = JSONValue.object([
      .init("alg", .string(algorithm)),
      .init("x5c", .array(chain.map { .string(Base64.standard.encode($0)) })),
    ])
    return try (key ?? leaf.key).token(
      header: String(decoding: header.bytes, as: UTF8.self),
      claims: String(decoding: claims.bytes, as: UTF8.self))
  }
}
