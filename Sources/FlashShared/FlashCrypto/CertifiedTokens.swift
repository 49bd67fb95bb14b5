public import FlashModel

/// Checks tokens that bring the certificates of whoever signed them, as a shop's do.
///
/// - Source: RFC 7515, 4.1.6 (`x5c`); RFC 5280 for the chain.
public struct CertifiedTokens: Sendable {
  private let roots: [Certificate]
  private let leafMark: String
  private let issuerMark: String

  /// Certificates of a chain.
  private static let chainLength = 3

  /// - Parameters:
  ///   - roots: one of them has to be the end of the chain.
  ///   - leafMark: the extension that a certificate must have to sign tokens, as a dotted number.
  ///   - issuerMark: that of the certificate which issued it.
  public init(roots: [Certificate], leafMark: String, issuerMark: String) {
    self.roots = roots
    self.leafMark = leafMark
    self.issuerMark = issuerMark
  }

  /// What a token says, once it is known who says it.
  /// - Parameters:
  ///   - limit: bytes of the text.
  ///   - signed: reads out of it when it was signed; its certificates must have been good then.
  public func claims(
    of text: String, limit: Int, signed: (JSONValue) -> Timestamp?
  ) throws(TokenFault) -> JSONValue {
    guard text.utf8.count <= limit else { throw .tooLong(limit: limit) }
    guard let token = SignedToken(text) else { throw .malformed }
    guard token.algorithm == .es256 else { throw .algorithm }
    let chain = try certificates(token)
    guard let moment = signed(token.claims) else { throw .undated }
    if let fault = chain[0].fault(issuedBy: chain[1], of: chain[2], at: moment) { throw fault }
    guard let key = chain[0].key else { throw .unsuitableKey }
    guard token.isSigned(by: key) else { throw .badSignature }
    return token.claims
  }

  /// The chain, its end trusted and its marks in place; who issued whom is not looked at. It costs
  /// nothing to speak of, so that what is forged without care is soon refused.
  private func certificates(_ token: SignedToken) throws(TokenFault) -> [Certificate] {
    guard token.certificates.count == Self.chainLength else {
      throw .certificateCount(token.certificates.count)
    }
    guard let root = roots.first(where: { $0.bytes == token.certificates[2] }) else {
      throw .untrustedRoot
    }
    var chain: [Certificate] = []
    for (depth, bytes) in token.certificates.dropLast().enumerated() {
      guard let certificate = Certificate(bytes) else { throw .damagedCertificate(depth: depth) }
      guard certificate.hasExtension(depth == 0 ? leafMark : issuerMark) else {
        throw .unmarked(depth: depth)
      }
      chain.append(certificate)
    }
    guard chain[1].isAuthority else { throw .notIssued(depth: 0) }
    return chain + [root]
  }
}
