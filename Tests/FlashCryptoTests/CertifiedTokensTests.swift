import FlashModel
import FlashTestSupport
import Testing

@testable import FlashCrypto

@Suite struct CertifiedTokensTests {
  private static let moment = Timestamp(milliseconds: 1_776_800_000_000)
  private static let claims = JSONValue.object([
    .init("productId", .string("p")), .init("signedDate", .integer(moment.milliseconds)),
  ])

  /// Why `tokens` do not believe `text`; nil if they do.
  private func fault(
    _ tokens: CertifiedTokens, _ text: String, limit: Int = 65_536
  ) -> TokenFault? {
    do throws(TokenFault) {
      let claims = try tokens.claims(of: text, limit: limit) { claims in
        claims["signedDate"]?.integer.map { Timestamp(milliseconds: $0) }
      }
      return claims == Self.claims ? nil : .malformed
    } catch {
      return error
    }
  }

  @Test("what a shop signed is believed, by its own root and by no other")
  func believed() throws {
    let shop = try TestShop()
    let text = try shop.sign(Self.claims)
    #expect(fault(try shop.tokens(), text) == nil)
    #expect(fault(try TestShop().tokens(), text) == .untrustedRoot)
  }

  @Test("an algorithm that is not ES256 is refused, whatever is signed how")
  func algorithms() throws {
    let shop = try TestShop()
    let tokens = try shop.tokens()
    for name in ["none", "HS256", "RS256", "es256", "ES384", ""] {
      #expect(fault(tokens, try shop.sign(Self.claims, algorithm: name)) == .algorithm, "\(name)")
    }
    let unsigned = try shop.sign(Self.claims).split(separator: ".").prefix(2)
    #expect(fault(tokens, unsigned.joined(separator: ".") + ".") == .badSignature)
  }

  @Test("exactly three certificates come with a token, each whole, in their order")
  func chainOfThree() throws {
    let shop = try TestShop()
    let tokens = try shop.tokens()
    let whole = [shop.leaf.bytes, shop.issuer.bytes, shop.root.bytes]
    func fault(_ chain: [[UInt8]]) throws -> TokenFault? {
      self.fault(tokens, try shop.sign(Self.claims, chain: chain))
    }
    #expect(try fault([]) == .certificateCount(0))
    #expect(try fault([shop.leaf.bytes, shop.root.bytes]) == .certificateCount(2))
    #expect(try fault(whole + [shop.root.bytes]) == .certificateCount(4))
    #expect(try fault([[1, 2, 3], whole[1], whole[2]]) == .damagedCertificate(depth: 0))
    #expect(try fault([whole[0], whole[1] + [0], whole[2]]) == .damagedCertificate(depth: 1))
    #expect(try fault([whole[1], whole[0], whole[2]]) == .unmarked(depth: 0))
    #expect(try fault([whole[0], whole[2], whole[1]]) == .untrustedRoot)
    #expect(try fault([whole[0], whole[0], whole[2]]) == .unmarked(depth: 1))
  }

  @Test("certificates are marked for what they do")
  func marks() throws {
    let root = try TestCertificate(.init("Root", isAuthority: true))
    let plain = try TestShop(leaf: .init("Leaf", isAuthority: false), root: root)
    #expect(fault(try plain.tokens(), try plain.sign(Self.claims)) == .unmarked(depth: 0))
    let other = try TestShop(
      issuer: .init("Issuer", isAuthority: true, marks: [TestShop.leafMark]), root: root)
    #expect(fault(try other.tokens(), try other.sign(Self.claims)) == .unmarked(depth: 1))
  }

  @Test("certificates must have been good when the token was signed, not now")
  func validity() throws {
    let before = Timestamp(milliseconds: Self.moment.milliseconds - 1_000)
    let after = Timestamp(milliseconds: Self.moment.milliseconds + 1_000)
    let root = try TestCertificate(.init("Root", isAuthority: true))
    for (from, until, expected) in [
      (before, after, nil), (before, before, TokenFault.expired(depth: 0)),
      (after, after, .notYetValid(depth: 0)),
    ] {
      let shop = try TestShop(
        leaf: .init(
          "Leaf", isAuthority: false, marks: [TestShop.leafMark], from: from, until: until),
        root: root)
      #expect(fault(try shop.tokens(), try shop.sign(Self.claims)) == expected)
    }
    let old = try TestShop(
      issuer: .init(
        "Issuer", isAuthority: true, marks: [TestShop.issuerMark], from: before, until: before),
      root: root)
    #expect(fault(try old.tokens(), try old.sign(Self.claims)) == .expired(depth: 1))
    let undated = try old.sign(.object([.init("productId", .string("p"))]))
    #expect(fault(try old.tokens(), undated) == .undated)
  }

