import Testing

@testable import FlashTerminal

@Suite("Dot scales and stacked bars")
struct ScaleTests {
  @Test(
    "a dot stands at its value, and covers the mark",
    arguments: [
      (70, 90, "●─────┃───"), (100, 90, "──────┃──●"), (90, 90, "──────●───"),
      (10, nil, "●─────────"), (85, nil, "─────●────"), (nil, 100, "─────────┃"),
    ] as [(Double?, Double?, String)])
  func dot(value: Double?, mark: Double?, expected: String) {
    let line = DotScale(70...100, mark: mark).line(value, .plain, width: 10)
    #expect(line.text == expected)
  }

  @Test(
    "parts take columns by the largest remainder",
    arguments: [
      ([1, 1, 1, 1], 8, "██▓▓▒▒░░"), ([1, 0, 0, 2], 10, "███░░░░░░░"),
      ([1, 1, 1], 10, "████▓▓▓▒▒▒"),
      ([0, 0], 10, ""), ([5], 3, "███"), ([1, 999], 4, "▓▓▓▓"), ([1, 1], 0, ""),
    ] as [([Int], Int, String)])
  func stacked(counts: [Int], width: Int, expected: String) {
    #expect(StackedBar.line(counts.map { ($0, .plain) }, width: width).text == expected)
  }

  @Test("trailing spaces go, whatever spans they are in")
  func trimmed() {
    var line = StyledLine("a b ", .strong)
    line.append("  ", .faint)
    #expect(line.trimmed == StyledLine("a b", .strong))
    #expect(StyledLine("   ").trimmed == StyledLine())
    #expect(StyledLine("│░ é●", .good).inASCII == StyledLine("|: ?o", .good))
  }
}
