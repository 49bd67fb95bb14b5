public import FlashModel
public import FlashScheduler
internal import FlashSQL

/// Cards to study, and the decks they are from.
public struct StudyPlan: Sendable {
  public var queue: StudyQueue
  /// What ``QueueCard/deck`` counts in.
  public let decks: [Deck]
}

extension Store {
  /// The cards of some decks that are to be studied now, in order.
  /// - Parameters:
  ///   - mode: nil means the mode of the first deck.
  ///   - filter: no other cards than these; nil means all.
  public func studyPlan(
    for decks: [Deck], mode: StudyMode? = nil, only filter: CardFilter? = nil,
    by rules: StudyRules, at now: Timestamp
  ) throws(StoreError) -> StudyPlan {
    try snapshot { () throws(StoreError) in
      var loaded = LoadedQueue()
      if var filter {
        filter.decks = decks.map(\.id)
        loaded.only = Set(try cardKeys(filter))
      }
      if (mode ?? decks.first?.mode) == .basic {
        for (index, deck) in decks.enumerated() {
          try loadBasic(deckKey: try key(of: deck.id), index: index, into: &loaded, at: now)
        }
        return StudyPlan(queue: StudyQueue(basic: loaded.cards), decks: decks)
      }
      for (index, deck) in decks.enumerated() {
        try load(deck, index: index, into: &loaded, by: rules, at: now)
      }
      var parameters = StudyParameters()
      if let first = decks.first { parameters = try self.parameters(of: first, by: rules) }
      let queue = StudyQueue(
        loaded.cards, decks: loaded.decks, reviewOrder: parameters.reviewOrder,
        newOrder: parameters.newOrder, calendar: rules.calendar, at: now)
      return StudyPlan(queue: queue, decks: decks)
    }
  }

  /// What is to be studied in each of some decks now.
  public func studyCounts(
    for decks: [Deck], by rules: StudyRules, at now: Timestamp
  ) throws(StoreError) -> [QueueCounts] {
    try snapshot { () throws(StoreError) in
      var counts: [QueueCounts] = []
      for deck in decks {
        if deck.mode == .basic {
          counts.append(QueueCounts(new: 0, learning: 0, due: 0))
          continue
        }
        if let simple = try countedCards(deck, by: rules, at: now) {
          counts.append(simple)
          continue
        }
        // Siblings keep each other out, so the queue itself has to be made.
        let plan = try studyPlan(for: [deck], mode: .smart, by: rules, at: now)
        counts.append(plan.queue.counts)
      }
      return counts
    }
  }

  /// The card with that number in a queue.
  public func card(_ queued: QueueCard) throws -> CardEntry {
    let id = try row("select id from cards where key = $1", [.integer(queued.key)]) {
      $0.identifier(0) as CardID?
    }
    guard let id = id ?? nil else {
      throw StoreError.notFound(what: .card, name: "\(queued.key)", near: [])
    }
    return try card(id)
  }
}

/// Candidates for a queue as they are read.
private struct LoadedQueue {
  var cards: [QueueCard] = []
  var decks: [QueueDeck] = []
  /// The keys of the cards that may be taken in; nil means all.
  var only: Set<Int64>?
  /// Small numbers for notes, which are all that a queue compares.
  var notes: [NoteID: Int64] = [:]
  /// Notes that a card of the queue is made from.
  var claimed: Set<Int64> = []

  mutating func number(_ note: NoteID?) -> Int64? {
    guard let note else { return nil }
    if let known = notes[note] { return known }
    let next = Int64(notes.count)
    notes[note] = next
    return next
  }
}

