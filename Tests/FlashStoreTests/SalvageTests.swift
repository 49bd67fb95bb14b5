import FlashModel
import FlashSQL
import FlashStore
import FlashTestSupport
import Foundation
import Testing

@Suite struct SalvageTests {
  /// A collection of some hundred pages, its log folded in, and its records.
  private struct Image {
    let folder: TemporaryDirectory
    let bytes: [UInt8]
    let records: [StoredRecord]

    init() throws {
      let fixture = try Fixture(seed: 5)
      folder = fixture.folder
      for title in ["Spanish", "French"] {
        let deck = try fixture.store.addDeck(titled: title, at: monday)
        let cards = try fixture.store.addCards(
          (0..<400).map {
            // Some cards are so long that they spill over to pages of their own.
            NewCard(
              front: "\(title) \($0)",
              back: String(repeating: "answer ", count: $0 % 50 == 0 ? 2_000 : 3),
              subTopics: ["t\($0 % 3)"])
          }, to: deck, at: monday)
        for (number, card) in cards.enumerated() where number.isMultiple(of: 2) {
          _ = try fixture.store.record(
            Answer(
              cardID: card, rating: .good, ratedAt: monday.advanced(by: Int64(number) * 1_000)),
            by: rules)
        }
      }
      try fixture.store.setSetting("study.rollover", to: "5", at: monday)
      fixture.store.close()
      bytes = try folder.read("collection.db")
      var records: [StoredRecord] = []
      try fixture.reopened().forEachRecord { records.append($0) }
      self.records = records
    }

    /// What is salvaged of other bytes.
    func salvage(_ bytes: [UInt8]) throws -> (report: SalvageReport, records: [StoredRecord]) {
      let path = try folder.write(bytes, to: "damaged.db")
      var records: [StoredRecord] = []
      let report = try StoreSalvage(
        of: path, scratch: folder.path + "/scratch", at: monday,
        random: SystemRandomNumberGenerator()
      ).run { records.append($0) }
      #expect(try folder.read("damaged.db") == bytes)
      for name in ["scratch.damaged", "scratch.rebuilt", "damaged.db-shm", "damaged.db-lock"] {
        #expect(!folder.exists(name))
      }
      return (report, records)
    }

    /// Pages of one table, from 0.
    func pages(of table: String) throws -> [Int] {
      let connection = try SQLiteConnection(path: folder.path + "/collection.db", access: .read)
      let statement = try connection.statement(
        "select pageno from dbstat where name = '\(table)' and pagetype = 'leaf'")
      var pages: [Int] = []
      while try statement.step() { pages.append(Int(statement.integer(0)) - 1) }
      return pages
    }
  }

  @Test("everything of a whole collection is read, and it is said to be whole")
  func whole() throws {
    let image = try Image()
    let found = try image.salvage(image.bytes)
    #expect(found.records == image.records)
    #expect(found.report.isWhole)
    #expect(found.report.strayRecords == 0)
    #expect(found.report.records[.cards] == 800)
    #expect(found.report.records[.reviews] == 400)
  }

  @Test("nobody else can read the copies that a salvage makes on its way")
  func privateScratch() throws {
    let fixture = try Fixture()
    try fixture.deck(cards: 1)
    fixture.store.close()
    let scratch = fixture.folder.path + "/scratch"
    var modes: [Int] = []
    _ = try StoreSalvage(
      of: fixture.path, scratch: scratch, at: monday, random: SystemRandomNumberGenerator()
    ).run { _ in
      guard modes.isEmpty else { return }
      modes = try [".damaged", ".rebuilt"].map {
        try FileManager.default.attributesOfItem(atPath: scratch + $0)[.posixPermissions] as? Int
          ?? 0
      }
    }
    #expect(modes == [0o600, 0o600])
  }

  @Test("a collection of an old schema is read, whole or without its first page")
  func oldSchema() throws {
    let image = try Image()
    var bytes = try FlashTestSupport.Fixture.bytes("stores/collection-1.db")
    let whole = try image.salvage(bytes)
    #expect(whole.report.isWhole)
    #expect(whole.records.contains { if case .card = $0 { true } else { false } })
    for index in 0..<100 { bytes[index] = 0 }
    #expect(try Set(image.salvage(bytes).records) == Set(whole.records))
  }

