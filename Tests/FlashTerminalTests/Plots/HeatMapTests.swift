import FlashTestSupport
import Testing

@testable import FlashTerminal

@Suite struct HeatMapTests {
  /// A year up to a Wednesday, that has a month of 30 days begin every 30 days.
  private static let year = HeatMap(
    values: (0..<365).map { $0 % 11 == 0 ? 0 : $0 * 7_919 % 97 }, lastWeekday: 2,
    labels: Dictionary(
      uniqueKeysWithValues: (0..<12).map { ($0 * 30 + 5, "M\($0 < 10 ? "0" : "")\($0)") }))

  @Test(
    "a year fits 80 columns, and narrow windows show the newest weeks", arguments: [40, 80, 120])
  func year(width: Int) throws {
    let lines = Self.year.lines(width: width) + [Self.year.legend]
    try expectGolden(Appearance.plain.text(of: lines), "plots/heatmap-\(width).txt")
  }

  @Test("without UTF-8 shades are punctuation")
  func ascii() throws {
    let appearance = Appearance(depth: .none, charset: .ascii)
    try expectGolden(
      appearance.text(of: Self.year.lines(width: 60) + [Self.year.legend]),
      "plots/heatmap-ascii.txt")
  }

  @Test("no line is wider than the window, and the last day stands last", arguments: 20...200)
  func fits(width: Int) {
    let lines = Self.year.lines(width: width)
    #expect(lines.count == 8)
    #expect(lines.allSatisfy { $0.cellWidth <= width })
    // The newest week ends on Wednesday; the days after it are still to come.
    let wednesday = lines[3].cellWidth
    #expect(lines[1].cellWidth == wednesday && lines[4].cellWidth < wednesday)
  }

  @Test(
    "levels part the days with reviews into four of one size",
    arguments: [
      ([1, 2, 3, 4], "· 0  ░ 1  ▒ 2  ▓ 3  █ 4+"), ([0, 0], "· 0"),
      ([5, 5, 5, 5], "· 0  ░ 1-5"), ([0, 9], "· 0  ░ 1-9"),
      ([1, 1, 1, 1, 10, 20, 30, 40], "· 0  ░ 1  ▓ 2-20  █ 21+"),
    ] as [([Int], String)])
  func legend(values: [Int], expected: String) {
    #expect(HeatMap(values: values, lastWeekday: 0).legend.text == expected)
  }

  @Test("a few days are as many weeks as they touch")
  func short() {
    let lines = HeatMap(values: [1, 0], lastWeekday: 0, labels: [0: "Nov"]).lines(width: 20)
    #expect(
      lines.map(\.trimmed.text) == ["    Nov", "Mon   ·", "", "Wed", "", "Fri", "", "    ░"])
  }
}
