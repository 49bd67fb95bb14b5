import Testing

@testable import FlashTerminal

@Suite("Bars")
struct BarsTests {
  @Test(
    "a bar is as long as its part of the whole, to an eighth",
    arguments: [
      (0, 10, 10, ""), (10, 10, 4, "████"), (5, 10, 4, "██"), (1, 1_000_000, 4, "▏"),
      (1, 16, 2, "▏"), (3, 16, 2, "▍"), (99, 10, 3, "███"), (5, 0, 3, ""), (-1, 5, 3, ""),
    ] as [(Double, Double, Int, String)])
  func bar(value: Double, maximum: Double, width: Int, expected: String) {
    #expect(Bars.bar(value, of: maximum, width: width) == expected)
  }

  @Test(
    "a sparkline has a column for each value, or the highest of each group",
    arguments: [
      ([0, 1, 4, 8], 10, " ▁▄█"), ([0, 0], 10, "  "), ([], 5, ""), ([1, 8, 2, 4], 2, "█▄"),
      ([1, 100], 5, "▁█"),
    ] as [([Int], Int, String)])
  func sparkline(values: [Int], width: Int, expected: String) {
    #expect(Bars.sparkline(values, width: width) == expected)
  }

  @Test("a chart shows label, number and bar, and fits the window")
  func chart() {
    let chart = BarChart([.init("today", 8), .init("tomorrow", 4), .init("Thu", 0)])
    #expect(
      chart.lines(width: 20).map(\.text) == [
        "today    8 █████████", "tomorrow 4 ████▌", "Thu      0",
      ])
  }
}
