import FlashModel
import FlashSQL
import FlashStore
import FlashText
import Testing

@Suite struct CardImportTests {
  private struct Row {
    var front: String
    var back: String
    var deck = "Deck"
    var tags: [String] = []
    var id = ""
  }

  private func run(
    _ rows: [Row], into store: Store, _ policy: DuplicatePolicy = .update, restoring: Bool = false,
    isBrief: Bool = false
  ) throws -> ImportCounts {
    var request = ImportRequest("import")
    request.policy = policy
    request.restoresRemoved = restoring
    request.isBrief = isBrief
    return try store.importCards(request, at: monday) { cards in
      for row in rows {
        try cards.add(
          ImportRow(
            front: Array(row.front.utf8)[...], back: Array(row.back.utf8)[...],
            deck: try cards.deck(path: row.deck), subTopics: row.tags,
            sourceID: Array(row.id.utf8)[...]))
      }
    }
  }

  private func texts(_ store: Store) throws -> [String] {
    try store.cards().map { "\($0.card.front)=\($0.card.back)" }
  }

  @Test("the same rows again change nothing")
  func idempotent() throws {
    let fixture = try Fixture()
    let rows = [
      Row(front: "a", back: "1", tags: ["x", "y"]), Row(front: "b", back: "2"),
      Row(front: "a", back: "3"), Row(front: "a", back: "1"),
      Row(front: "c", back: "4", deck: "T::D"),
    ]
    let first = try run(rows, into: fixture.store)
    #expect(first.decks == 2)
    #expect(first.added == 4)
    #expect(first.duplicates == 1)
    let before = try fixture.store.cards()
    let second = try run(rows, into: fixture.store)
    #expect(second.unchanged == 4)
    #expect(second.duplicates == 1)
    #expect(second.added + second.updated + second.decks + second.conflicting == 0)
    #expect(try fixture.store.cards() == before)
    #expect(try fixture.store.undo(by: rules, at: monday).label == "import")
    #expect(try fixture.store.cards() == [])
  }

