import FlashModel
import FlashTestSupport
import FlashText
import Testing

@Suite struct TextDeckFixtureTests {
  private struct Source {
    let folder: String
    let format: Format
    let count: Int
  }

  private static let sources = [
    Source(folder: "hashcards", format: .hashcards, count: 1),
    Source(folder: "supermemo-qa", format: .questionAnswer, count: 1),
    Source(folder: "obsidian", format: .obsidian, count: 1),
    Source(folder: "org-drill", format: .org, count: 1),
    Source(folder: "remnote", format: .remNote, count: 1),
  ]

  /// All of them, with a reader each.
  static let fixtures: [(ImportFixture, Format)] = sources.flatMap { source in
    ImportFixture.all(in: source.folder).map { ($0, source.format) }
  }

  /// Reads bytes in pieces of a size.
  static func read(
    _ bytes: [UInt8], _ reader: some DraftReader, piece: Int = 1 << 20
  ) throws(TextFormatError) -> DraftBatch {
    var reader = reader
    var batch: DraftBatch?
    var index = 0
    while index < bytes.count {
      let end = min(index + piece, bytes.count)
      let next = try reader.push(bytes[index..<end].span)
      batch = batch?.joined(with: next) ?? next
      index = end
    }
    let last = try reader.finish()
    return batch?.joined(with: last) ?? last
  }

  private func read(
    _ bytes: [UInt8], _ format: Format, piece: Int = 1 << 20
  ) throws(TextFormatError) -> DraftBatch {
    guard let reader = format.reader(DetectedEncoding(.utf8)) else {
      throw .unsupported(format: format.title)
    }
    return try TextDeckFixtureTests.open(reader, bytes, piece)
  }

  private static func open(
    _ reader: some DraftReader, _ bytes: [UInt8], _ piece: Int
  ) throws(TextFormatError) -> DraftBatch { try read(bytes, reader, piece: piece) }

  @Test("all fixtures are there")
  func count() { #expect(TextDeckFixtureTests.fixtures.count == 5) }

  @Test("a text deck gives its cards, in pieces of any size", arguments: fixtures)
  func reads(fixture: ImportFixture, format: Format) throws {
    let deck = fixture.string("deck_title")
    for piece in [1, 7, 1 << 20] {
      let cards = try read(fixture.bytes, format, piece: piece).cards.distinct
      let expected = fixture.cards.map { card in
        var card = card
        if card.deck.isEmpty, let deck { card.deck = deck }
        return card
      }
      #expect(cards == expected)
    }
  }

  @Test("the schedules of other programs are read with their cards")
  func schedules() throws {
    let obsidian = try read(ImportFixture.all(in: "obsidian")[0].bytes, .obsidian)
    #expect(
      obsidian.schedules == [
        "Mitochondrion: due 2024-08-16, reviewed -, 51.0 days, ease 2.3, reps 1, lapses 0"
      ])
    let org = try read(ImportFixture.all(in: "org-drill")[0].bytes, .org)
    #expect(
      org.schedules == [
        """
        Translate this word.

        la mujer: due 2024-05-02, reviewed 2024-04-28 minute 654, 4.14 days, ease 2.6, reps 3, \
        lapses 1
        """
      ])
    #expect(
      org.text(org.drafts[0].sourceID) == "b186ff6c-0000-4000-8000-000000000001")
  }

  @Test(
    "cut after any byte, or with any byte changed, a text deck gives cards or a typed error",
    arguments: fixtures)
  func damaged(fixture: ImportFixture, format: Format) {
    var random = SeededRandom(seed: 11)
    var variants = fixture.bytes.indices.map { Array(fixture.bytes[..<$0]) }
    for _ in 0..<2_000 {
      var bytes = fixture.bytes
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        let place = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes.remove(at: place)
        case 1:
          bytes.insert(
            contentsOf: bytes[place...].prefix(Int.random(in: 1...20, using: &random)), at: place)
        default: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        }
      }
      variants.append(bytes)
    }
    for bytes in variants {
      do throws(TextFormatError) {
        let batch = try read(bytes, format)
        #expect(batch.drafts.allSatisfy { !$0.front.isEmpty && !$0.back.isEmpty })
      } catch {
        #expect(["encoding", "malformed"].contains(error.code))
      }
    }
  }

  @Test("long texts of openings are read in time")
  func hostile() throws {
    for (opening, format) in [
      ("C: [", .hashcards), ("[", .hashcards), ("==a", .obsidian), ("::", .obsidian),
      ("`", .obsidian),
      ("* x :drill:\n[", .org), ("[", .org), ("- {{", .remNote), (" - a\n  ", .remNote),
    ] as [(String, Format)] {
      let start = format == .hashcards ? "C: " : format == .org ? "* x :drill:\n" : "- "
      let text = start + String(repeating: opening, count: 400_000 / opening.utf8.count)
      do throws(TextFormatError) { _ = try read(Array(text.utf8), format) } catch {
        #expect(error.code == "malformed")
      }
    }
  }
}
