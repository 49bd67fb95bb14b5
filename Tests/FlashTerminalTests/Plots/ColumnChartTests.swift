import FlashTestSupport
import Testing

@testable import FlashTerminal

@Suite struct ColumnChartTests {
  /// A month of cards, and their sum.
  private static let month: ColumnChart = {
    let values = (0..<30).map { Double($0 * 7_919 % 43) }
    var sum = 0.0
    let dots = values.map { value in
      sum += value
      return sum
    }
    let columns = values.enumerated().map {
      ColumnChart.Column($0.offset % 7 == 0 ? "\($0.offset + 1) Dec" : "", $0.element)
    }
    return ColumnChart(columns, dots: dots, height: 6)
  }()

  @Test("a month fits, also where neighbours must be added up", arguments: [20, 40, 80, 120])
  func month(width: Int) throws {
    try expectGolden(
      Appearance.plain.text(of: Self.month.lines(width: width)), "plots/columns-\(width).txt")
  }

  @Test("without UTF-8 columns are punctuation")
  func ascii() throws {
    let appearance = Appearance(depth: .none, charset: .ascii)
    try expectGolden(appearance.text(of: Self.month.lines(width: 80)), "plots/columns-ascii.txt")
  }

  @Test("no line is wider than the window", arguments: 20...200)
  func fits(width: Int) {
    #expect(Self.month.lines(width: width).allSatisfy { $0.cellWidth <= width })
  }

  @Test("columns that do not fit are added up, and the first label of them stays")
  func merged() {
    let chart = ColumnChart((0..<100).map { .init($0 == 3 ? "x" : "", 1) }, height: 2)
    #expect(chart.merged(width: 30) == 4)
    let lines = chart.lines(width: 30).map(\.text)
    #expect(lines[0] == "4 ┤" + String(repeating: "█", count: 25))
    #expect(lines[3] == "   x")
  }

  @Test("a value that is small beside the others is seen, and none is not")
  func small() {
    let lines = ColumnChart([.init("a", 1), .init("b", 0), .init("c", 10_000)], height: 2)
      .lines(width: 20).map(\.text)
    #expect(lines[1] == " 5000 ┤▁▁▁     ███ ")
    #expect(lines[3] == "       a   b   c")
  }

  @Test(
    "an axis ends at an even number of two digits",
    arguments: [
      (0, "2"), (1, "2"), (3, "4"), (43, "44"), (101, "120"), (437, "440"), (9_999, "10000"),
    ]
      as [(Double, String)])
  func axis(value: Double, expected: String) {
    let lines = ColumnChart([.init("", value)], height: 3).lines(width: 20).map(\.text)
    #expect(lines[0].hasPrefix("\(expected) ┤"))
  }

  @Test("notes stand below labels")
  func notes() {
    let chart = ColumnChart(
      [.init("0", 1, note: "90"), .init("1", 1, note: ""), .init("2", 1, note: "100")], height: 2)
    #expect(
      chart.lines(width: 20).suffix(2).map(\.text) == ["   0    1    2", "   90        100"])
  }

  @Test("a chart without columns has no lines")
  func empty() { #expect(ColumnChart([]).lines(width: 80).isEmpty) }
}