  @Test("only an authority issues, and only what it signed belongs to it")
  func issuing() throws {
    let root = try TestCertificate(.init("Root", isAuthority: true))
    for isAuthority in [false, nil] {
      let shop = try TestShop(
        issuer: .init("Issuer", isAuthority: isAuthority, marks: [TestShop.issuerMark]), root: root)
      #expect(fault(try shop.tokens(), try shop.sign(Self.claims)) == .notIssued(depth: 0))
    }
    let shop = try TestShop(root: root)
    // A forger has all of the shop's certificates, as every token brings them, but none of its keys.
    let forger = try TestShop(root: root.imitation())
    let marked = TestCertificate.Description(
      "Leaf", isAuthority: false, marks: [TestShop.leafMark])
    let own = try TestCertificate(marked, issuer: shop.issuer.imitation())
    let tokens = try shop.tokens()
    #expect(
      fault(
        tokens,
        try shop.sign(
          Self.claims, chain: [own.bytes, shop.issuer.bytes, root.bytes], key: own.key))
        == .notIssued(depth: 0))
    #expect(
      fault(
        tokens,
        try forger.sign(Self.claims, chain: [forger.leaf.bytes, forger.issuer.bytes, root.bytes]))
        == .notIssued(depth: 1))
    // A leaf of the root's own, beside an issuer that has nothing to do with it.
    let direct = try TestCertificate(marked, issuer: root)
    #expect(
      fault(
        tokens,
        try shop.sign(
          Self.claims, chain: [direct.bytes, shop.issuer.bytes, root.bytes], key: direct.key))
        == .notIssued(depth: 0))
  }

  @Test("a token is signed by the key of its first certificate, over all that it says")
  func signature() throws {
    let shop = try TestShop()
    let tokens = try shop.tokens()
    let other = try SigningKey(.es256)
    #expect(fault(tokens, try shop.sign(Self.claims, key: other)) == .badSignature)
    #expect(fault(tokens, try shop.sign(Self.claims, key: shop.issuer.key)) == .badSignature)
    let parts = try shop.sign(Self.claims).split(separator: ".")
    let said = Base64.url.encode(Array(#"{"signedDate":1776800000000}"#.utf8))
    #expect(fault(tokens, "\(parts[0]).\(said).\(parts[2])") == .badSignature)
    #expect(fault(tokens, "\(parts[0]).\(parts[1])") == .malformed)
    #expect(fault(tokens, parts.joined(separator: "."), limit: 100) == .tooLong(limit: 100))
    let rsa = try SigningKey(.rs256)
    let leaf = try TestCertificate(
      .init("Leaf", isAuthority: false, marks: [TestShop.leafMark]), issuer: shop.issuer, key: rsa)
    let chain = [leaf.bytes, shop.issuer.bytes, shop.root.bytes]
    #expect(fault(tokens, try shop.sign(Self.claims, chain: chain)) == .unsuitableKey)
  }

  @Test("a file of text has one certificate or several, and no damaged ones")
  func text() throws {
    let shop = try TestShop()
    let file = "the root:\n" + shop.root.pem + shop.issuer.pem
    #expect(Certificate.list(pem: file)?.map(\.bytes) == [shop.root.bytes, shop.issuer.bytes])
    #expect(Certificate.list(pem: "nothing") == nil)
    #expect(Certificate.list(pem: String(file.dropLast(30))) == nil)
    #expect(Certificate(shop.leaf.bytes)?.isAuthority == false)
    #expect(Certificate(shop.root.bytes)?.isAuthority == true)
  }

  @Test("the openssl program agrees that the tests' certificates are a chain")
  func program() throws {
    let shop = try TestShop()
    try TemporaryFolder.with { folder in
      for (name, certificate) in [
        ("root", shop.root), ("issuer", shop.issuer), ("leaf", shop.leaf),
      ] { try folder.write(certificate.pem, to: name) }
      let outcome = try Executable(path: "/usr/bin/openssl").run([
        "verify", "-CAfile", folder.path(of: "root"), "-untrusted", folder.path(of: "issuer"),
        folder.path(of: "leaf"),
      ])
      #expect(outcome.output.hasSuffix(": OK\n"), "\(outcome.errors)")
    }
  }
}

extension TestCertificate {
  /// One of the same name, made by somebody who does not have the key.
  fileprivate func imitation() throws -> TestCertificate {
    try TestCertificate(.init(name, isAuthority: true, marks: [TestShop.issuerMark]))
  }
}