  @Test(
    "an import into an empty collection leaves all of its indexes, and one that fails does too",
    arguments: [false, true])
  func indexes(isBrief: Bool) throws {
    struct Failure: Error {}
    let fixture = try Fixture()
    let before = try schema(fixture.path)
    #expect(throws: Failure.self) {
      var request = ImportRequest("import")
      request.isBrief = isBrief
      _ = try fixture.store.importCards(request, at: monday) { _ in throw Failure() }
    }
    #expect(try schema(fixture.path) == before)
    _ = try run(
      [Row(front: "a", back: "1", tags: ["x"])], into: fixture.store, isBrief: isBrief)
    #expect(try schema(fixture.path) == before)
    #expect(try fixture.store.check(by: rules, at: monday).findings == [])
  }

  private func schema(_ path: String) throws -> [String] {
    let connection = try SQLiteConnection(path: path, access: .read)
    let statement = try connection.statement(
      "select sql from sqlite_schema where sql is not null order by name")
    var lines: [String] = []
    while try statement.step() { lines.append(statement.text(0)) }
    return lines
  }

  @Test("two stores that import the same rows meet in the same ids")
  func derivedIDs() throws {
    let rows = [Row(front: "a", back: "1", tags: ["x"]), Row(front: "a", back: "2")]
    let left = try Fixture(seed: 1)
    let right = try Fixture(seed: 2)
    _ = try run(rows, into: left.store)
    _ = try run(rows, into: right.store)
    #expect(try left.store.cards() == right.store.cards())
    #expect(try left.store.decks() == right.store.decks())
  }

  @Test("changed text follows the file and keeps the schedule; an edit made here wins")
  func updates() throws {
    let fixture = try Fixture()
    let store = fixture.store
    _ = try run([Row(front: "a", back: "1"), Row(front: "b", back: "2")], into: store)
    let cards = try store.cards().map(\.card.id)
    let answered = try store.record(
      Answer(cardID: cards[0], rating: .good, ratedAt: monday), by: rules)
    var edit = CardEdit()
    edit.back = "mine"
    try store.editCards([cards[1]], edit, at: monday)
    let counts = try run([Row(front: "a", back: "1!"), Row(front: "b", back: "2!")], into: store)
    #expect(counts.updated == 1)
    #expect(counts.conflicting == 1)
    #expect(try texts(store) == ["a=1!", "b=mine"])
    #expect(try store.card(cards[0]).card.scheduling == answered.after)
  }

  @Test("once an edit made here is in the file, the file counts again")
  func settledConflict() throws {
    let fixture = try Fixture()
    let store = fixture.store
    _ = try run([Row(front: "a", back: "1")], into: store)
    var edit = CardEdit()
    edit.back = "mine"
    try store.editCards([try store.cards()[0].card.id], edit, at: monday)
    #expect(try run([Row(front: "a", back: "2")], into: store).conflicting == 1)
    let settled = try store.cards()
    #expect(try run([Row(front: "a", back: "mine")], into: store).unchanged == 1)
    #expect(try store.cards() == settled)
    #expect(try run([Row(front: "a", back: "3")], into: store).updated == 1)
    #expect(try texts(store) == ["a=3"])
  }

  @Test("rows that equal a stored card match first, wherever they stand")
  func equalFirst() throws {
    let fixture = try Fixture()
    let store = fixture.store
    _ = try run([Row(front: "a", back: "1"), Row(front: "a", back: "2")], into: store)
    let counts = try run([Row(front: "a", back: "3"), Row(front: "a", back: "1")], into: store)
    #expect(counts.unchanged == 1)
    #expect(counts.updated == 1)
    #expect(try texts(store) == ["a=1", "a=3"])
  }

  @Test("what was removed here is not brought back, unless asked for")
  func removed() throws {
    let fixture = try Fixture()
    let store = fixture.store
    let rows = [Row(front: "a", back: "1"), Row(front: "b", back: "2")]
    _ = try run(rows, into: store)
    try store.removeCards([try store.cards()[0].card.id], at: monday)
    let counts = try run(rows, into: store)
    #expect(counts.removedHere == 1)
    #expect(try texts(store) == ["b=2"])
    #expect(try run(rows, into: store, restoring: true).updated == 1)
    #expect(try texts(store) == ["a=1", "b=2"])
    try store.removeDeck(try store.deck(named: "Deck"), at: monday)
    #expect(try run(rows, into: store).removedHere == 2)
    #expect(try run(rows, into: store, restoring: true).unchanged == 2)
  }

  @Test("an import that was undone can be done again; what was removed by hand stays so")
  func undone() throws {
    let fixture = try Fixture()
    let store = fixture.store
    let rows = [Row(front: "a", back: "1", tags: ["t"]), Row(front: "b", back: "2")]
    _ = try run(rows, into: store)
    _ = try store.undo(by: rules, at: monday.advanced(by: 1_000))
    #expect(try store.cards() == [])
    #expect(try run(rows, into: store).removedHere == 0)
    #expect(try texts(store) == ["a=1", "b=2"])
    try store.removeCards([try store.cards()[0].card.id], at: monday.advanced(by: 2_000))
    #expect(try run(rows, into: store).removedHere == 1)
    #expect(try texts(store) == ["b=2"])
  }

  @Test("policies: skip leaves, keep adds, fail ends with nothing changed")
  func policies() throws {
    let fixture = try Fixture()
    let store = fixture.store
    _ = try run([Row(front: "a", back: "1")], into: store)
    let changed = [Row(front: "z", back: "0"), Row(front: "a", back: "2")]
    #expect(throws: StoreError.exists(what: .card, name: "a")) {
      try run(changed, into: store, .fail)
    }
    #expect(try texts(store) == ["a=1"])
    #expect(try run(changed, into: store, .skip).duplicates == 1)
    #expect(try texts(store) == ["a=1", "z=0"])
    #expect(try run(changed, into: store, .keep).added == 1)
    #expect(try texts(store) == ["a=1", "z=0", "a=2"])
  }

  @Test("a row with an id finds its card under any text, and follows it to another deck")
  func identified() throws {
    let fixture = try Fixture()
    let store = fixture.store
    _ = try run([Row(front: "a", back: "1", id: "n1")], into: store)
    let id = try store.cards()[0].card.id
    let counts = try run([Row(front: "b", back: "2", deck: "Moved", id: "n1")], into: store)
    #expect(counts.updated == 1)
    #expect(try store.card(id).card.front == "b")
    #expect(try store.card(id).deckTitle == "Moved")
  }

  @Test("of two rows with one id and different texts neither replaces the other, again and again")
  func oneIDTwice() throws {
    let fixture = try Fixture()
    let store = fixture.store
    func importBoth() throws -> (ImportCounts, refused: [StoreError]) {
      var refused: [StoreError] = []
      let counts = try store.importCards(ImportRequest("import"), at: monday) { cards in
        for front in ["first", "second", "first"] {
          do throws(any Error) {
            try cards.add(
              ImportRow(
                front: Array(front.utf8)[...], back: [UInt8(ascii: "b")][...],
                deck: try cards.deck(path: "Deck"), sourceID: Array("n1".utf8)[...]))
          } catch let error as StoreError {
            refused.append(error)
          }
        }
      }
      return (counts, refused)
    }
    let error = StoreError.invalid(
      field: "id", reason: "a row before it has the same, with another text")
    var outcome = try importBoth()
    #expect(outcome.refused == [error])
    #expect(outcome.0.added == 1 && outcome.0.duplicates == 1)
    #expect(try texts(store) == ["first=b"])
    outcome = try importBoth()
    #expect(outcome.refused == [error])
    #expect(outcome.0.unchanged == 1 && outcome.0.updated == 0)
    #expect(try texts(store) == ["first=b"])
  }

  @Test("a tag that was taken from a card here does not come back")
  func untagged() throws {
    let fixture = try Fixture()
    let store = fixture.store
    let rows = [Row(front: "a", back: "1", tags: ["x", "y"])]
    _ = try run(rows, into: store)
    let id = try store.cards()[0].card.id
    try store.untagCards([id], from: ["X"], at: monday)
    #expect(try run(rows, into: store).unchanged == 1)
    #expect(try store.card(id).subTopics == ["y"])
  }

  private func runCloze(
    _ rows: [(note: String, ord: Int, front: String, back: String)], into store: Store
  ) throws -> ImportCounts {
    try store.importCards(ImportRequest("import"), at: monday) { cards in
      let deck = try cards.deck(path: "Deck")
      for row in rows {
        try cards.add(
          ImportRow(
            front: Array(row.front.utf8)[...], back: Array(row.back.utf8)[...], deck: deck,
            note: Array(row.note.utf8)[...], noteOrd: row.ord))
      }
    }
  }

  @Test(
    "a name that was written as a word is no second sub-topic", arguments: ["a b", "c,d", "e; f"])
  func nameAsWord(name: String) throws {
    let fixture = try Fixture()
    let store = fixture.store
    let row = Row(front: "f", back: "b", tags: [name])
    _ = try run([row], into: store)
    let labels = DelimitedLabels(["x y", name])
    #expect(labels.altered == [name])
    var written = row
    written.tags = [labels.tags]
    #expect(try run([written], into: store).unchanged == 1)
    #expect(try store.cards()[0].subTopics == [name])
  }

  @Test("rows of one cloze text become siblings, and follow the file together")
  func cloze() throws {
    let fixture = try Fixture()
    let store = fixture.store
    let text = "{{c1::Ag}} is {{c2::silver}}"
    let rows = [
      (note: text, ord: 1, front: "[...] is silver", back: "**Ag** is silver"),
      (note: text, ord: 2, front: "Ag is [...]", back: "Ag is **silver**"),
    ]
    #expect(try runCloze(rows, into: store).added == 2)
    let cards = try store.cards().map(\.card)
    #expect(cards.map(\.kind) == [.cloze, .cloze])
    #expect(cards.map(\.noteOrd) == [1, 2])
    #expect(cards.map(\.noteText) == [text, text])
    #expect(cards[0].noteID != nil)
    #expect(cards[0].noteID == cards[1].noteID)
    #expect(try runCloze(rows, into: store).unchanged == 2)
    #expect(try store.cards().map(\.card) == cards)

    let changed = "{{c1::Au}} is {{c2::silver}}"
    let counts = try runCloze(
      [(note: changed, ord: 1, front: "[...] is silver", back: "**Au** is silver")], into: store)
    #expect(counts.updated == 1)
    #expect(try store.card(cards[0].id).card.noteText == changed)
    #expect(try store.undo(by: rules, at: monday).label == "import")
    #expect(try store.card(cards[0].id).card.noteText == text)
    #expect(try texts(store) == rows.map { "\($0.front)=\($0.back)" })
  }

  @Test("cards made, edited or renamed here are known by their text")
  func byText() throws {
    let fixture = try Fixture()
    let store = fixture.store
    let (deck, ids) = try fixture.deck("Hand", cards: 2)
    _ = try run([Row(front: "a", back: "1", deck: "Hand")], into: store)
    var edit = CardEdit()
    edit.front = "b"
    try store.editCards([try store.cards()[2].card.id], edit, at: monday)
    var rename = DeckEdit()
    rename.title = "Renamed"
    _ = try store.editDeck(deck.id, rename, at: monday)
    let rows = try store.cards().map {
      Row(front: $0.card.front, back: $0.card.back, deck: "Renamed", tags: $0.subTopics)
    }
    let before = try store.cards()
    let counts = try run(rows + [rows[0]], into: store)
    #expect(counts.unchanged == 3)
    #expect(counts.duplicates == 1)
    #expect(counts.added + counts.updated == 0)
    #expect(try store.cards() == before)

    let changed = try run(
      [Row(front: "front 1", back: "new", deck: "Renamed"), rows[0]], into: store)
    #expect(changed.updated == 1)
    #expect(changed.unchanged == 1)
    #expect(try store.card(ids[1]).card.back == "new")
    try store.removeCards([ids[0]], at: monday)
    #expect(try run([rows[0]], into: store).removedHere == 1)
  }

  @Test("rows go on behind the cards that a deck has")
  func appended() throws {
    let fixture = try Fixture()
    _ = try fixture.deck("Hand", cards: 2)
    let rows = (0..<5).map { Row(front: "\($0)", back: "b", deck: "Hand") }
    #expect(try run(rows, into: fixture.store).added == 5)
    #expect(try fixture.store.cards().map(\.card.position) == Array(0..<7))
  }
}
