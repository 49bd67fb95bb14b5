import Testing

@testable import FlashTerminal

@Suite("Styled lines")
struct StyledLineTests {
  @Test(
    "a span is drawn in the colours that the stream may show",
    arguments: [
      (.none, .dark, "Again"),
      (.sixteen, .dark, "\u{1B}[1;31mAgain\u{1B}[0m"),
      (.indexed, .dark, "\u{1B}[1;38;5;167mAgain\u{1B}[0m"),
      (.trueColor, .dark, "\u{1B}[1;38;2;225;95;72mAgain\u{1B}[0m"),
      (.trueColor, .light, "\u{1B}[1;38;2;201;66;46mAgain\u{1B}[0m"),
      (.trueColor, .highContrast, "\u{1B}[1;91mAgain\u{1B}[0m"),
    ] as [(ColorDepth, Theme, String)])
  func drawn(depth: ColorDepth, theme: Theme, expected: String) {
    let bytes = Appearance(depth: depth, theme: theme).bytes(of: StyledLine("Again", .again))
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }

  @Test("text cannot bring an escape of its own")
  func noEscapes() {
    let line = StyledLine("\u{1B}]0;owned\u{7}", .good)
    #expect(!Appearance.plain.bytes(of: line).contains(0x1B))
    #expect(line.text == "␛]0;owned␇")
  }

  @Test("the nearest of 256 colours is the nearest of cube and greys")
  func nearest() {
    for color in PaletteColor.allCases {
      for onDark in [true, false] {
        let rgb = color.rgb(onDark: onDark)
        let best = (16...255).map { distance(rgb, $0) }.min()
        let index = IndexedColors.nearest(to: rgb)
        #expect(distance(rgb, Int(index)) == best, "\(color) \(onDark)")
      }
    }
  }

  private func distance(_ rgb: UInt32, _ index: Int) -> Int {
    let steps = [0, 95, 135, 175, 215, 255]
    let cube = index - 16
    let other =
      index >= 232
      ? [Int](repeating: 8 + 10 * (index - 232), count: 3)
      : [steps[cube / 36], steps[cube / 6 % 6], steps[cube % 6]]
    return zip(IndexedColors.channels(rgb), other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
  }

  @Test("wrapping keeps the style of every piece")
  func wrapping() {
    let line = StyledLine("the ") + StyledLine("quick brown", .strong) + StyledLine(" fox")
    let lines = line.wrapped(to: 10)
    #expect(lines.map(\.text) == ["the quick", "brown fox"])
    #expect(lines[0].spans == [StyledSpan("the "), StyledSpan("quick", .strong)])
    #expect(lines[1].spans == [StyledSpan("brown", .strong), StyledSpan(" fox")])
  }

  @Test("truncation ends in an ellipsis of the style it cuts")
  func truncation() {
    let line = StyledLine("ab") + StyledLine("漢字", .muted)
    #expect(line.truncated(to: 6) == line)
    #expect(line.truncated(to: 5).text == "ab漢…")
    #expect(line.truncated(to: 5).spans.last?.style == .muted)
    #expect(line.truncated(to: 0).text == "")
  }

  @Test(
    "the background in COLORFGBG chooses the theme",
    arguments: [
      (nil, .dark), ("15;0", .dark), ("0;15", .light), ("0;default;7", .light), ("x", .dark),
      ("7;8", .dark),
    ] as [(String?, Theme)])
  func theme(value: String?, expected: Theme) {
    #expect(Theme(colorFgBg: value) == expected)
  }

  @Test("a deck's accent is one of five colours, amber where it is unknown")
  func accent() {
    #expect(PaletteColor(accent: "moss") == .moss)
    #expect(PaletteColor(accent: "again") == .amber)
    #expect(PaletteColor(accent: "") == .amber)
  }
}