extension Store {
  /// What a queue reads of a card; `c.` is its table.
  private static let queueColumns = """
    c.key, c.note_id, c.state, c.due_at_ms, c.last_scheduled_at_ms, c.stability, c.position
    """
  /// Live, not suspended, not buried at `$2`, of deck `$1`.
  private static let queueable = """
    c.deck_key = $1 and c.deleted_at_ms is null and c.suspended = 0
    and coalesce(c.buried_until_ms, 0) <= $2
    """
  /// No sibling was answered since `$3`.
  private static let withoutAnsweredSibling = """
    (c.note_id is null or not exists (
      select 1 from cards s
      where s.note_id = c.note_id and s.key <> c.key and s.last_reviewed_at_ms >= $3))
    """

  private func load(
    _ deck: Deck, index: Int, into loaded: inout LoadedQueue, by rules: StudyRules,
    at now: Timestamp
  ) throws(StoreError) {
    let key = try key(of: deck.id)
    let parameters = try parameters(of: deck, by: rules)
    let today = try today(deckKey: key, by: rules, at: now)
    let left = QueueDeck(
      parameters, introducedToday: today.introduced, reviewedToday: today.reviewed)
    loaded.decks.append(left)
    let day = rules.calendar.day(of: now)
    let start = SQLValue(rules.calendar.start(of: day))
    let base: [SQLValue] = [.integer(key), SQLValue(now)]
    // A card that a clock running ahead has scheduled is due too; it is looked for only if there
    // can be one.
    let ahead =
      try isClockAhead(at: now)
      ? " or c.last_scheduled_at_ms > \(now.milliseconds + Timestamp.millisecondsPerDay)" : ""
    let siblings = parameters.burySiblings ? " and " + Store.withoutAnsweredSibling : ""
    try read(
      """
      select \(Store.queueColumns) from cards c where \(Store.queueable)
      and c.state in (1, 3) and (c.due_at_ms < $3\(ahead))
      """, base + [SQLValue(rules.calendar.end(of: day))], deck: index, into: &loaded)
    try read(
      """
      select \(Store.queueColumns) from cards c where \(Store.queueable)
      and c.state = 2 and (c.due_at_ms <= $2\(ahead))\(siblings)
      """, base + (siblings.isEmpty ? [] : [start]), deck: index, into: &loaded)
    guard left.newLeft > 0 else { return }
    // In order of position a session needs no more than its limit; at random it needs all.
    let limit = parameters.newOrder == .position ? left.newLeft : Int.max
    try read(
      """
      select \(Store.queueColumns) from cards c where \(Store.queueable)
      and c.state = 0 and c.due_at_ms is null\(siblings) order by c.position
      """, base + (siblings.isEmpty ? [] : [start]), deck: index, into: &loaded,
      notes: parameters.burySiblings, limit: limit)
  }

  /// Reads candidates.
  /// - Parameters:
  ///   - notes: leave out a card whose note has one in the queue.
  ///   - limit: stop after so many.
  private func read(
    _ sql: String, _ values: [SQLValue], deck: Int, into loaded: inout LoadedQueue,
    notes: Bool = false, limit: Int = .max
  ) throws(StoreError) {
    do throws(SQLError) {
      let statement = try connection.statement(sql)
      for (index, value) in values.enumerated() { statement.bind(value, at: index + 1) }
      defer { statement.reset() }
      var count = 0
      while count < limit, try statement.step() {
        if let only = loaded.only, !only.contains(statement.integer(0)) { continue }
        let card = statement.queueCard(deck: deck, note: loaded.number(statement.identifier(1)))
        if let note = card.note, !loaded.claimed.insert(note).inserted, notes { continue }
        loaded.cards.append(card)
        count += 1
      }
    } catch {
      throw .database(error)
    }
  }

  private func loadBasic(
    deckKey: Int64, index: Int, into loaded: inout LoadedQueue, at now: Timestamp
  ) throws(StoreError) {
    try read(
      "select \(Store.queueColumns) from cards c where \(Store.queueable) order by c.position",
      [.integer(deckKey), SQLValue(now)], deck: index, into: &loaded, limit: StudyQueue.basicLimit)
  }

