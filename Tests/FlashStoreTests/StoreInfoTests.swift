import FlashModel
import FlashSQL
import FlashStore
import FlashTestSupport
import Testing

@Suite struct StoreInfoTests {
  @Test("the file's facts are told, tombstones apart")
  func info() throws {
    let fixture = try Fixture()
    let (_, cards) = try fixture.deck(cards: 50)
    try fixture.store.removeCards([cards[0]], at: monday.advanced(by: 5))
    for card in cards.dropFirst() {
      _ = try fixture.store.record(
        Answer(cardID: card, rating: .good, ratedAt: monday.advanced(by: day)), by: rules)
    }
    fixture.store.close()
    let info = try fixture.reopened().info()
    #expect(info.path == fixture.path)
    #expect(info.fileBytes == (try fixture.folder.read("collection.db").count))
    #expect(info.fileBytes == info.pages * info.pageBytes)
    #expect(info.logBytes == 0)
    #expect(info.schema == Store.newestSchema)
    #expect(info.applicationID == 0x464C_5348)
    #expect(info.createdAt == monday)
    #expect(info.changedAt == monday.advanced(by: day))
    #expect(info[.cards].live == 49)
    #expect(info[.cards].removed == 1)
    #expect(info[.reviews].live == 49)
    #expect(info[.decks].live == 1)
    #expect(info.storeID != info.deviceID)
    #expect(info.libraryVersion.hasPrefix("3."))
    #expect((100.0..<1_500).contains(try #require(info[.reviews].bytesPerRow)))
    #expect(info[.topics].bytesPerRow == nil)
  }

  @Test("an old schema is told as it stands in the file")
  func oldSchema() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write(
      try FlashTestSupport.Fixture.bytes("stores/collection-1.db"), to: "old.db")
    let info = try Store(
      path: path, for: .reading, at: monday, random: SystemRandomNumberGenerator()
    ).info()
    #expect(info.schema == 1)
    #expect(info.newestSchema == Store.newestSchema)
    #expect(info.fileBytes == 163_840)
  }

  @Test("a replica goes on where it was; a copy, an older state and another place do not")
  func replicas() throws {
    let fixture = try Fixture()
    try fixture.deck()
    let here = try #require(try fixture.store.replicaPlace(at: fixture.path))
    #expect(try ReplicaPlace(json: JSONValue(parsing: here.json.bytes)) == here)
    #expect(here.isContinued(by: here))
    try fixture.store.addDeck(titled: "more", at: monday)
    let later = try #require(try fixture.store.replicaPlace(at: fixture.path))
    #expect(here.isContinued(by: later))
    #expect(!later.isContinued(by: here))
    fixture.store.close()
    try fixture.folder.write(try fixture.folder.read("collection.db"), to: "copy.db")
    let path = fixture.folder.path + "/copy.db"
    let copy = try Store(
      path: path, for: .writing, at: monday, random: SystemRandomNumberGenerator())
    let there = try #require(try copy.replicaPlace(at: path))
    #expect(!later.isContinued(by: there))
    let device = try copy.info().deviceID
    try copy.renewDeviceID()
    #expect(try copy.info().deviceID != device)
    #expect(try fixture.reopened().info().deviceID == device)
    #expect(try fixture.reopened().replicaPlace(at: fixture.path) == nil)
  }
}
