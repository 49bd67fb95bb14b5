import FlashModel
import FlashTestSupport
import FlashText
import Testing

@Suite struct DelimitedFixtureTests {
  static let fixtures = ImportFixture.all(in: "delimited")

  @Test("all fixtures are there")
  func count() { #expect(DelimitedFixtureTests.fixtures.count == 24) }

  @Test(
    "a delimited file gives its cards, and each row that gives none is named", arguments: fixtures)
  func reads(fixture: ImportFixture) throws {
    let text = try DelimitedText(fixture.bytes, name: fixture.name)
    let (cards, duplicates) = text.batch.cards
    #expect(cards == fixture.cards)
    #expect(text.batch.problems.map { "\($0.line): \($0.reason.words)" } == fixture.problems)
    if case .integer(let count)? = fixture.expected["duplicates_skipped"] {
      #expect(duplicates == Int(count))
    } else {
      #expect(duplicates == 0)
    }
  }

  @Test("delimiter, header and encoding are found out", arguments: fixtures)
  func recognises(fixture: ImportFixture) throws {
    let dialect = try DelimitedText(fixture.bytes, name: fixture.name).detection.dialect
    if let delimiter = fixture.string("delimiter") {
      #expect([dialect.delimiter] == Array(delimiter.utf8))
    }
    if case .bool(let header)? = fixture.expected["header"] { #expect(dialect.hasHeader == header) }
    if let encoding = fixture.string("encoding") {
      #expect(dialect.encoding.encoding.rawValue == encoding)
    }
  }

  @Test("cut after any byte, a file gives rows or a typed error", arguments: fixtures)
  func truncated(fixture: ImportFixture) {
    for length in fixture.bytes.indices {
      do throws(TextFormatError) {
        _ = try DelimitedText(Array(fixture.bytes[..<length]), name: fixture.name)
      } catch {
        #expect(["encoding", "malformed"].contains(error.code))
      }
    }
  }

  @Test("with cells of HTML, sides are their Markdown")
  func html() throws {
    let fixture = try #require(
      DelimitedFixtureTests.fixtures.first { $0.name == "html-cells.csv" })
    let text = try DelimitedText(
      fixture.bytes, name: fixture.name, options: DelimitedOptions(isHTML: true))
    #expect(text.batch.cards.distinct.map(\.front) == ["1 < 2 and 3 > 2"])
    #expect(text.batch.cards.distinct.map(\.back) == ["a **tag** stays literal without --html"])
  }

  @Test("Mnemosyne's text is delimited text with cells of HTML")
  func mnemosyne() throws {
    let fixture = try #require(ImportFixture.all(in: "mnemosyne-tsv").first)
    let text = try DelimitedText(
      fixture.bytes, name: fixture.name, options: DelimitedOptions(isHTML: true))
    let sides = text.batch.cards.distinct.map { [plain($0.front), plain($0.back)] }
    #expect(sides == fixture.plainSides)
  }
}
