import FlashTestSupport
import Testing

@testable import FlashTerminal

@Suite("Text in columns")
struct CellTextTests {
  @Test(
    "text is as wide as a terminal shows it",
    arguments: [
      ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("漢字", 4), ("ｆｕｌｌ", 8), ("ｶﾅ", 2),
      ("한국", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("👍", 2), ("👍🏽", 2), ("👩\u{200D}🚀", 2),
      ("👨\u{200D}👩\u{200D}👧\u{200D}👦", 2), ("❤", 1), ("❤\u{FE0F}", 2), ("🇸🇪", 2),
      ("🇸🇪🇩🇰", 4), ("1\u{FE0F}\u{20E3}", 2), ("का", 2), ("ไทยที่", 4), ("שָׁלוֹם", 4),
      ("\u{301}", 0), ("→", 1), ("─", 1), ("█", 1), ("…", 1), ("🫠", 2), ("\u{1FAE8}", 2),
      ("𠀀", 2), ("🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", 2), ("\u{600}1", 2),
    ])
  func width(text: String, expected: Int) {
    #expect(text.cellWidth == expected)
  }

  @Test(
    "text too wide ends in an ellipsis and fits",
    arguments: [
      ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("abcdef", 1, "…"), ("abcdef", 0, ""),
      ("漢字漢字", 8, "漢字漢字"), ("漢字漢字", 7, "漢字漢…"), ("漢字漢字", 6, "漢字…"),
      ("👩\u{200D}🚀👩\u{200D}🚀", 3, "👩\u{200D}🚀…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
      ("", 0, ""),
    ])
  func truncation(text: String, width: Int, expected: String) {
    #expect(text.truncated(to: width) == expected)
    #expect(text.truncated(to: width).cellWidth <= width)
  }

  @Test("padding fills to the width on the other side")
  func padding() {
    #expect("漢".padded(to: 5) == "漢   ")
    #expect("7".padded(to: 3, .right) == "  7")
    #expect("ab".padded(to: 5, .center) == " ab  ")
    #expect("abcdef".padded(to: 3) == "abcdef")
  }

  @Test("clusters cover the text without a gap, whatever it is")
  func scannerCovers() {
    let seed: UInt64 = 7
    var random = SeededRandom(seed: seed)
    for _ in 0..<500 {
      let bytes = (0..<40).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      var scanner = ClusterScanner(bytes)
      var end = 0
      while let cluster = scanner.next() {
        #expect(cluster.range.lowerBound == end, "seed \(seed)")
        #expect(!cluster.range.isEmpty, "seed \(seed)")
        end = cluster.range.upperBound
      }
      #expect(end == bytes.count, "seed \(seed)")
    }
  }

  @Test("emoji joined without end are cut into clusters of bounded length")
  func boundedClusters() {
    let chain = String(repeating: "👩\u{200D}", count: 10_000)
    var scanner = ClusterScanner(chain)
    var longest = 0
    while let cluster = scanner.next() { longest = max(longest, cluster.range.count) }
    #expect(longest <= 260)
  }
}
