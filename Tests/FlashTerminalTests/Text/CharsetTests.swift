import Testing

@testable import FlashTerminal

@Suite("Charset")
struct CharsetTests {
  @Test(
    "the first locale variable that is set and not empty decides",
    arguments: [
      (nil, nil, nil, .ascii), (nil, nil, "en_US.UTF-8", .utf8), (nil, nil, "C.utf8", .utf8),
      ("C", nil, "en_US.UTF-8", .ascii), ("", "sv_SE.UTF-8", "C", .utf8),
      (nil, "sv_SE.ISO-8859-1", "C.UTF-8", .ascii), ("POSIX", nil, nil, .ascii),
    ] as [(String?, String?, String?, Charset)])
  func locale(lcAll: String?, lcCtype: String?, lang: String?, expected: Charset) {
    #expect(Charset(lcAll: lcAll, lcCtype: lcCtype, lang: lang) == expected)
  }

  @Test(
    "other locales see ASCII of the same width",
    arguments: [
      ("abc", "abc"), ("é", "?"), ("漢字", "????"), ("e\u{301}", "e"), ("a…", "a~"),
      ("── │", "-- |"), ("▁▂▃▄▅▆▇█", "_.:-=+*#"), ("“q”", "\"q\""), ("👩\u{200D}🚀", "??"),
    ])
  func ascii(text: String, expected: String) {
    var output: [UInt8] = []
    Charset.ascii.append(text, to: &output)
    #expect(String(decoding: output, as: UTF8.self) == expected)
    #expect(output.count == text.cellWidth)
  }
}
