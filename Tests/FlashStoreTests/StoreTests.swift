import FlashModel
import FlashSQL
import FlashStore
import FlashTestSupport
import Testing

@Suite struct StoreTests {
  @Test("a collection that does not exist reads as empty, and is not made")
  func missing() throws {
    let folder = try TemporaryDirectory()
    let store = try Store(
      path: folder.path + "/none.db", for: .reading, at: monday,
      random: SystemRandomNumberGenerator())
    #expect(try store.decks() == [])
    #expect(try store.cards() == [])
    #expect(!folder.exists("none.db"))
    #expect(!folder.exists("none.db-lock"))
  }

  @Test("what is written is there when the file is opened again")
  func durable() throws {
    let fixture = try Fixture()
    let (deck, cards) = try fixture.deck()
    let again = try fixture.reopened()
    #expect(try again.deck(named: "Spanish") == deck)
    #expect(try again.cards().map(\.card.id) == cards)
  }

  @Test("a file that is no database is refused, and stays as it was")
  func garbage() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write(String(repeating: "no database ", count: 900), to: "x.db")
    let before = try folder.read("x.db")
    for purpose in [Store.Purpose.reading, .writing, .rehearsing] {
      #expect(throws: StoreError.database(.notADatabase(path: path))) {
        try Store(path: path, for: purpose, at: monday, random: SystemRandomNumberGenerator())
      }
    }
    #expect(try folder.read("x.db") == before)
    #expect(!folder.exists("x.db-lock"))
  }

  @Test("somebody else's database is refused, and stays as it was")
  func foreign() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path + "/theirs.db"
    let connection = try SQLiteConnection(path: path, access: .write)
    try connection.execute("create table theirs (a integer); insert into theirs values (7)")
    let before = try folder.read("theirs.db")
    for purpose in [Store.Purpose.reading, .writing, .rehearsing] {
      #expect(throws: StoreError.notACollection(path: path)) {
        try Store(path: path, for: purpose, at: monday, random: SystemRandomNumberGenerator())
      }
    }
    #expect(try folder.read("theirs.db") == before)
  }

  @Test("a newer schema is refused untouched")
  func newer() throws {
    let fixture = try Fixture()
    do {
      let connection = try SQLiteConnection(path: fixture.path, access: .write)
      try connection.execute("pragma user_version = 999")
      _ = try connection.checkpoint()
    }
    let before = try fixture.folder.read("collection.db")
    #expect(
      throws: StoreError.newerSchema(path: fixture.path, found: 999, supported: Store.newestSchema)
    ) { try fixture.reopened(for: .writing) }
    #expect(try fixture.folder.read("collection.db") == before)
  }

  @Test("a symbolic link is not written through")
  func link() throws {
    let fixture = try Fixture()
    let link = fixture.folder.path + "/link.db"
    try fixture.folder.link("link.db", to: fixture.path)
    #expect(throws: StoreError.symbolicLink(path: link)) {
      try Store(path: link, for: .writing, at: monday, random: SystemRandomNumberGenerator())
    }
  }

  @Test("a rehearsal does everything to a copy, and nothing to the file")
  func rehearsal() throws {
    let fixture = try Fixture()
    _ = try fixture.deck()
    let before = try fixture.folder.read("collection.db")
    let log = try fixture.folder.read("collection.db-wal")
    let copy = try fixture.reopened(for: .rehearsing)
    try copy.addDeck(titled: "French", at: monday)
    #expect(try copy.decks().map(\.title) == ["French", "Spanish"])
    #expect(try fixture.folder.read("collection.db") == before)
    #expect(try fixture.folder.read("collection.db-wal") == log)
    #expect(try fixture.store.decks().map(\.title) == ["Spanish"])
  }

  @Test("two writers take turns")
  func twoWriters() throws {
    let fixture = try Fixture()
    let other = try fixture.reopened(for: .writing)
    for number in 0..<20 {
      try (number % 2 == 0 ? fixture.store : other).addDeck(titled: "deck \(number)", at: monday)
    }
    #expect(try fixture.store.decks().count == 20)
    #expect(try other.decks().count == 20)
  }

  @Test("an action that fails half-way leaves nothing")
  func allOrNothing() throws {
    let fixture = try Fixture()
    let (deck, cards) = try fixture.deck()
    let stranger: CardID = Identifier(high: 1, low: 1)
    #expect(throws: StoreError.self) {
      try fixture.store.tagCards(cards + [stranger], with: ["new"], at: monday)
    }
    #expect(try fixture.store.subTopics(of: deck.id) == [])
    #expect(throws: StoreError.invalid(field: "front", reason: "is empty")) {
      try fixture.store.addCards(
        [NewCard(front: "a", back: "b"), NewCard(front: " ", back: "b")], to: deck, at: monday)
    }
    #expect(try fixture.store.cards().count == 3)
  }

  @Test("a renamed deck follows its path to another topic, unless its topic was chosen")
  func renamedIntoTopic() throws {
    let fixture = try Fixture()
    let store = fixture.store
    func topic(of deck: Deck) throws -> String? {
      try store.topics().first { $0.id == deck.topicID }?.name
    }
    func renamed(_ deck: Deck, to title: String, topic: String? = nil) throws -> Deck {
      var edit = DeckEdit()
      edit.title = title
      edit.topic = topic
      return try store.editDeck(deck.id, edit, at: monday)
    }
    var deck = try store.addDeck(titled: "Verbs", at: monday)
    deck = try renamed(deck, to: "Spanish::Verbs")
    #expect(try topic(of: deck) == "Spanish")
    deck = try renamed(deck, to: "French::Verbs")
    #expect(try topic(of: deck) == "French")
    deck = try renamed(deck, to: "Verbs")
    #expect(try topic(of: deck) == nil)
    deck = try renamed(deck, to: "Spanish::Verbs", topic: "Languages")
    deck = try renamed(deck, to: "French::Verbs")
    #expect(try topic(of: deck) == "Languages")
  }
}
