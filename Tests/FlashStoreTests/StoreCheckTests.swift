import FlashModel
import FlashSQL
import FlashStore
import FlashTestSupport
import Testing

/// After all that is done below.
private let wednesday = monday.advanced(by: 2 * day)

@Suite struct StoreCheckTests {
  /// Breaks a collection behind the store's back.
  private func breaking(_ fixture: Fixture, _ sql: String) throws {
    fixture.store.close()
    let connection = try SQLiteConnection(path: fixture.path, access: .write)
    try connection.execute(sql)
    _ = try connection.checkpoint()
  }

  /// Two decks with tags and answers.
  private func studied() throws -> Fixture {
    let fixture = try Fixture()
    let (_, cards) = try fixture.deck(cards: 4)
    try fixture.deck("French", cards: 2)
    try fixture.store.tagCards(cards, with: ["verbs"], at: monday)
    for step in 0..<3 {
      for card in cards {
        let moment = monday.advanced(by: Int64(step) * day)
        _ = try fixture.store.record(
          Answer(cardID: card, rating: .good, ratedAt: moment), by: rules)
      }
    }
    return fixture
  }

  @Test("whatever is done with flash leaves a collection that is sound", arguments: 1...6)
  func sound(seed: UInt64) throws {
    let fixture = try Fixture(seed: seed)
    try RandomHistory(seed: seed, steps: 200).play(in: fixture.store)
    for _ in 0..<20 {
      // There may be nothing to take back or to do again; then this step does nothing.
      _ = try? fixture.store.undo(by: rules, at: wednesday)
      _ = try? fixture.store.redo(by: rules, at: wednesday)
      _ = try? fixture.store.undo(by: rules, at: wednesday)
    }
    let report = try fixture.reopened().check(by: rules, at: .distantFuture)
    #expect(report.findings == [], "seed \(seed)")
    #expect(report.cards == 12)
    #expect(report.reviews > 50)
  }

  @Test(
    "cards with a number that damage has made are checked like others",
    arguments: [-5, 5_000, Int64.max])
  func strayKeys(key: Int64) throws {
    let fixture = try studied()
    try breaking(
      fixture,
      """
      update cards set key = \(key) where key = 2;
      update reviews set card_key = \(key) where card_key = 2;
      update card_sub_topics set card_key = \(key) where card_key = 2;
      """)
    #expect(try fixture.reopened().check(by: rules, at: wednesday).findings == [])
    try breaking(fixture, "update cards set reps = reps + 1 where key = \(key)")
    let report = try fixture.reopened().check(by: rules, at: wednesday)
    #expect(report.findings.map(\.rule) == [.schedule])
    #expect(report.cards == 6)
  }

  @Test("joining the logs of two devices leaves schedules that follow them", arguments: 1...4)
  func joined(seed: UInt64) throws {
    let fixture = try Fixture(seed: seed)
    let (_, cards) = try fixture.deck(cards: 5)
    let other = try Fixture(seed: seed + 100)
    try copy(fixture.store, into: other.store)
    for (store, shift) in [(fixture.store, Int64(0)), (other.store, 7_000_000)] {
      var random = SeededRandom(seed: seed + UInt64(shift))
      for step in 0..<30 {
        let answer = Answer(
          cardID: cards[Int.random(in: 0..<5, using: &random)],
          rating: Rating.allCases[Int.random(in: 0..<4, using: &random)],
          ratedAt: monday.advanced(by: Int64(step) * day / 3 + shift))
        _ = try store.record(answer, by: rules)
      }
    }
    try copy(other.store, into: fixture.store)
    let report = try fixture.store.check(by: rules, at: .distantFuture)
    #expect(report.findings == [], "seed \(seed)")
    #expect(report.reviews == 60)
  }

  /// A rule, how to break it, and how many rows that breaks.
  static let breaks: [(StoreRule, String, Int)] = [
    (.schedule, "update cards set stability = stability + 1e-9 where key = 2", 1),
    (.schedule, "update cards set reps = 9, lapses = 4 where key in (1, 3)", 2),
    (
      .schedule,
      "update reviews set state = 1 where change_seq = (select max(change_seq) from reviews)", 1
    ),
    (.scheduleWithoutLog, "update cards set state = 2, due_at_ms = 5 where key = 5", 1),
    (.divergedMark, "update cards set diverged = 1 where key = 1", 1),
    (.linkAcrossDecks, "update cards set deck_key = 2, position = 9 where key = 1", 1),
    (.linkToRemoved, "update sub_topics set deleted_at_ms = 1", 4),
    (.position, "update cards set position = 1 where deck_key = 1", 3),
    (.blankSide, "update cards set front_text = ' ' || char(9) where key = 1", 1),
    (.blankSide, "update cards set back_text = '' where key = 2", 1),
    (.clock, "update decks set updated_at_ms = 99999999999999", 2),
    (.changeCounter, "update cards set change_seq = 1000000 where key = 1", 1),
    (.journal, "update action_rows set before = '{' where rowid = 1", 1),
    (.journal, "update action_rows set entity = 12 where rowid = 1", 1),
    (
      .logEntry,
      "update reviews set state_before = 'x' where change_seq = (select min(change_seq) from reviews)",
      1
    ),
    (.entryWithoutCard, "update reviews set card_key = 77 where kind = 0 and card_key = 4", 3),
    (.options, "update decks set options = '[' where key = 2", 1),
    (.deckPath, "update decks set title = 'Spanish'", 1),
  ]

