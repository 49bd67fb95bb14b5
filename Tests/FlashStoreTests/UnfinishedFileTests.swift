import FlashModel
import FlashSQL
import FlashStore
import FlashTestSupport
import Testing

/// Files of programs that were killed while they made or read them.
@Suite struct UnfinishedFileTests {
  @Test("a collection that was killed before it had its row of counters gets it")
  func withoutRow() throws {
    let fixture = try Fixture()
    fixture.store.close()
    try SQLiteConnection(path: fixture.path, access: .write).execute("delete from store")
    let store = try fixture.reopened(for: .writing)
    try store.addDeck(titled: "D", at: monday)
    #expect(try store.decks().map(\.title) == ["D"])
  }

  @Test("a file without tables reads as an empty collection, and becomes one when it is written")
  func withoutTables() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path + "/collection.db"
    try SQLiteConnection(path: path, access: .write).execute("pragma journal_mode = wal")
    #expect(
      try Store(path: path, for: .reading, at: monday, random: SystemRandomNumberGenerator())
        .decks() == [])
    let store = try Store(
      path: path, for: .writing, at: monday, random: SystemRandomNumberGenerator())
    try store.addDeck(titled: "D", at: monday)
    #expect(
      try Store(path: path, for: .rehearsing, at: monday, random: SystemRandomNumberGenerator())
        .decks().map(\.title) == ["D"])
  }
}
