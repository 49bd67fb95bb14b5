import FlashModel
import FlashSQL
import FlashStore
import FlashTestSupport
import Testing

/// Brief imports into an empty collection, which do without the write-ahead log.
@Suite struct FillingTests {
  private struct Failure: Error {}

  private func fill(
    _ store: Store, cards count: Int = 3, _ meanwhile: () throws -> Void = {}
  ) throws {
    var request = ImportRequest("import")
    request.isBrief = true
    _ = try store.importCards(request, at: monday) { cards in
      let deck = try cards.deck(path: "Deck")
      for number in 0..<count {
        let text = Array("text \(number)".utf8)[...]
        try cards.add(ImportRow(front: text, back: text, deck: deck))
      }
      try meanwhile()
    }
  }

  private func journalMode(_ path: String) throws -> String? {
    let connection = try SQLiteConnection(path: path, access: .read)
    let statement = try connection.statement("pragma journal_mode")
    return try statement.step() ? statement.text(0) : nil
  }

  /// Whether the file says that it has a write-ahead log: bytes 18 and 19 of its head.
  private func hasLog(_ fixture: Fixture) throws -> Bool {
    let head = try fixture.folder.read("collection.db")
    return head[18] == 2 && head[19] == 2
  }

  @Test("nothing is in a log meanwhile, and all is as before afterwards")
  func modes() throws {
    let fixture = try Fixture()
    #expect(try hasLog(fixture))
    var hadLog = true
    try fill(fixture.store) { hadLog = try hasLog(fixture) }
    #expect(!hadLog)
    #expect(try hasLog(fixture))
    #expect(try journalMode(fixture.path) == "wal")
    #expect(try fixture.reopened().cards().count == 3)
    #expect(!fixture.folder.exists("collection.db-journal"))
    try fill(fixture.store, cards: 5) { hadLog = try hasLog(fixture) }
    #expect(hadLog)
    #expect(try fixture.reopened().cards().count == 5)
  }

  @Test("one that fails leaves the collection as it was, with its log")
  func failure() throws {
    let fixture = try Fixture()
    try fixture.store.addDeck(titled: "Mine", at: monday)
    #expect(throws: Failure.self) {
      try fill(fixture.store) { throw Failure() }
    }
    #expect(try hasLog(fixture))
    let store = try fixture.reopened()
    #expect(try store.decks().map(\.title) == ["Mine"])
    #expect(try store.cards() == [])
    try fill(fixture.store)
    #expect(try fixture.reopened().cards().count == 3)
  }

  @Test(
    "whoever has the collection open reads on, and sees what was before until all of it is there")
  func readers() throws {
    let fixture = try Fixture()
    let reader = try fixture.reopened()
    #expect(try reader.cards() == [])
    try fill(fixture.store, cards: 2_000) {
      let (hasLog, seen) = (try hasLog(fixture), try reader.cards())
      #expect(hasLog)
      #expect(seen == [])
    }
    #expect(try reader.cards().count == 2_000)
    #expect(try fixture.store.undo(by: rules, at: monday).label == "import")
    #expect(try reader.cards() == [])
  }
}