  /// The counts of a deck without siblings, straight from an index; nil for a deck that has some.
  private func countedCards(
    _ deck: Deck, by rules: StudyRules, at now: Timestamp
  ) throws(StoreError) -> QueueCounts? {
    if try isClockAhead(at: now) { return nil }
    let key = try key(of: deck.id)
    let day = rules.calendar.day(of: now)
    let base: [SQLValue] = [.integer(key), SQLValue(now)]
    func counted(_ condition: String, _ more: [SQLValue] = []) throws(StoreError) -> (Int, Int) {
      let found = try row(
        "select count(*), count(c.note_id) from cards c where \(Store.queueable) and \(condition)",
        base + more
      ) { (Int($0.integer(0)), Int($0.integer(1))) }
      return found ?? (0, 0)
    }
    let learning = try counted(
      "c.state in (1, 3) and c.due_at_ms < $3", [SQLValue(rules.calendar.end(of: day))])
    let due = try counted("c.state = 2 and c.due_at_ms <= $2")
    guard learning.1 == 0, due.1 == 0 else { return nil }
    let parameters = try parameters(of: deck, by: rules)
    let today = try today(deckKey: key, by: rules, at: now)
    let left = QueueDeck(
      parameters, introducedToday: today.introduced, reviewedToday: today.reviewed)
    let new = try row(
      """
      select count(*), count(note_id) from (
        select c.note_id from cards c
        where \(Store.queueable) and c.state = 0 and c.due_at_ms is null limit $3)
      """, base + [.integer(Int64(left.newLeft))]
    ) { (Int($0.integer(0)), Int($0.integer(1))) }
    guard let new, new.1 == 0 else { return nil }
    return QueueCounts(
      new: new.0, learning: learning.0, due: min(due.0, left.reviewsLeft ?? .max))
  }

  /// The parameters of a deck, with what the rules put in their place.
  private func parameters(
    of deck: Deck, by rules: StudyRules
  ) throws(StoreError) -> StudyParameters {
    var parameters = try parameters(of: deck)
    parameters.newPerDay = rules.newPerDay ?? parameters.newPerDay
    return parameters
  }

  /// Cards of a deck first answered today, and those answered today that were known before.
  private func today(
    deckKey: Int64, by rules: StudyRules, at now: Timestamp
  ) throws(StoreError) -> (introduced: Int, reviewed: Int) {
    let start = SQLValue(rules.calendar.start(of: rules.calendar.day(of: now)))
    // An answer that was taken back leaves the card new, or reviewed before today.
    let counts = try row(
      """
      select count(*), coalesce(sum(exists (
        select 1 from reviews e
        where e.card_key = c.key and e.kind = 0 and e.order_ms < $2)), 0)
      from (select distinct card_key from reviews indexed by reviews_by_time
        where order_ms >= $2 and kind = 0 and state is not null) t
      join cards c on c.key = t.card_key
      where c.deck_key = $1 and c.reps > 0 and c.last_reviewed_at_ms >= $2
      """, [.integer(deckKey), start]
    ) { (Int($0.integer(0)), Int($0.integer(1))) }
    let (all, known) = counts ?? (0, 0)
    return (all - known, known)
  }

  /// Whether some entry of the log is more than a day ahead of the clock.
  private func isClockAhead(at now: Timestamp) throws(StoreError) -> Bool {
    try count("select coalesce(max(order_ms), 0) from reviews")
      > now.milliseconds + Timestamp.millisecondsPerDay
  }
}

extension SQLiteStatement {
  /// Reads ``Store/queueColumns``.
  fileprivate func queueCard(deck: Int, note: Int64?) -> QueueCard {
    QueueCard(
      key: integer(0), note: note, deck: deck,
      state: CardState(rawValue: Int(integer(2))) ?? .new, due: optionalTimestamp(3),
      lastScheduled: optionalTimestamp(4), stability: optionalDouble(5),
      position: Int(integer(6)))
  }
}
