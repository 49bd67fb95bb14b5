import FlashModel
import FlashSQL
import FlashScheduler
import FlashStore
import FlashTestSupport
import Testing

@Suite struct ReviewFactTests {
  /// A row of the log as it is stored.
  private struct Row {
    var card: Int64
    var order: Int64
    var id: [UInt8]
    var kind: Int64
    var cancels: [UInt8]
    var fact: ReviewFact
  }

  /// The facts of a collection by the letter: each card's log in order, without what stands taken
  /// back.
  private func slowFacts(_ path: String) throws -> [Int64: [ReviewFact]] {
    let connection = try SQLiteConnection(path: path, access: .read)
    let statement = try connection.prepare(
      """
      select card_key, order_ms, id, kind, coalesce(cancels_id, x''), coalesce(rating, 1),
        duration_ms, state, due_at_ms, rated_at_ms, last_scheduled_ms, state_before
      from reviews order by card_key, order_ms, id
      """)
    var logs: [Int64: [Row]] = [:]
    var states: [Int64: Scheduling] = [:]
    while try statement.step() {
      let card = statement.integer(0)
      let rated = statement.optionalInteger(9) ?? statement.integer(1)
      var before = states[card] ?? .new
      if let text = statement.optionalText(11) {
        before = Scheduling(json: try JSONValue(parsing: Array(text.utf8)))
      }
      var fact = ReviewFact(
        cardKey: card, ratedAt: Timestamp(milliseconds: rated),
        rating: try #require(Rating(rawValue: Int(statement.integer(5)))),
        durationMilliseconds: Int(statement.integer(6)), before: nil)
      if let state = statement.optionalInteger(7) {
        fact.before = ReviewFact.Before(
          state: before.state, due: before.due, scheduledAt: before.lastScheduled)
        var after = Scheduling(state: try #require(CardState(rawValue: Int(state))))
        after.due = statement.optionalTimestamp(8)
        let scheduled = statement.optionalInteger(10)
        fact.movesSchedule =
          scheduled == nil || after.state != before.state || after.due != before.due
        // Milliseconds of -2^63 stand for none.
        let isLeftOut = scheduled == .min && statement.integer(3) == 0 && fact.movesSchedule
        after.lastScheduled =
          scheduled == nil || isLeftOut
          ? Timestamp(milliseconds: rated) : scheduled == .min ? nil : statement.timestamp(10)
        states[card] = after
      }
      logs[card, default: []].append(
        Row(
          card: card, order: statement.integer(1), id: statement.bytes(2),
          kind: statement.integer(3), cancels: statement.bytes(4), fact: fact))
    }
    return logs.mapValues(standing).filter { !$0.value.isEmpty }
  }

  private func standing(_ log: [Row]) -> [ReviewFact] {
    var isCancelled = [Bool](repeating: false, count: log.count)
    for index in log.indices.reversed() where log[index].kind == 1 && !isCancelled[index] {
      if let target = log[..<index].firstIndex(where: { $0.id == log[index].cancels }) {
        isCancelled[target] = true
      }
    }
    return log.indices.filter { log[$0].kind == 0 && !isCancelled[$0] }.map { log[$0].fact }
  }

  private func facts(
    _ store: Store, of cards: Set<Int64>? = nil
  ) throws -> [Int64: [ReviewFact]] {
    try store.reduceReviewFacts(into: [Int64: [ReviewFact]](), of: cards) { facts, fact in
      facts[fact.cardKey, default: []].append(fact)
    }
  }

  @Test("facts are those of each card's log, without what was taken back", arguments: 1...12)
  func agrees(seed: Int) throws {
    let fixture = try Fixture(seed: UInt64(seed))
    try RandomHistory(seed: UInt64(seed)).play(in: fixture.store)
    let expected = try slowFacts(fixture.path)
    #expect(expected.count > 3)
    #expect(try facts(fixture.store) == expected, "seed \(seed)")
    let some = Set(expected.keys.filter { $0 % 2 == 0 })
    #expect(try facts(fixture.store, of: some) == expected.filter { some.contains($0.key) })
  }

  @Test(
    "entries that two devices brought together in any order are read in that of their logs",
    arguments: 1...6)
  func anyOrder(seed: Int) throws {
    let fixture = try Fixture(seed: UInt64(seed))
    try RandomHistory(seed: UInt64(seed)).play(in: fixture.store)
    let expected = try slowFacts(fixture.path)
    // Where rows lie is by the number of their change; their order is by their time.
    let connection = try SQLiteConnection(path: fixture.path, access: .write)
    try connection.execute(
      "update reviews set change_seq = -1 - (change_seq * 7919 + \(seed)) % 100003")
    #expect(try facts(fixture.reopened()) == expected, "seed \(seed)")
  }

  @Test("what was imported tells no state before, and an answer in Basic mode moves nothing")
  func untold() throws {
    let fixture = try Fixture()
    let (_, cards) = try fixture.deck()
    let store = fixture.store
    _ = try store.record(Answer(cardID: cards[0], rating: .easy, ratedAt: monday), by: rules)
    _ = try store.record(
      Answer(cardID: cards[0], rating: .good, ratedAt: monday.advanced(by: day), mode: .basic),
      by: rules)
    let connection = try SQLiteConnection(path: fixture.path, access: .write)
    try connection.execute(
      """
      insert into reviews (change_seq, id, card_key, order_ms, kind, rating, duration_ms)
      values (900, randomblob(16), 2, 5, 0, 3, 10)
      """)
    let found = try facts(store)
    #expect(found[1]?.map(\.movesSchedule) == [true, false])
    #expect(found[1]?.map(\.before?.state) == [.new, .review])
    #expect(found[1]?[1].before?.scheduledAt == monday)
    #expect(found[2]?.map(\.before) == [nil])
  }

  @Test("cards are told as they stand, and sub-topics with their links")
  func cards() throws {
    let fixture = try Fixture()
    let (deck, cards) = try fixture.deck()
    _ = try fixture.deck("French")
    let store = fixture.store
    _ = try store.record(Answer(cardID: cards[0], rating: .easy, ratedAt: monday), by: rules)
    try store.tagCards([cards[0], cards[1]], with: ["verbs"], at: monday)
    try store.tagCards([cards[2]], with: ["nouns"], at: monday)
    try store.removeCards([cards[2]], at: monday)
    var filter = CardFilter()
    filter.decks = [deck.id]
    var found: [CardFact] = []
    try store.forEachCardFact(filter) { found.append($0) }
    #expect(found.sorted { $0.cardKey < $1.cardKey }.map(\.scheduling.state) == [.review, .new])
    #expect(found.allSatisfy { $0.deckKey == 1 && !$0.isSuspended })
    filter.deleted = nil
    #expect(try store.cardNumbers(filter) == [1, 2, 3])
    #expect(try store.cardNumberBound() == 7)
    #expect(try store.subTopicLabels().map(\.label.name) == ["verbs", "nouns"])
    var links: [Int64: [Int64]] = [:]
    try store.forEachSubTopicLink { links[$0, default: []].append($1) }
    #expect(links.values.map { $0.sorted() }.contains([1, 2]))
    #expect(try store.cardLabel(2)?.front == "front 1")
    #expect(try store.cardLabel(99) == nil)
    #expect(try store.deckSchedulers(by: rules)[1].parameters.desiredRetention == 0.9)
  }
}
