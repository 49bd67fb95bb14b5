import FlashModel
import FlashStore
import FlashTestSupport
import Testing

@Suite struct RecordTests {
  private func records(of store: Store, decks: [DeckID]? = nil) throws -> [StoredRecord] {
    var records: [StoredRecord] = []
    try store.forEachRecord(of: decks) { records.append($0) }
    return records
  }

  @discardableResult
  private func restore(_ records: [StoredRecord], into store: Store) throws -> RestoreCounts {
    try store.restoreRecords("import", by: rules, at: monday) { restore in
      for record in records { try restore.add(record) }
    }
  }

  @Test("a collection made of another one's records has the same records", arguments: 0..<12)
  func roundTrip(seed: Int) throws {
    let source = try Fixture(seed: UInt64(seed))
    try RandomHistory(seed: UInt64(seed)).play(in: source.store)
    let records = try records(of: source.store)
    let copy = try Fixture(seed: 77)
    try restore(records, into: copy.store)
    #expect(try self.records(of: copy.store) == records, "seed \(seed)")
    #expect(try copy.store.cards() == source.store.cards(), "seed \(seed)")
  }

  @Test("records of any value come back as they are", arguments: 0..<20)
  func anyRecords(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let records = RandomRecords.collection(&random)
    let fixture = try Fixture()
    try restore(records, into: fixture.store)
    #expect(try self.records(of: fixture.store) == records, "seed \(seed)")
  }

  @Test("the same records again change nothing")
  func idempotent() throws {
    let source = try Fixture()
    try RandomHistory(seed: 5).play(in: source.store)
    let records = try records(of: source.store)
    let counts = try restore(records, into: source.store)
    #expect(counts.cardsAdded + counts.cardsUpdated + counts.reviews + counts.others == 0)
    #expect(counts.cardsUnchanged > 0)
    #expect(try self.records(of: source.store) == records)
  }

  @Test("two devices that reviewed apart meet in one log and one schedule", arguments: 0..<10)
  func merge(seed: Int) throws {
    let base = try Fixture(seed: UInt64(seed))
    try RandomHistory(seed: UInt64(seed), steps: 30).play(in: base.store)
    let left = try Fixture(seed: 1_000)
    let right = try Fixture(seed: 2_000)
    for side in [left, right] { try restore(records(of: base.store), into: side.store) }
    try RandomHistory(seed: 31, steps: 25, answersOnly: true).play(in: left.store)
    try RandomHistory(seed: 32, steps: 25, answersOnly: true).play(in: right.store)
    let ofLeft = try records(of: left.store)
    try restore(records(of: right.store), into: left.store)
    try restore(ofLeft, into: right.store)
    #expect(try log(of: left.store) == log(of: right.store), "seed \(seed)")
    #expect(try schedules(of: left.store) == schedules(of: right.store), "seed \(seed)")
  }

  private func log(of store: Store) throws -> [ReviewID: Review] {
    var log: [ReviewID: Review] = [:]
    for case .review(let review) in try records(of: store) { log[review.id] = review }
    return log
  }

  private func schedules(of store: Store) throws -> [CardID: Scheduling] {
    var schedules: [CardID: Scheduling] = [:]
    for case .card(let card) in try records(of: store) { schedules[card.id] = card.scheduling }
    return schedules
  }

  @Test("the later clock wins, content and schedule each by their own")
  func laterClockWins() throws {
    let fixture = try Fixture()
    let (_, ids) = try fixture.deck(cards: 1)
    let original = try fixture.store.card(ids[0]).card
    var record = original
    record.front = "newer"
    record.contentUpdatedAt = monday.advanced(by: 5)
    record.schedulingUpdatedAt = monday.advanced(by: -5)
    record.scheduling.reps = 9
    #expect(try restore([.card(record)], into: fixture.store).cardsUpdated == 1)
    var expected = original
    expected.front = "newer"
    expected.contentUpdatedAt = monday.advanced(by: 5)
    #expect(try fixture.store.card(ids[0]).card == expected)
    record.front = "older"
    record.contentUpdatedAt = monday.advanced(by: 4)
    #expect(try restore([.card(record)], into: fixture.store).cardsUnchanged == 1)
    #expect(try fixture.store.card(ids[0]).card == expected)
  }

  @Test("one deck's records are the deck, its topic and what belongs to it")
  func oneDeck() throws {
    let fixture = try Fixture()
    let store = fixture.store
    let deck = try store.addDeck(titled: "A::B", at: monday)
    let ids = try store.addCards(
      [NewCard(front: "f", back: "b", subTopics: ["t"])], to: deck, at: monday)
    _ = try store.record(Answer(cardID: ids[0], rating: .good, ratedAt: monday), by: rules)
    _ = try fixture.deck("Other", cards: 2)
    try store.setSetting("study.rollover", to: "3", at: monday)
    let kinds = try records(of: store, decks: [deck.id]).map { record in
      switch record {
      case .setting: "setting"
      case .topic(let topic): "topic \(topic.name)"
      case .deck(let deck): "deck \(deck.title)"
      case .subTopic(let subTopic): "sub-topic \(subTopic.name)"
      case .card(let card): "card \(card.front)"
      case .session: "session"
      case .link: "link"
      case .review: "review"
      }
    }
    #expect(kinds == ["topic A", "deck A::B", "sub-topic t", "card f", "link", "review"])
  }

  @Test("the records of a deck that a tagged card was moved to make a collection", arguments: 0..<4)
  func movedCard(seed: Int) throws {
    let fixture = try Fixture(seed: UInt64(seed))
    let store = fixture.store
    try RandomHistory(seed: UInt64(seed)).play(in: store)
    let target = try store.addDeck(titled: "Target", at: monday)
    let moved = try store.cards().map(\.card.id)
    #expect(try store.moveCards(moved, to: target, at: monday) > 0)
    let records = try records(of: store, decks: [target.id])
    let copy = try Fixture(seed: 77)
    try restore(records, into: copy.store)
    #expect(try self.records(of: copy.store) == records, "seed \(seed)")
    #expect(try copy.store.cards() == store.cards(), "seed \(seed)")
  }

  @Test("undo takes a restore back, and not one of the answers it brought")
  func undo() throws {
    let source = try Fixture()
    let (_, ids) = try source.deck(cards: 2)
    _ = try source.store.record(Answer(cardID: ids[0], rating: .good, ratedAt: monday), by: rules)
    let copy = try Fixture(seed: 9)
    try restore(records(of: source.store), into: copy.store)
    #expect(try copy.store.undo(by: rules, at: monday).label == "import")
    #expect(try copy.store.cards() == [])
    #expect(throws: StoreError.nothingToUndo) { try copy.store.undo(by: rules, at: monday) }
  }

  @Test("a record whose parent is missing, or that breaks a rule, is refused with everything else")
  func refused() throws {
    let fixture = try Fixture()
    let deck = Deck(id: DeckID(high: 1, low: 1), title: "D", updatedAt: monday)
    var card = Card(
      id: CardID(high: 2, low: 2), deckID: deck.id, front: "f", back: "b",
      contentUpdatedAt: monday, schedulingUpdatedAt: monday)
    card.scheduling.memory = MemoryState(stability: 1, difficulty: 11)
    #expect(throws: StoreError.self) { try restore([.card(card)], into: fixture.store) }
    let error = #expect(throws: StoreError.self) {
      try restore([.deck(deck), .card(card)], into: fixture.store)
    }
    #expect(error?.kind == .badInput)
    #expect(try fixture.store.decks() == [])
  }
}
