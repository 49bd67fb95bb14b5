import FlashModel
import FlashSQL
import FlashTestSupport
import FlashText
import Testing

@testable import FlashStore

/// Cards and links that are written several at a time, into a collection that is empty.
@Suite struct CardFillTests {
  private struct Row {
    var front: String
    var back: String
    var deck: String
    var tags: [String] = []
    var id = ""
    var noteOrd: Int?
    var detail: ImportDetail?
  }

  private struct Refusal: Hashable {
    let line: Int
    let reason: String
  }

  private struct Outcome: Hashable {
    let counts: ImportCounts
    let refusals: [Refusal]
    let cards: [String]
    let links: [String]
    let log: [String]
  }

  private func add(_ rows: [Row], to cards: CardImport, _ refused: inout [Refusal]) throws {
    for (line, row) in rows.enumerated() {
      do throws(any Error) {
        try cards.add(
          ImportRow(
            front: Array(row.front.utf8)[...], back: Array(row.back.utf8)[...],
            deck: try cards.deck(path: row.deck), subTopics: row.tags,
            sourceID: Array(row.id.utf8)[...], position: nil, note: [], noteOrd: row.noteOrd,
            line: line, facts: row.detail.map { RowFacts(detail: $0, derived: nil) }))
      } catch let error as StoreError {
        refused.append(Refusal(line: line, reason: "\(error)"))
      }
    }
  }

  /// Imports rows into a new collection.
  /// - Parameter fills: whether several may be written at a time.
  private func run(
    _ rows: [Row], _ policy: DuplicatePolicy, fills: Bool, into fixture: Fixture
  ) throws -> Outcome {
    var request = ImportRequest("import")
    request.policy = policy
    request.rules = rules
    request.telling = [.tags, .flags, .suspension]
    request.isBrief = true
    var late: [Refusal] = []
    var refused: [Refusal] = []
    let store = fixture.store
    let counts = try store.importCards(request, at: monday) { cards in
      if fills {
        cards.whenRefused = { late.append(Refusal(line: $0, reason: "\($1)")) }
      }
      try add(rows, to: cards, &refused)
      #expect(store.isUnchecked)
    }
    #expect(!store.isUnchecked)
    #expect(try store.check(by: rules, at: monday).findings == [])
    return Outcome(
      counts: counts, refusals: (late + refused).sorted { $0.line < $1.line },
      cards: try lines(
        store,
        """
        select key, hex(id), deck_key, position, state, stability, difficulty, due_at_ms, reps,
          suspended, flag, kind, hex(note_id), note_ord, import_hash, source_key, front_text,
          back_text, hint, import_marks
        from cards order by key
        """),
      links: try lines(
        store,
        "select hex(id), card_key, sub_topic_key, imported from card_sub_topics order by id"),
      log: try lines(
        store, "select hex(id), card_key, order_ms, kind, rating, state from reviews order by id"))
  }

  private func lines(_ store: Store, _ sql: String) throws -> [String] {
    let columns = sql.split(separator: "from")[0].split(separator: ",").count
    return try store.rows(sql, []) { row in
      (0..<columns).map { "\(row.value($0))" }.joined(separator: "|")
    }
  }

  /// Rows that often are the same as others, in text or id, and name tags twice.
  private func rows(_ random: inout SeededRandom) -> [Row] {
    (0..<Int.random(in: 0...60, using: &random)).map { _ in
      func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
      var row = Row(
        front: "front \(pick(40))", back: "back \(pick(3))", deck: ["A", "B", "a"][pick(3)],
        tags: (0..<pick(4)).map { _ in ["x", "y", "X", "z"][pick(4)] })
      if pick(3) == 0 { row.id = ["one", "two", "three \(pick(9))"][pick(3)] }
      if pick(40) == 0 { row.id = String(repeating: "long", count: 200) }
      guard pick(2) == 0 else { return row }
      var detail = ImportDetail(hasSourceKey: pick(2) == 0, isSuspended: pick(2) == 0)
      detail.flag = pick(8)
      detail.hint = [nil, [], Array("hint".utf8)][pick(3)]
      detail.reviews = (0..<pick(3)).map {
        ForeignReview(.review(.good), at: monday.advanced(by: Int64($0 - 9) * day))
      }
      detail.schedule = ForeignSchedule(
        due: .exact(monday), intervalDays: Double(1 + pick(9)), ease: 2.5)
      row.detail = detail
      if pick(3) == 0 { row.noteOrd = pick(3) }
      return row
    }
  }

  @Test(
    "what becomes of rows is the same whether each is written by itself or several together",
    arguments: 0..<40 as Range<UInt64>)
  func same(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let rows = rows(&random)
    for policy in DuplicatePolicy.allCases where policy != .fail {
      let apart = try run(rows, policy, fills: false, into: Fixture())
      let together = try run(rows, policy, fills: true, into: Fixture())
      #expect(together == apart, "seed \(seed), \(policy)")
    }
  }

  @Test("an import of all sorts of rows is undone as one")
  func undo() throws {
    let fixture = try Fixture()
    var random = SeededRandom(seed: 7)
    let many = (0..<5).flatMap { _ in rows(&random) }
    _ = try run(many, .keep, fills: true, into: fixture)
    #expect(try fixture.store.undo(by: rules, at: monday).label == "import")
    #expect(try fixture.store.cards() == [])
    #expect(try fixture.store.check(by: rules, at: monday).findings == [])
  }

  @Test(
    "numbers that the table does not take are refused though it does not look",
    arguments: [-1, 1])
  func numbers(ordinal: Int) throws {
    let fixture = try Fixture()
    var rows = (0..<20).map { Row(front: "front \($0)", back: "back", deck: "A") }
    rows[17].noteOrd = ordinal
    if ordinal < 0 {
      #expect(throws: SQLError.self) { try run(rows, .update, fills: true, into: fixture) }
    } else {
      _ = try run(rows, .update, fills: true, into: fixture)
    }
    #expect(try fixture.store.cards().count == (ordinal < 0 ? 0 : 20))
    #expect(try fixture.store.connection.integer("pragma foreign_keys") == 1)
    #expect(try fixture.store.connection.integer("pragma ignore_check_constraints") == 0)
  }

  @Test("one behind an undo looks at references, so nothing of what goes stays behind")
  func behindUndo() throws {
    let fixture = try Fixture()
    try fixture.store.addDeck(titled: "Mine", at: monday)
    _ = try fixture.store.undo(by: rules, at: monday)
    var request = ImportRequest("import")
    request.isBrief = true
    _ = try fixture.store.importCards(request, at: monday) { cards in
      #expect(!fixture.store.isUnchecked)
      var refused: [Refusal] = []
      try add([Row(front: "front", back: "back", deck: "A")], to: cards, &refused)
    }
    let strays = try fixture.store.count(
      "select count(*) from action_rows where action_seq not in (select seq from actions)")
    #expect(strays == 0)
  }
}
