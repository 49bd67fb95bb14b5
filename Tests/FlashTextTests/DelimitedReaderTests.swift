import FlashTestSupport
import FlashText
import Testing

@Suite struct DelimitedReaderTests {
  /// Reads `bytes` in pieces that `sizes` gives, over and over.
  private func read(
    _ bytes: [UInt8], _ dialect: DelimitedDialect, pieces sizes: [Int]
  ) throws(TextFormatError) -> DraftBatch {
    var reader = DelimitedReader(dialect)
    var batch: DraftBatch?
    var start = 0
    var turn = 0
    while start < bytes.count {
      let end = min(start + sizes[turn % sizes.count], bytes.count)
      let next = try reader.push(bytes.span.extracting(start..<end))
      batch = batch?.joined(with: next) ?? next
      start = end
      turn += 1
    }
    let last = try reader.finish()
    return batch?.joined(with: last) ?? last
  }

  private func outcome(
    _ bytes: [UInt8], _ dialect: DelimitedDialect, pieces: [Int]
  ) -> Result<[String], TextFormatError> {
    Result { () throws(TextFormatError) in
      let batch = try read(bytes, dialect, pieces: pieces)
      return batch.drafts.map { "\($0.line) \(FixtureCard($0, in: batch))" }
        + batch.problems.map { "\($0)" }
    }
  }

  @Test("how a file is cut into pieces changes nothing", arguments: DelimitedFixtureTests.fixtures)
  func pieces(fixture: ImportFixture) throws {
    let dialect = try DelimitedText(fixture.bytes, name: fixture.name).detection.dialect
    let whole = outcome(fixture.bytes, dialect, pieces: [fixture.bytes.count + 1])
    for size in 1...9 { #expect(outcome(fixture.bytes, dialect, pieces: [size]) == whole) }
    #expect(outcome(fixture.bytes, dialect, pieces: [1, 5, 2, 11, 3]) == whole)
  }

  @Test("random text gives the same rows or the same error, however it is cut")
  func randomPieces() {
    var random = SeededRandom(seed: 20_261_130)
    let pool = Array("ab,;\t\"\"\"\n\r #é日 ".utf8)
    for round in 0..<3_000 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        pool[Int.random(in: 0..<pool.count, using: &random)]
      }
      var dialect = DelimitedDialect(
        encoding: DetectedEncoding(.utf8), delimiter: round.isMultiple(of: 2) ? 0x2C : 0x09)
      dialect.comment = round.isMultiple(of: 3) ? Array("#".utf8) : []
      dialect.hasHeader = round.isMultiple(of: 5)
      let whole = outcome(bytes, dialect, pieces: [100])
      let sizes = (0..<4).map { _ in Int.random(in: 1...7, using: &random) }
      #expect(outcome(bytes, dialect, pieces: sizes) == whole, "seed 20261130, round \(round)")
    }
  }

  @Test(
    "records are read kindly",
    arguments: [
      ("a,\"b\" c\n", ",", ["a|b c"]),
      ("a,\"b\"\"c\"\n", ",", ["a|b\"c"]),
      ("5\" disk,b\n", ",", ["5\" disk|b"]),
      ("\"a\r\nb\",c\r\n", ",", ["a\nb|c"]),
      ("a\t\"b\" c\n", "\t", ["a|\"b\" c"]),
      ("a\t\"b\n", "\t", ["a|\"b"]),
      ("a\t\"b\tc\"\n", "\t", ["a|b\tc"]),
      ("a,b\r\r\n\rc,d", ",", ["a|b", "c|d"]),
      ("a,\n", ",", []),
      ("a#b#c\n", "#", ["a|b\n\nc"]),
      (" a , \u{3000}b\u{A0}\n", ",", ["a|b"]),
      ("\"\",\" \"\n\"a\",\"b\"", ",", ["a|b"]),
    ] as [(String, String, [String])])
  func kindly(text: String, delimiter: String, rows: [String]) throws {
    let options = DelimitedOptions(delimiter: delimiter.utf8.first, hasHeader: false)
    let batch = try DelimitedText(Array(text.utf8), options: options).batch
    #expect(batch.drafts.map { "\(batch.text($0.front))|\(batch.text($0.back))" } == rows)
  }

  @Test("lines are counted as an editor counts them")
  func lines() throws {
    let text = "a,1\r\n\r\n\"b\nb\",2\rc,\n,4\n\"d\r\n\r\nd\",5\ne,6"
    let batch = try DelimitedText(Array(text.utf8)).batch
    #expect(batch.drafts.map(\.line) == [1, 3, 7, 10])
    #expect(
      batch.problems == [
        RowProblem(line: 5, reason: .emptyBack), RowProblem(line: 6, reason: .emptyFront),
      ])
  }

  @Test("a quote that is never closed is malformed, with the line it opens in")
  func unterminated() {
    let text = "a,b\nc,d\n\"x\ny\",\"e\nf,g\n"
    #expect(throws: TextFormatError.malformed(line: 4, reason: "a quote that is never closed")) {
      try DelimitedText(Array(text.utf8), options: DelimitedOptions(delimiter: 0x2C))
    }
  }

  @Test("a comment mark drops records, and without one they are text")
  func comments() throws {
    let text = Array("#a,b\nc,d\n".utf8)
    #expect(try DelimitedText(text).batch.drafts.count == 2)
    let read = try DelimitedText(text, options: DelimitedOptions(comment: "#"))
    #expect(read.batch.drafts.map(\.line) == [2])
  }

  @Test("a level that is a bare number gets its column's name, and tags are split at all marks")
  func columns() throws {
    let text = "Word,Meaning,Lesson,Labels,Note\nhola,hello,3,\"a; b,c  d\",spoken\nya,yes,x,,\n"
    let batch = try DelimitedText(Array(text.utf8)).batch
    let cards = batch.cards.distinct
    #expect(cards.map(\.subTopics) == [["Lesson 3"], ["x"]])
    #expect(cards.map(\.tags) == [["a", "b", "c", "d"], []])
    #expect(cards.map(\.back) == ["hello\n\nspoken", "yes"])
  }
}
