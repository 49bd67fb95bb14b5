import FlashTestSupport
import Testing

@testable import FlashTerminal

@Suite("Wrapping")
struct WrappingTests {
  @Test(
    "lines break where the script breaks them",
    arguments: [
      ("", 20, [""]),
      ("the quick brown fox", 10, ["the quick", "brown fox"]),
      ("the quick brown fox", 9, ["the quick", "brown fox"]),
      ("the quick brown fox", 8, ["the", "quick", "brown", "fox"]),
      ("one  two", 5, ["one", "two"]),
      ("trailing   ", 20, ["trailing"]),
      ("a\n\nb", 20, ["a", "", "b"]),
      ("  indented text here", 12, ["  indented", "text here"]),
      ("incomprehensibilities", 10, ["incomprehe", "nsibilitie", "s"]),
      ("an incomprehensibility", 10, ["an", "incomprehe", "nsibility"]),
      ("漢字漢字漢字", 4, ["漢字", "漢字", "漢字"]),
      ("漢字漢字漢字", 5, ["漢字", "漢字", "漢字"]),
      ("漢字漢。字", 6, ["漢字", "漢。字"]),
      ("「漢」字", 6, ["「漢」", "字"]),
      ("字「漢", 4, ["字", "「漢"]),
      ("漢字 abc", 6, ["漢字", "abc"]),
      ("한국어 단어", 8, ["한국어", "단어"]),
      ("👩\u{200D}🚀👩\u{200D}🚀", 3, ["👩\u{200D}🚀", "👩\u{200D}🚀"]),
      ("e\u{301}e\u{301}e\u{301}", 2, ["e\u{301}e\u{301}", "e\u{301}"]),
      ("ab", 0, ["ab"]),
    ] as [(String, Int, [String])])
  func breaks(text: String, width: Int, expected: [String]) {
    #expect(text.wrapped(to: width) == expected)
  }

  @Test("no line is wider than asked, and only spaces are lost")
  func fits() {
    let seed: UInt64 = 99
    var random = SeededRandom(seed: seed)
    let pieces = ["a", "bc", " ", "  ", "漢", "、", "「", "👩\u{200D}🚀", "e\u{301}", "\n", "word"]
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 0...40, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      let width = Int.random(in: 2...24, using: &random)
      let lines = text.wrapped(to: width)
      #expect(lines.allSatisfy { $0.cellWidth <= width }, "seed \(seed): \(text)")
      let kept = lines.joined().filter { $0 != " " }
      #expect(kept == text.filter { $0 != " " && $0 != "\n" }, "seed \(seed): \(text)")
    }
  }

  @Test("a hundred thousand characters wrap in linear time")
  func linear() {
    func time(_ piece: String, _ count: Int) -> Double {
      let text = String(repeating: piece, count: count).printable(.block)
      return secondsOfWork { #expect(!text.wrapped(to: 20).isEmpty) }
    }
    for piece in ["x", "漢", "e\u{301}", " ", "word ", "👩\u{200D}🚀"] {
      // Ten times as long takes ten times as long; of quadratic work it would be a hundred times.
      let (short, long) = (time(piece, 10_000), time(piece, 100_000))
      #expect(long < 40 * short, "\(piece): \(short) s, \(long) s")
    }
  }

  @Test("marks that take a column of their own never make a line too wide")
  func spacingMarks() {
    #expect("漢\u{B57}\u{B57}\u{B57}".wrapped(to: 2).map(\.cellWidth) == [2, 2, 1])
  }
}
