import FlashTestSupport
import Testing

@testable import FlashSQL

@Suite struct SubstringPatternTests {
  private func found(_ needle: String, in text: String) -> Bool {
    let pattern = SubstringPattern(needle.lowercased())
    return unsafe Array(text.utf8).withUnsafeBufferPointer { unsafe pattern.occurs(in: $0) }
  }

  @Test(
    "letters of any alphabet are found in either case",
    arguments: [
      ("übereinstimmung", "Keine ÜBEREINSTIMMUNG!", true), ("ÑANDÚ", "el ñandú", true),
      ("привет", "ПРИВЕТ мир", true), ("σοφία", "ΣΟΦΊΑ", true), ("straße", "STRAẞE", true),
      ("日本", "私は日本語", true), ("日本", "私は日 本語", false), ("é", "e\u{301}", false),
      ("éa", "É", false), ("é", "", false), ("ǆ", "ǅ", true), ("x😀y", "aX😀Yb", true),
      ("", "", true), ("ab", "a", false), ("ab", "xAaBx", true), ("İ", "i\u{307}x", true),
      ("ꭰ", "Ꭰ", true), ("𐐨", "𐐀", true), ("ａ", "Ａ", true),
    ])
  func cases(needle: String, text: String, expected: Bool) {
    #expect(found(needle, in: text) == expected)
  }

  @Test("a pattern finds what folding both texts would", arguments: 0..<300)
  func properties(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let letters = Array("aAbéÉßẞσΣщЩ日ñÑ𐐀𐐨 ").map(String.init)
    func text(_ longest: Int) -> String {
      (0..<Int.random(in: 0...longest, using: &random)).map { _ in
        letters[Int.random(in: 0..<letters.count, using: &random)]
      }.joined()
    }
    let needle = text(3)
    let haystack = text(30)
    // By bytes: `contains` would compare by canonical equivalence.
    let folded = Array(haystack.lowercased().utf8)
    let wanted = Array(needle.lowercased().utf8)
    let expected =
      wanted.isEmpty
      || folded.indices.contains { folded[$0...].starts(with: wanted) }
    #expect(found(needle, in: haystack) == expected, "seed \(seed): \(needle) in \(haystack)")
  }
}
