import FlashTestSupport
import Testing

@testable import FlashTerminal

@Suite("Printable text")
struct PrintableTextTests {
  @Test(
    "what could drive a terminal or deceive a reader is made visible",
    arguments: [
      ("\u{1B}[31mred", "␛[31mred"),
      ("bell\u{7}", "bell␇"),
      ("nul\u{0}", "nul␀"),
      ("del\u{7F}", "del␡"),
      ("c1 \u{9B}2J", "c1 \\u{9B}2J"),
      ("over\u{202E}ride", "over\\u{202E}ride"),
      ("\u{2066}isolate\u{2069}", "\\u{2066}isolate\\u{2069}"),
      ("marks\u{200E}\u{200F}\u{61C}", "marks\\u{200E}\\u{200F}\\u{61C}"),
      ("line\u{2028}paragraph\u{2029}", "line\\u{2028}paragraph\\u{2029}"),
      ("ad\u{200B}min", "ad\\u{200B}min"),
      ("a\u{2060}b\u{FEFF}c", "a\\u{2060}b\\u{FEFF}c"),
      ("lone\rreturn", "lone␍return"),
      ("tag\u{E0041}", "tag\\u{E0041}"),
      ("filler\u{3164}", "filler\\u{3164}"),
    ])
  func escapes(text: String, expected: String) {
    #expect(text.printable(.line) == expected)
    #expect(text.printable(.block) == expected)
  }

  @Test(
    "text of every script and emoji sequences stay as they are",
    arguments: [
      "plain ASCII ~", "naïve e\u{301}", "漢字かな", "한국어", "می\u{200C}خواهم", "क्\u{200D}ष",
      "👩\u{200D}🚀", "❤\u{FE0F}", "1\u{FE0F}\u{20E3}", "🇸🇪", "👍🏽", "葛\u{E0100}",
      "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "שלום", "مرحبا",
    ])
  func keeps(text: String) {
    #expect(text.printable(.line).unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test("line breaks stay in a block and become spaces in a line")
  func lineBreaks() {
    #expect("a\r\nb\n\tc".printable(.block) == "a\nb\n    c")
    #expect("a\r\nb\n\tc".printable(.line) == "a b  c")
  }

  @Test("soft hyphens go")
  func softHyphen() {
    #expect("Donau\u{AD}dampf".printable(.line) == "Donaudampf")
  }

  @Test("a cluster keeps sixteen marks")
  func marks() {
    let flood = "e" + String(repeating: "\u{301}", count: 17)
    let kept = "e" + String(repeating: "\u{301}", count: 16)
    #expect(flood.printable(.line) == kept + "\\u{301}")
  }

  @Test("any text becomes free of controls, and a second time changes nothing")
  func idempotent() {
    let seed: UInt64 = 20_261_130
    var random = SeededRandom(seed: seed)
    let dangerous: [Unicode.Scalar] = [
      "\u{1B}", "\u{7}", "\u{9B}", "\u{202E}", "\u{200B}", "\u{200D}", "\u{AD}", "\u{301}",
      "\u{FE0F}", "\u{E0041}", "\u{1F3F4}", "\u{0}", "\n", "\r", "\t", "a", "1", "漢", "👩",
    ]
    for _ in 0..<2_000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...24, using: &random) {
        let any = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random))
        let use = Bool.random(using: &random) ? any : dangerous.randomElement(using: &random)
        text.append(use ?? "x")
      }
      let once = String(text).printable(.line)
      #expect(
        !once.unicodeScalars.contains { $0.properties.generalCategory == .control }, "\(seed)")
      #expect(once.printable(.line) == once, "seed \(seed)")
    }
  }
}
