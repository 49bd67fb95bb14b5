import FlashModel
import FlashScheduler
import FlashSQL
import FlashTestSupport
import Testing

@testable import FlashStore

/// Logs that an import into an empty collection writes beside it.
@Suite struct SideLogTests {
  private struct Failure: Error {}

  /// Answers of one card and what follows of them, of all sorts.
  private func fill(_ entries: inout EntryInserts, _ numbers: Range<Int>, in store: Store) throws {
    for number in numbers {
      let id = ReviewID(high: UInt64(number) &* 0x9E37_79B9_7F4A_7C15, low: UInt64(number))
      let moment = monday.advanced(by: Int64(number * 7_919 % 1_000))
      let order = monday.advanced(by: Int64(number))
      switch number % 5 {
      case 0:
        let state = Scheduling(
          state: .review, memory: MemoryState(stability: 3, difficulty: 5),
          due: monday.advanced(by: day), lastReviewed: moment, lastScheduled: moment,
          reps: number, lapses: 0)
        try entries.add(
          setting: state, id: id, cardKey: Int64(number), at: moment, order: moment, to: store)
      case 1:
        try entries.add(
          ForeignReview(.reset, at: moment), id: id, cardKey: 1, order: order, to: store)
      default:
        try entries.add(
          ForeignReview(.review(.good), at: moment, durationMilliseconds: number), id: id,
          cardKey: 1, order: order, to: store)
      }
    }
  }

  /// All rows of the log, in the order of their ids, without their numbers.
  private func log(_ store: Store) throws -> [String] {
    try store.rows(
      """
      select hex(id), card_key, order_ms, kind, rating, duration_ms, state, stability, due_at_ms,
        reps, rated_at_ms, last_reviewed_ms, last_scheduled_ms
      from reviews order by id
      """, []
    ) { row in (0..<13).map { "\(row.value($0))" }.joined(separator: "|") }
  }

  /// What the file says of its tables and indexes, and what is wrong with them.
  private func state(_ store: Store) throws -> [String] {
    try store.rows("select sql from sqlite_schema where sql is not null order by name", []) {
      $0.text(0)
    } + store.rows("pragma integrity_check", []) { $0.text(0) }
  }

  private func write(
    _ count: Int, into store: Store, _ limits: EntryInserts.Limits, isBeside: Bool = true
  ) throws {
    defer { SideLog.detach(from: store.connection) }
    try store.anyTransaction {
      let indexes = try LateIndexes(of: store)
      let table = try #require(try indexes.log(of: store))
      var entries = EntryInserts(beside: isBeside ? table : nil, limits: limits)
      try fill(&entries, 0..<count, in: store)
      try entries.writeRest(into: store)
      try indexes.make(in: store)
      try entries.finish(in: store)
    }
  }

  @Test(
    "the log is the same whether it is written beside the collection or into it, and so is the file",
    arguments: [0, 1, 9, 10, 11, 39, 40, 41, 200])
  func same(count: Int) throws {
    let (beside, into) = (try Fixture(), try Fixture())
    let before = try state(beside.store)
    let limits = EntryInserts.Limits(batch: 10, side: 40)
    try write(count, into: beside.store, limits)
    try write(count, into: into.store, limits, isBeside: false)
    let rows = try log(beside.store)
    #expect(rows.count == count)
    #expect(try log(into.store) == rows)
    #expect(try state(beside.store) == before)
    #expect(before.last == "ok")
    let numbers = try beside.store.rows("select change_seq from reviews", []) { $0.integer(0) }
    let newest = try beside.store.count("select change_seq from store")
    #expect(numbers.allSatisfy { (1...Int64(newest)).contains($0) })
  }

  @Test("an entry that can't be written ends the transaction, wherever it is noticed")
  func failure() throws {
    let fixture = try Fixture()
    let before = try state(fixture.store)
    #expect(throws: StoreError.self) {
      try fixture.store.anyTransaction {
        let indexes = try LateIndexes(of: fixture.store)
        var entries = EntryInserts(
          beside: try indexes.log(of: fixture.store), limits: EntryInserts.Limits(batch: 10))
        try fill(&entries, 0..<30, in: fixture.store)
        // Again, with the same ids.
        try fill(&entries, 0..<10, in: fixture.store)
        try entries.writeRest(into: fixture.store)
        try indexes.make(in: fixture.store)
        try entries.finish(in: fixture.store)
      }
    }
    #expect(try state(fixture.store) == before)
    #expect(try log(fixture.store) == [])
    try write(30, into: fixture.store, EntryInserts.Limits(batch: 10))
    #expect(try log(fixture.store).count == 30)
  }

  /// Cards with a log that is long enough to be written beside the collection.
  private func importCards(into store: Store, failsAtEnd: Bool = false) throws -> ImportCounts {
    var request = ImportRequest("import")
    request.rules = rules
    request.isBrief = true
    return try store.importCards(request, at: monday) { cards in
      let deck = try cards.deck(path: "Deck")
      for number in 0..<300 {
        var detail = ImportDetail()
        detail.reviews = (0..<60).map {
          ForeignReview(
            .review(.good), at: monday.advanced(by: Int64($0 - 100) * day + Int64(number)))
        }
        let text = Array("text \(number)".utf8)[...]
        try cards.add(ImportRow(front: text, back: text, deck: deck, detail: detail))
      }
      if failsAtEnd { throw Failure() }
    }
  }

  @Test("an import with a long log is sound, is undone as one, and leaves nothing if it fails")
  func long() throws {
    let fixture = try Fixture()
    let store = fixture.store
    #expect(throws: Failure.self) { try importCards(into: store, failsAtEnd: true) }
    #expect(try log(store) == [])
    let counts = try importCards(into: store)
    #expect(counts.added == 300)
    #expect(counts.reviews == 18_000)
    // An entry behind each log takes the schedule back, which the file did not have.
    #expect(try log(store).count == 18_300)
    #expect(try store.check(by: rules, at: monday).findings == [])
    #expect(try importCards(into: store).unchanged == 300)
    #expect(try log(store).count == 18_300)
    #expect(try fixture.reopened().cards().count == 300)
    #expect(try store.undo(by: rules, at: monday).label == "import")
    #expect(try store.cards() == [])
  }
}
