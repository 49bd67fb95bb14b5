import Testing

@testable import FlashCrypto

@Suite struct Base64Tests {
  @Test(
    "bytes are written as RFC 4648, section 10, writes them",
    arguments: [
      ("", "", ""), ("f", "Zg==", "Zg"), ("fo", "Zm8=", "Zm8"), ("foo", "Zm9v", "Zm9v"),
      ("foob", "Zm9vYg==", "Zm9vYg"), ("fooba", "Zm9vYmE=", "Zm9vYmE"),
      ("foobar", "Zm9vYmFy", "Zm9vYmFy"),
    ])
  func vectors(text: String, standard: String, url: String) {
    let bytes = Array(text.utf8)
    #expect(Base64.standard.encode(bytes) == standard)
    #expect(Base64.url.encode(bytes) == url)
    #expect(Base64.standard.decode(standard) == bytes)
    #expect(Base64.url.decode(url) == bytes)
  }

  @Test("every byte comes back, in either alphabet")
  func roundTrip() {
    let bytes = (0..<256).map { UInt8($0) }
    #expect(Base64.url.decode(Base64.url.encode(bytes)) == bytes)
    #expect(Base64.standard.decode(Base64.standard.encode(bytes)) == bytes)
    #expect(Base64.url.encode([0xFB, 0xFF]) == "-_8")
    #expect(Base64.standard.encode([0xFB, 0xFF]) == "+/8=")
  }

  @Test(
    "what no encoder writes is not read",
    arguments: ["A", "AAAAA", "Zh", "Zm9=", "Z g=", "Zg==", "+/8", "Zm9v\n", "é"])
  func refused(text: String) {
    #expect(Base64.url.decode(text) == nil)
  }

  @Test("padding must be right", arguments: ["Zg", "Zg=", "Z===", "====", "Zg==Zg=="])
  func padding(text: String) {
    #expect(Base64.standard.decode(text) == nil)
  }
}