  @Test("without its first page every record is still found")
  func withoutHeader() throws {
    let image = try Image()
    var bytes = image.bytes
    for index in 0..<4_096 { bytes[index] = 0 }
    let found = try image.salvage(bytes)
    #expect(!found.report.isWhole)
    #expect(Set(found.records) == Set(image.records))
    #expect(found.report.strayRecords >= image.records.count)
  }

  @Test("with a page of cards lost all others are found", arguments: [0, 3, -1])
  func lostPage(place: Int) throws {
    let image = try Image()
    let pages = try image.pages(of: "cards")
    let page = place < 0 ? pages[pages.count + place] : pages[place]
    var bytes = image.bytes
    for index in page * 4_096..<(page + 1) * 4_096 { bytes[index] = 0xEE }
    let found = try image.salvage(bytes)
    #expect(!found.report.isWhole)
    let lost = image.records.filter {
      if case .card = $0 { !found.records.contains($0) } else { false }
    }
    #expect((1..<60).contains(lost.count))
    #expect(Set(found.records).isSubset(of: Set(image.records)))
    #expect(found.report.records[.cards] == 800 - lost.count)
  }

  @Test("with the tree above the cards lost every card is found in its page")
  func lostTree() throws {
    let image = try Image()
    let connection = try SQLiteConnection(path: image.folder.path + "/collection.db", access: .read)
    var bytes = image.bytes
    for table in ["cards", "reviews"] {
      let root = try connection.integer(
        "select rootpage from sqlite_schema where name = '\(table)'")
      let start = (Int(try #require(root)) - 1) * 4_096
      for index in start..<start + 4_096 { bytes[index] = 0 }
    }
    let found = try image.salvage(bytes)
    #expect(Set(found.records) == Set(image.records))
    #expect(found.report.strayRecords == 1_200)
  }

  @Test("cards whose deck is lost go to one that stands in for it")
  func lostDecks() throws {
    let image = try Image()
    var bytes = image.bytes
    for page in try image.pages(of: "decks") {
      for index in page * 4_096..<(page + 1) * 4_096 { bytes[index] = 0 }
    }
    let found = try image.salvage(bytes)
    #expect(found.report.standInDecks == 2)
    #expect(found.report.records[.cards] == 800)
    let titles = found.records.compactMap { record -> String? in
      if case .deck(let deck) = record { deck.title } else { nil }
    }
    #expect(titles == ["salvaged 1", "salvaged 2"])
  }

  @Test("of any damage something is read or an error told, and nothing is made up")
  func mutants() throws {
    let image = try Image()
    let fronts = Set(
      image.records.compactMap { record -> CardID? in
        if case .card(let card) = record { card.id } else { nil }
      })
    var random = SeededRandom(seed: 12)
    var cards = 0
    for number in 0..<40 {
      var bytes = image.bytes
      switch number % 4 {
      case 0:
        for _ in 0..<200 {
          bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
            in: 0...255, using: &random)
        }
      case 1:
        let start = Int.random(in: 0..<bytes.count / 4_096, using: &random) * 4_096
        for index in start..<start + 4_096 { bytes[index] = 0 }
      case 2: bytes.removeLast(Int.random(in: 1..<bytes.count * 3 / 4, using: &random))
      default:
        let (a, b) = (
          Int.random(in: 1..<bytes.count / 4_096, using: &random) * 4_096,
          Int.random(in: 1..<bytes.count / 4_096, using: &random) * 4_096
        )
        for index in 0..<4_096 { bytes.swapAt(a + index, b + index) }
      }
      do {
        let found = try image.salvage(bytes)
        for case .card(let card) in found.records where number % 4 != 0 {
          #expect(fronts.contains(card.id))
        }
        cards += found.report.records[.cards] ?? 0
      } catch is StoreError {}
    }
    // A zeroed or exchanged page costs a few cards, a cut most of them.
    #expect(cards > 20 * 800)
  }
}
