@_spi(_Unicode) import Swift
import Testing

@testable import FlashText

@Suite struct CardTextTests {
  @Test(
    "controls go, line ends become LF, ends are trimmed, the rest is composed",
    arguments: [
      ("plain", "plain"), ("  both ends\t\n", "both ends"), ("a\r\nb\rc\nd", "a\nb\nc\nd"),
      ("a\u{0}b\u{7}c\u{1B}[31m\u{7F}", "abc[31m"), ("e\u{301}", "\u{E9}"),
      ("\u{FEFF}a\u{200B}\u{AD}\u{202E}b", "\u{FEFF}a\u{200B}\u{AD}\u{202E}b"),
      ("\u{85}\u{A0}\u{3000}\u{2003}x\u{2029}", "x"), ("tab\tstays", "tab\tstays"),
      ("\u{1} x \u{2}", "x"), ("\u{1100}\u{1161}\u{11A8}", "\u{AC01}"), ("\u{212B}", "\u{C5}"),
      ("q\u{307}\u{323}", "q\u{323}\u{307}"), ("", ""), (" \r\n\t ", ""),
    ])
  func cleaned(text: String, expected: String) {
    let cleaned = CardText.cleaned(text)
    #expect(Array(cleaned.utf8) == Array(expected.utf8))
    #expect(Array(CardText.cleaned(cleaned).utf8) == Array(cleaned.utf8))
  }

  @Test("a scalar called inert is composed, of class 0, and never the second of a composition")
  func inert() {
    var seconds: Set<UInt32> = []
    var wrong: [UInt32] = []
    for value in UInt32(0)..<0x30000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let parts = Array(String(Character(scalar))._nfd)
      seconds.formUnion(parts.dropFirst().map(\.value))
      guard Composition.isInert(value) else { continue }
      let isStable = Array(String(Character(scalar))._nfc) == [scalar]
      if !isStable || scalar.properties.canonicalCombiningClass != .notReordered {
        wrong.append(value)
      }
    }
    #expect(wrong == [])
    #expect(seconds.filter(Composition.isInert) == [])
  }

  @Test("names compare without case")
  func folded() {
    #expect(CardText.folded(" E\u{301}tude ") == CardText.folded("\u{C9}TUDE"))
    #expect(CardText.folded("a b") != CardText.folded("ab"))
  }

  @Test(
    "a deck's path has one spelling",
    arguments: [
      ("Spanish", "Spanish", nil), (" A :: B::C ", "A::B::C", "A"), ("A::::B", "A::blank::B", "A"),
      ("::A", "blank::A", "blank"), ("A:", "A", nil), ("a: b", "a: b", nil),
      ("\"q\"::\u{1}x", "q::x", "q"), (" : ", "blank", nil),
    ] as [(String, String, String?)])
  func deckPath(text: String, title: String, topic: String?) {
    #expect(DeckPath(text)?.title == title)
    #expect(DeckPath(text)?.topic == topic)
    #expect(DeckPath(title)?.title == title)
  }

  @Test("no path is nil")
  func noPath() { #expect(DeckPath("  ") == nil) }
}
