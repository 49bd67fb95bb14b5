import FlashTestSupport
import Testing

@testable import FlashTerminal

@Suite("Key decoder")
struct KeyDecoderTests {
  static let sequences: [(String, [Key])] = [
    ("a", [.character("a")]), ("é", [.character("é")]), ("漢", [.character("漢")]),
    ("👍", [.character("👍")]), (" ", [.character(" ")]), ("\r", [.enter]), ("\n", [.enter]),
    ("\t", [.tab]), ("\u{7F}", [.backspace]), ("\u{8}", [.backspace]),
    ("\u{1}", [.control("a")]), ("\u{1A}", [.control("z")]), ("\u{0}", [.control("@")]),
    ("\u{1C}", [.control("\\")]), ("\u{1B}[A", [.up]), ("\u{1B}OB", [.down]),
    ("\u{1B}[C", [.right]), ("\u{1B}OD", [.left]), ("\u{1B}[H", [.home]), ("\u{1B}OF", [.end]),
    ("\u{1B}[1~", [.home]), ("\u{1B}[2~", [.insert]), ("\u{1B}[3~", [.delete]),
    ("\u{1B}[4~", [.end]), ("\u{1B}[5~", [.pageUp]), ("\u{1B}[6~", [.pageDown]),
    ("\u{1B}[1;5C", [.right]), ("\u{1B}[3;2~", [.delete]), ("\u{1B}[Z", [.backTab]),
    ("\u{1B}OP", [.function(1)]), ("\u{1B}[15~", [.function(5)]), ("\u{1B}[24~", [.function(12)]),
    ("\u{1B}[[B", [.function(2)]), ("\u{1B}x", [.alt("x")]), ("\u{1B}é", [.alt("é")]),
    ("\u{1B}[200~yes\u{1B}[201~", [.character("y"), .character("e"), .character("s")]),
    ("\u{1B}[99~a", [.character("a")]), ("\u{1B}[?1;2cb", [.character("b")]),
    ("\u{1B}\u{1B}[A", [.escape, .up]),
    ("12\u{1B}[Ab", [.character("1"), .character("2"), .up, .character("b")]),
  ]

  @Test("bytes become keys", arguments: sequences)
  func decodes(bytes: String, keys: [Key]) {
    var decoder = KeyDecoder()
    #expect(decoder.feed(bytes.utf8) == keys)
    #expect(!decoder.isWaiting)
  }

  @Test("a sequence may be split anywhere", arguments: sequences)
  func split(bytes: String, keys: [Key]) {
    var decoder = KeyDecoder()
    #expect(bytes.utf8.flatMap { decoder.feed([$0]) } == keys)
    #expect(!decoder.isWaiting)
  }

  @Test(
    "what waits when nothing follows is the escape key",
    arguments: [
      ([0x1B], [.escape]), ([0x1B, 0x5B], [.alt("[")]), ([0x1B, 0x5B, 0x31], []),
      ([0xE6, 0xBC], [.character("\u{FFFD}")]),
    ] as [([UInt8], [Key])])
  func flushes(bytes: [UInt8], keys: [Key]) {
    var decoder = KeyDecoder()
    #expect(decoder.feed(bytes) == [])
    #expect(decoder.isWaiting)
    #expect(decoder.flush() == keys)
    #expect(!decoder.isWaiting)
  }

  @Test("bytes that are not UTF-8 become one replacement each")
  func invalid() {
    var decoder = KeyDecoder()
    #expect(decoder.feed([0xFF, 0x61]) == [.character("\u{FFFD}"), .character("a")])
    #expect(decoder.feed([0xE6, 0x61]) == [.character("\u{FFFD}"), .character("a")])
  }

  @Test("a sequence without end is dropped after as many bytes, however they arrive")
  func endless() {
    let bytes = Array("\u{1B}[".utf8) + [UInt8](repeating: 0x24, count: 40) + Array("Yb".utf8)
    var whole = KeyDecoder()
    var parts = KeyDecoder()
    let keys = Array(repeating: Key.character("$"), count: 8) + [.character("Y"), .character("b")]
    #expect(whole.feed(bytes) == keys)
    #expect(bytes.flatMap { parts.feed([$0]) } == keys)
  }

  @Test("any bytes are taken in without end or crash, and split makes no difference")
  func anything() {
    let seed: UInt64 = 4_711
    var random = SeededRandom(seed: seed)
    let likely: [UInt8] = [0x1B, 0x5B, 0x4F, 0x31, 0x7E, 0x41, 0xE6, 0xBC, 0xA2]
    for _ in 0..<2_000 {
      let bytes = (0..<30).map { _ in
        Bool.random(using: &random)
          ? likely.randomElement(using: &random) ?? 0
          : UInt8.random(in: .min ... .max, using: &random)
      }
      var whole = KeyDecoder()
      var parts = KeyDecoder()
      let keys = whole.feed(bytes) + whole.flush()
      #expect(bytes.flatMap { parts.feed([$0]) } + parts.flush() == keys, "seed \(seed)")
    }
  }
}
