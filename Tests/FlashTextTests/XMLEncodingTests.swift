import FlashText
import Testing

@Suite struct XMLEncodingTests {
  private func detect(
    _ bytes: [UInt8], given: TextEncoding? = nil
  ) throws(TextFormatError) -> DetectedEncoding? {
    try XMLEncoding.detect(head: bytes.span, given: given)
  }

  private func declaration(_ name: String) -> [UInt8] {
    Array("<?xml version=\"1.0\" encoding=\"\(name)\"?><deck/>".utf8)
  }

  private func wide(_ text: [UInt8]) -> [UInt8] { text.flatMap { [$0, 0] } }

  @Test(
    "a document is in the encoding that it declares",
    arguments: [
      ("UTF-8", .utf8), ("us-ascii", .utf8), ("ISO-8859-1", .cp1252), ("windows-1250", .cp1250),
      ("Windows-1251", .cp1251), ("iso-8859-2", .latin2), ("KOI8-R", .koi8r),
    ] as [(String, TextEncoding)])
  func declared(name: String, encoding: TextEncoding) throws {
    #expect(try detect(declaration(name)) == DetectedEncoding(encoding))
  }

  @Test("without a declaration, all bytes have to be looked at")
  func undeclared() throws {
    #expect(try detect(Array("<deck/>".utf8)) == nil)
    #expect(try detect(Array("<?xml version='1.0'?><deck/>".utf8)) == nil)
  }

  @Test("a byte order mark is binding")
  func marked() throws {
    #expect(
      try detect([0xEF, 0xBB, 0xBF] + declaration("utf-8"))
        == DetectedEncoding(.utf8, markLength: 3))
    #expect(
      try detect([0xFF, 0xFE] + wide(declaration("UTF-16")))
        == DetectedEncoding(.utf16LittleEndian, markLength: 2))
  }

  @Test("a declaration that the bytes contradict is refused, unless the encoding is given")
  func contradicted() throws {
    let files = [
      declaration("UTF-16"), declaration("UCS-4"), declaration("EBCDIC-CP-US"),
      [0xEF, 0xBB, 0xBF] + declaration("windows-1250"), wide(declaration("utf-8")),
      [0xFF, 0xFE] + wide(declaration("utf-8")),
    ]
    for file in files {
      #expect {
        try self.detect(file)
      } throws: {
        ($0 as? TextFormatError)?.code == "encoding"
      }
      #expect(try detect(file, given: .utf8) != nil)
    }
  }

  @Test(
    "bytes of single-byte encodings are the characters they stand for",
    arguments: [
      (.cp1250, [0xE8, 0xEC, 0x9A], "čěš"), (.cp1251, [0xEF, 0xF0, 0xE8], "при"),
      (.cp1253, [0xEA, 0xE1, 0xE9], "και"), (.latin2, [0xB1, 0xB3], "ął"),
      (.koi8r, [0xD0, 0xD2, 0xC9], "при"), (.latin9, [0xA4], "€"), (.cp1250, [0x81], "\u{FFFD}"),
    ] as [(TextEncoding, [UInt8], String)])
  func singleBytes(encoding: TextEncoding, bytes: [UInt8], text: String) throws {
    var decoder = TextDecoder(DetectedEncoding(encoding))
    var decoded: [UInt8] = []
    try decoder.decode(bytes.span, into: &decoded)
    try decoder.finish()
    #expect(String(decoding: decoded, as: UTF8.self) == text)
  }
}
