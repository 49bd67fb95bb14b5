import FlashModel
import FlashScheduler
import FlashTerminal
import FlashTestSupport
import Testing

@testable import FlashCommand
@testable import flash_study

@Suite struct StatsSectionTests {
  private static let figures = Result { try SampleFigures().figures() }

  private func text(_ section: StatsSection, width: Int, isASCII: Bool = false) throws -> String {
    let page = StatsPage(width: width, isASCII: isASCII)
    let appearance = Appearance(depth: .none, charset: isASCII ? .ascii : .utf8)
    return appearance.text(of: section.lines(try Self.figures.get(), on: page))
  }

  @Test("the overview and all sections look as they should", arguments: [40, 80, 120])
  func goldens(width: Int) throws {
    try expectGolden(text(.overview, width: width), "stats/overview-\(width).txt")
    try expectGolden(text(.all, width: width), "stats/all-\(width).txt")
  }

  @Test("without UTF-8 everything is drawn in ASCII")
  func ascii() throws {
    let all = try text(.overview, width: 80, isASCII: true) + text(.all, width: 80, isASCII: true)
    #expect(all.utf8.allSatisfy { $0 < 0x80 })
    // Of the texts of cards alone there is nothing near in ASCII.
    #expect(all.split(separator: "\n").filter { $0.contains("?") }.count == 1)
    try expectGolden(all, "stats/ascii.txt")
  }

  @Test("the overview fits a window of 80 by 24 without the pager")
  func onePage() throws {
    let lines = StatsSection.overview.lines(try Self.figures.get(), on: StatsPage(width: 80))
    #expect(!Pager.isNeeded(for: lines, in: TerminalSize(columns: 80, rows: 24)))
    let tall = StatsSection.overview.lines(
      try Self.figures.get(), on: StatsPage(width: 80, height: 50))
    #expect(tall.count > lines.count)
  }

  @Test(
    "no line is wider than the window, nor ends in a space", arguments: [20, 23, 31, 57, 99, 200])
  func fits(width: Int) throws {
    for section in StatsSection.allCases {
      for line in section.lines(try Self.figures.get(), on: StatsPage(width: width)) {
        #expect(line.cellWidth <= width, "\(section) '\(line.text)'")
        #expect(!line.text.hasSuffix(" "), "\(section) '\(line.text)'")
      }
    }
  }

  @Test("what people read are the numbers that programs get")
  func agree() throws {
    let figures = try Self.figures.get()
    var writer = JSONWriter()
    writer.beginObject()
    for field in StudyFigures.fields.all {
      writer.key(field.specification.name)
      field.write(figures, &writer)
    }
    writer.endObject()
    let json = try JSONValue(parsing: writer.bytes)
    let all = try text(.all, width: 120)
    let forecast = try #require(json["forecast"])
    let total = try #require(forecast["total"]?.integer)
    let overdue = try #require(forecast["overdue"]?.integer)
    #expect(all.contains("\(overdue) overdue, \(total - overdue) in 30 days"))
    let retention = try #require(json["retention"]?["period"])
    let percent = try #require(retention["pct"]?.double)
    let reviews = try #require(retention["reviews"]?.integer)
    #expect(all.contains("  \(percent.tenths) %  \(reviews) "))
    let time = try #require(json["time"])
    #expect(all.contains("\(try #require(time["reviews"]?.integer)) answers"))
    #expect(all.contains("on the \(try #require(time["studied_days"]?.integer)) days"))
    let known = try #require(json["expected_known_cards"]?.double)
    #expect(all.contains("about \(Int(known.rounded())) of"))
    #expect(json["states"]?["total"] == .integer(120))
    #expect(json["leeches"]?["count"] == .integer(1))
  }

  @Test("what adds up, adds up: days, hours, ratings and months are the same answers")
  func sums() throws {
    let figures = try Self.figures.get()
    let total = figures.inPeriod.reviews
    #expect(figures.heat.reviews.reduce(0, +) == total)
    #expect(figures.history.hours.reduce(0) { $0 + $1.total } == total)
    let answers = ReviewStage.allCases.flatMap { stage in
      Rating.allCases.map { figures.history.answers(stage, $0) }
    }
    #expect(answers.reduce(0, +) == total)
    let months = figures.retentionByMonth.reduce(RecallTally()) { $0 + $1.retention.all }
    #expect(months == figures.inPeriod.retention.all)
    let counts = figures.cards.counts
    #expect(figures.cards.intervals.total == counts.review)
  }
}

extension JSONValue {
  fileprivate var integer: Int? {
    if case .integer(let number) = self { Int(number) } else { nil }
  }

  fileprivate var double: Double? {
    if case .double(let number) = self { number } else { integer.map(Double.init) }
  }
}
