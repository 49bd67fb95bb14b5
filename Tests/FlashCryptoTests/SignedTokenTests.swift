import FlashModel
import FlashTestSupport
import Testing

@testable import FlashCrypto

@Suite struct SignedTokenTests {
  private func publicKey(_ key: SigningKey) throws -> PublicKey {
    let entry = try JSONValue(parsing: Array(key.entry("k").utf8))
    func number(_ name: String) -> [UInt8] {
      entry[name]?.string.flatMap { Base64.url.decode($0) } ?? []
    }
    return try #require(
      key.algorithm == .rs256
        ? PublicKey(modulus: number("n"), exponent: number("e"))
        : PublicKey(x: number("x"), y: number("y")))
  }

  @Test(
    "a token is signed by the key that signed it, and by no other",
    arguments: [PublicKey.Algorithm.rs256, .es256])
  func signatures(algorithm: PublicKey.Algorithm) throws {
    let key = try SigningKey(algorithm)
    let header = #"{"alg":"\#(algorithm.rawValue)","kid":"k"}"#
    let text = try key.token(header: header, claims: #"{"sub":"ada"}"#)
    let token = try #require(SignedToken(text))
    #expect(token.keyID == "k" && token.claims["sub"] == .string("ada"))
    #expect(token.isSigned(by: try publicKey(key)))
    #expect(!token.isSigned(by: try publicKey(SigningKey(algorithm))))
    let parts = text.split(separator: ".")
    let claims = Base64.url.encode(Array(#"{"sub":"eve"}"#.utf8))
    let forged = try #require(SignedToken("\(parts[0]).\(claims).\(parts[2])"))
    #expect(!forged.isSigned(by: try publicKey(key)))
  }

  @Test(
    "an algorithm that anybody can write is not taken",
    arguments: ["none", "HS256", "RS512", "rs256"])
  func algorithms(name: String) throws {
    let key = try SigningKey(.rs256)
    let token = SignedToken(try key.token(header: #"{"alg":"\#(name)"}"#, claims: "{}"))
    #expect(try #require(token).algorithm == nil)
    #expect(try !#require(token).isSigned(by: publicKey(key)))
  }

  @Test(
    "what is no token is none",
    arguments: ["", "a.b", "a.b.c.d", "e30.e30", "e30.W10.", "!.e30.e30", "eyJjcml0IjpbXX0.e30."])
  func malformed(text: String) {
    #expect(SignedToken(text) == nil)
  }

  @Test("a short key, and a point off the curve, are no keys")
  func weakKeys() {
    #expect(PublicKey(modulus: [UInt8](repeating: 0xC1, count: 128), exponent: [1, 0, 1]) == nil)
    #expect(
      PublicKey(x: [UInt8](repeating: 1, count: 32), y: [UInt8](repeating: 1, count: 32)) == nil)
    #expect(PublicKey(x: [1], y: [1]) == nil)
  }
}
