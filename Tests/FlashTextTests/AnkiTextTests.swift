import FlashModel
import FlashTestSupport
import FlashText
import Testing

@Suite struct AnkiTextTests {
  static let fixtures = ImportFixture.all(in: "anki-text")

  private func read(
    _ bytes: [UInt8], piece: Int = 1 << 20
  ) throws(TextFormatError) -> DraftBatch {
    var scan = EncodingScan()
    try scan.push(bytes.span)
    let detection = AnkiTextDetection(
      head: bytes.span, isWhole: true, encoding: try scan.finish())
    return try TextDeckFixtureTests.read(bytes, DelimitedReader(detection.dialect), piece: piece)
  }

  private func read(_ text: String) throws -> [FixtureCard] {
    try read(Array(text.utf8)).cards.distinct
  }

  @Test("all fixtures are there")
  func count() { #expect(AnkiTextTests.fixtures.count == 13) }

  @Test("Anki's text gives its cards, in pieces of any size", arguments: fixtures)
  func reads(fixture: ImportFixture) throws {
    for piece in [1, 7, 1 << 20] {
      let batch = try read(fixture.bytes, piece: piece)
      #expect(batch.cards.distinct == fixture.cards)
      #expect(batch.problems == [])
    }
  }

  @Test("a note's id and the card's number are the card's source key")
  func keys() throws {
    let fixture = try #require(AnkiTextTests.fixtures.first { $0.name == "hand-columns.txt" })
    let batch = try read(fixture.bytes)
    #expect(
      batch.drafts.map { batch.text($0.sourceID) } == [
        "anki:g1:0", "anki:g2:0", "anki:g2:1", "anki:g3:0", "anki:g3:1", "anki:g4:0",
      ])
    #expect(batch.drafts.map(\.hasSourceKey) == Array(repeating: true, count: 6))
    #expect(batch.drafts.map(\.noteOrd) == [nil, 1, 2, 0, 1, nil])
    #expect(
      batch.drafts.map { batch.detail(of: $0).map { batch.text($0.noteKey) } } == [
        "anki:g1", "anki:g2", "anki:g2", "anki:g3", "anki:g3", "anki:g4",
      ])
    #expect(
      batch.text(batch.drafts[1].note) == "{{c1::Ada}} wrote {{c2::notes}}\n\n---\n\nextra")
  }

  @Test("a cloze note that is rendered again gives the cards that were read", arguments: fixtures)
  func rendersAgain(fixture: ImportFixture) throws {
    let batch = try read(fixture.bytes)
    for draft in batch.drafts where !draft.note.isEmpty {
      let cloze = ClozeText(batch.text(draft.note))
      let number = try #require(draft.noteOrd)
      #expect(cloze.front(of: number) == batch.text(draft.front))
      #expect(cloze.back(of: number) == batch.text(draft.back))
    }
  }

  @Test("note types say how many cards a note makes")
  func noteTypes() throws {
    let head = "#separator:tab\n#html:false\n#notetype column:1\n"
    func sides(_ row: String) throws -> [[String]] {
      try read(head + row).map { [$0.front, $0.back] }
    }
    #expect(try sides("Basic (optional reversed card)\ta\tb\ty\n") == [["a", "b"], ["b", "a"]])
    #expect(try sides("Basic (optional reversed card)\ta\tb\t\n") == [["a", "b"]])
    #expect(try sides("Basic\ta\tb\tc\n") == [["a", "b\n\nc"]])
    #expect(try sides("Mine\t{{c1::a}} b\t\n") == [["[...] b", "**a** b"]])
    let typed = try read(Array((head + "Basic (type in the answer)\ta\tb\n").utf8))
    #expect(typed.detail(of: typed.drafts[0])?.kind == .typeIn)
    let bad = try read(Array((head + "Cloze\ta\tb\nBasic\ta\t\n").utf8))
    #expect(
      bad.problems == [
        RowProblem(line: 4, reason: .noDeletion), RowProblem(line: 5, reason: .emptyBack),
      ])
  }

  @Test("a name of a column says which field it is")
  func columns() throws {
    let cards = try read("#separator:tab\n#columns:Tags\tBack\tFront\n#tags column:1\nt\tb\tf\n")
    #expect(cards.map { [$0.front, $0.back] + $0.tags } == [["f", "b", "t"]])
  }

  @Test("a comment is a line, whatever stands in it")
  func comments() throws {
    let cards = try read("#separator:comma\r\n# \"open,\r\na,b\r\n#\"\r\n\"c\n#d\",e\r\n#")
    #expect(cards.map { [$0.front, $0.back] } == [["a", "b"], ["c\n#d", "e"]])
  }

  @Test("without a word about it, fields are HTML if one of the first has a tag")
  func guessesHTML() throws {
    #expect(try read("#separator:tab\na<b>c</b>\td\n").map(\.front) == ["a**c**"])
    #expect(try read("#separator:tab\na &lt; 3 < 4\td\n").map(\.front) == ["a &lt; 3 < 4"])
  }

  @Test(
    "cut after any byte, or with any byte changed, it gives cards or a typed error",
    arguments: fixtures)
  func damaged(fixture: ImportFixture) {
    var random = SeededRandom(seed: 5)
    var variants = fixture.bytes.indices.map { Array(fixture.bytes[..<$0]) }
    for _ in 0..<300 where !fixture.bytes.isEmpty {
      var bytes = fixture.bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] ^=
          1 << UInt8.random(in: 0..<8, using: &random)
      }
      variants.append(bytes)
    }
    for bytes in variants {
      do throws(TextFormatError) {
        _ = try read(bytes)
      } catch {
        #expect(["encoding", "malformed"].contains(error.code))
      }
    }
  }

  @Test("Anki's JSON gives cards with their schedules")
  func json() throws {
    let fixture = try #require(
      ImportFixture.all(in: "jsonl").first { $0.name == "anki-foreign.json" })
    let batch = try TextDeckFixtureTests.read(fixture.bytes, AnkiJSONReader())
    #expect(batch.cards.distinct == fixture.cards)
    #expect(
      batch.schedules == [
        "q2: due 1736000000000, reviewed -, 12.0 days, ease 2.4, reps 5, lapses 1"
      ])
    #expect(batch.drafts.map { batch.text($0.sourceID) } == ["", "anki:abc:0"])
    for end in fixture.bytes.indices {
      #expect(throws: TextFormatError.self) {
        _ = try TextDeckFixtureTests.read(Array(fixture.bytes[..<end]), AnkiJSONReader())
      }
    }
  }
}