  @Test("a check finds each thing that can be wrong, and counts it", arguments: breaks)
  func finds(rule: StoreRule, sql: String, count: Int) throws {
    let fixture = try studied()
    try breaking(fixture, sql)
    let report = try fixture.reopened().check(by: rules, at: wednesday)
    let found = report.findings.first { $0.rule == rule }
    #expect(found?.count == count, "\(sql): \(report.findings)")
    #expect(found?.examples.isEmpty == false)
    #expect(report.isSound == [.position, .clock, .deckPath].contains(rule))
    #expect(!report.isDamaged)
  }

  @Test("a repair sets right what can be worked out", arguments: breaks)
  func repairs(rule: StoreRule, sql: String, count: Int) throws {
    let fixture = try studied()
    try breaking(fixture, sql)
    let store = try fixture.reopened(for: .writing)
    let report = try store.check(by: rules, at: wednesday)
    let repaired = try store.repair(report, by: rules, at: wednesday)
    let after = try store.check(by: rules, at: wednesday)
    #expect(after.findings.contains { $0.rule == rule } == !rule.isRepairable, "\(sql)")
    #expect((repaired[rule] ?? 0 > 0) == rule.isRepairable)
  }

  @Test("a schedule that no entry accounts for is kept")
  func keptSchedule() throws {
    let fixture = try studied()
    try breaking(
      fixture,
      """
      update cards set state = 2, stability = 12.5, difficulty = 4, due_at_ms = 1, reps = 6,
        last_reviewed_at_ms = 1, last_scheduled_at_ms = 1 where key = 5
      """)
    let store = try fixture.reopened(for: .writing)
    let stored = try store.cards().map(\.card.scheduling)
    _ = try store.repair(try store.check(by: rules, at: wednesday), by: rules, at: wednesday)
    #expect(try store.cards().map(\.card.scheduling) == stored)
    #expect(try store.check(by: rules, at: wednesday).findings == [])
  }

  @Test("a repair of links and positions is one step of undo")
  func undoneRepair() throws {
    let fixture = try studied()
    try breaking(fixture, "update cards set deck_key = 2, position = 0 where key = 1")
    let store = try fixture.reopened(for: .writing)
    _ = try store.repair(try store.check(by: rules, at: wednesday), by: rules, at: wednesday)
    #expect(try store.cards().filter { $0.subTopics == ["verbs"] }.map(\.deckTitle).count == 4)
    #expect(try store.undo(by: rules, at: wednesday).label == "store check --fix")
    let again = try store.check(by: rules, at: wednesday)
    #expect(again.findings.map(\.rule) == [.linkAcrossDecks, .position])
  }

  @Test("damage is found, told as damage, and not repaired")
  func damage() throws {
    let fixture = try studied()
    fixture.store.close()
    var bytes = try fixture.folder.read("collection.db")
    let connection = try SQLiteConnection(path: fixture.path, access: .read)
    let root = try connection.integer("select rootpage from sqlite_schema where name = 'cards'")
    let start = Int(try #require(root) - 1) * 4_096
    for index in start..<start + 4_096 { bytes[index] = 0x5A }
    try fixture.folder.write(bytes, to: "damaged.db")
    let store = try Store(
      path: fixture.folder.path + "/damaged.db", for: .reading, at: wednesday,
      random: SystemRandomNumberGenerator())
    let report = try store.check(by: rules, at: wednesday)
    #expect(report.isDamaged)
    #expect(report.findings.first?.rule == .damage)
    #expect(throws: StoreError.self) { try store.repair(report, by: rules, at: wednesday) }
  }

  @Test("a check that is stopped ends at once")
  func stopped() throws {
    struct Stop: Error {}
    let fixture = try studied()
    #expect(throws: Stop.self) {
      try fixture.store.check(by: rules, at: wednesday) { throw Stop() }
    }
    #expect(try fixture.store.check(by: rules, at: wednesday).isSound)
  }
}
