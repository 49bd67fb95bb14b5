import Testing

@testable import FlashCrypto

@Suite struct KeyedDigestTests {
  @Test(
    "a keyed digest is that of RFC 4231",
    arguments: [
      (
        [UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8),
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
      ),
      (
        Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
      ),
      (
        [UInt8](repeating: 0xAA, count: 131),
        Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
      ),
    ])
  func vectors(key: [UInt8], message: [UInt8], expected: String) throws {
    #expect(try Digest.keyed(by: key, message).description == expected)
  }

  @Test("the digest of bytes and of the text they spell is one")
  func plain() throws {
    let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    #expect(try Digest.sha256("abc").description == expected)
    #expect(try Digest.sha256(Array("abc".utf8)).description == expected)
  }
}
