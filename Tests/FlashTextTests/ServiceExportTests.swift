import FlashModel
import FlashTestSupport
import FlashText
import Testing

/// Exports of services, all of them text with a separator.
@Suite struct ServiceExportTests {
  @Test(
    "exports of Brainscape, Memrise, StudyBlue and Mochi are delimited text",
    arguments: ["brainscape", "memrise", "studyblue", "mochi-csv"])
  func delimited(folder: String) throws {
    let fixture = try #require(ImportFixture.all(in: folder).first)
    let text = try DelimitedText(fixture.bytes, name: fixture.name)
    #expect(text.batch.cards.distinct == fixture.cards)
    if case .bool(let header)? = fixture.expected["header"] {
      #expect(text.detection.dialect.hasHeader == header)
    }
  }

  private static let exports = ImportFixture.all(in: "quizlet")

  @Test("all of Quizlet's fixtures are there")
  func count() { #expect(ServiceExportTests.exports.count == 3) }

  @Test("a Quizlet export is split as its user chose, in pieces of any size", arguments: exports)
  func quizlet(fixture: ImportFixture) throws {
    let given = fixture.expected["options"]
    func option(_ key: String) -> String? {
      if case .string(let text)? = given?[key] { text } else { nil }
    }
    let options = QuizletOptions(
      termSeparator: option("term_sep") ?? "\\t", cardSeparator: option("card_sep") ?? "\\n")
    for piece in [1, 2, 5, 1 << 20] {
      let batch = try TextDeckFixtureTests.read(fixture.bytes, QuizletReader(options), piece: piece)
      #expect(batch.cards.distinct == fixture.cards)
      #expect(batch.problems.map { "\($0.line): \($0.reason.words)" } == fixture.problems)
    }
  }

  @Test("a line without a term is told, or belongs to the definition before it")
  func joinedLines() throws {
    let text = Array("a\tb\r\nmore\r\n\r\nc\td\n".utf8)
    let told = try TextDeckFixtureTests.read(text, QuizletReader())
    #expect(told.problems == [RowProblem(line: 2, reason: .noSeparator)])
    let joined = try TextDeckFixtureTests.read(
      text, QuizletReader(QuizletOptions(joinsLines: true)))
    #expect(joined.cards.distinct.map(\.back) == ["b\nmore", "d"])
    #expect(joined.drafts.map(\.line) == [1, 4])
  }
}
