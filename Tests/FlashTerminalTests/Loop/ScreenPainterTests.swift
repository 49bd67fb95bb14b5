import FlashTestSupport
import Testing

@testable import FlashTerminal

@Suite("Screen painter")
struct ScreenPainterTests {
  private let size = TerminalSize(columns: 20, rows: 6)

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test("the first screen is painted whole, the same screen again costs nothing")
  func first() {
    var painter = ScreenPainter(.plain)
    let screen = Screen([StyledLine("one"), StyledLine("two")])
    #expect(
      text(painter.paint(screen, size))
        == "\u{1B}[?25l\u{1B}[2J\u{1B}[1;1Hone\u{1B}[K\u{1B}[2;1Htwo\u{1B}[K")
    #expect(painter.paint(screen, size).isEmpty)
  }

  @Test("only rows that changed are painted")
  func changes() {
    var painter = ScreenPainter(.plain)
    _ = painter.paint(Screen([StyledLine("one"), StyledLine("two")]), size)
    #expect(
      text(painter.paint(Screen([StyledLine("one"), StyledLine("2")]), size))
        == "\u{1B}[2;1H2\u{1B}[K")
    #expect(text(painter.paint(Screen([StyledLine("one")]), size)) == "\u{1B}[2;1H\u{1B}[K")
  }

  @Test("another size paints everything anew")
  func resized() {
    var painter = ScreenPainter(.plain)
    let screen = Screen([StyledLine("one")])
    _ = painter.paint(screen, size)
    let bytes = painter.paint(screen, TerminalSize(columns: 30, rows: 6))
    #expect(text(bytes) == "\u{1B}[?25l\u{1B}[2J\u{1B}[1;1Hone\u{1B}[K")
  }

  @Test("a full row is not erased at its end, where its last character stands")
  func fullRow() {
    var painter = ScreenPainter(.plain)
    let bytes = painter.paint(Screen([StyledLine(String(repeating: "x", count: 20))]), size)
    #expect(!text(bytes).contains("\u{1B}[K"))
  }

  @Test("the cursor is hidden while rows change, and shown where it belongs")
  func cursor() {
    var painter = ScreenPainter(.plain)
    _ = painter.paint(Screen([StyledLine("a")], cursor: .init(row: 0, column: 1)), size)
    let typed = painter.paint(Screen([StyledLine("ab")], cursor: .init(row: 0, column: 2)), size)
    #expect(
      text(typed) == "\u{1B}[?25l\u{1B}[1;1Hab\u{1B}[K\u{1B}[1;3H\u{1B}[?25h")
    #expect(text(painter.paint(Screen([StyledLine("ab")]), size)) == "\u{1B}[?25l")
  }

  @Test("whatever is drawn, the terminal shows it, cut to the window and never scrolled")
  func emulated() {
    let seed: UInt64 = 31
    var random = SeededRandom(seed: seed)
    let pieces = ["word", "漢字", "👩\u{200D}🚀", " ", "e\u{301}", "…", "x"]
    for _ in 0..<200 {
      let window = TerminalSize(
        columns: .random(in: 20...40, using: &random), rows: .random(in: 6...12, using: &random))
      var painter = ScreenPainter(Appearance(depth: .trueColor))
      var terminal = ScreenEmulator(rows: window.rows, columns: window.columns)
      terminal.feed(ScreenControl.enter)
      for _ in 0..<4 {
        let lines = (0..<Int.random(in: 0...14, using: &random)).map { _ in
          StyledLine(
            (0..<Int.random(in: 0...12, using: &random))
              .map { _ in pieces.randomElement(using: &random) ?? "" }.joined(), .again)
        }
        terminal.feed(painter.paint(Screen(lines), window))
        let expected = (0..<window.rows).map { row in
          row < lines.count ? trimmed(lines[row].truncated(to: window.columns).text) : ""
        }
        #expect(terminal.lines == expected, "seed \(seed)")
        #expect(terminal.scrolledLines == 0)
      }
    }
  }

  private func trimmed(_ text: String) -> String {
    String(text.reversed().drop { $0 == " " }.reversed())
  }
}
