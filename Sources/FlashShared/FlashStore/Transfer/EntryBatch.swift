internal import FlashModel
internal import FlashSQL

/// Entries of the logs of new cards that are written together.
///
/// Their ids are hashes. In the order of their ids each page of that index is gone to once for many
/// of them, and not once for each.
struct EntryBatch: Sendable {
  /// As little as tells an entry: there may be several for each card.
  private struct Entry {
    let id: ReviewID
    let cardKey: Int64
    let order: Timestamp
    let moment: Timestamp
    let duration: Int32
    let kind: UInt8
    /// 0 for none.
    let rating: UInt8
    /// Where in `states` the card's state after it is; -1 for none.
    let state: Int32
  }

  /// What is moved about while entries are sorted.
  private struct Place {
    /// The first half of the id.
    let id: UInt64
    let index: Int32
  }

  private var entries: [Entry] = []
  private var states: [Scheduling] = []

  /// A batch with room for so many entries.
  init(capacity: Int = 0) { entries.reserveCapacity(capacity) }

  var count: Int { entries.count }

  /// Adds an entry that only counts.
  /// - Parameter order: its place in its card's log.
  mutating func add(_ entry: ForeignReview, id: ReviewID, cardKey: Int64, order: Timestamp) {
    var rating: Rating?
    let kind: ReviewKind
    switch entry.kind {
    case .review(let given): (kind, rating) = (.review, given)
    case .reset: kind = .reset
    case .manual: kind = .manual
    }
    entries.append(
      Entry(
        id: id, cardKey: cardKey, order: order, moment: entry.moment,
        duration: Int32(min(max(0, entry.durationMilliseconds), Review.longestDuration)),
        kind: UInt8(kind.rawValue), rating: UInt8(rating?.rawValue ?? 0), state: -1))
  }

  /// Adds the entry that sets the state of a card that was new.
  mutating func add(
    setting state: Scheduling, id: ReviewID, cardKey: Int64, at moment: Timestamp, order: Timestamp
  ) {
    entries.append(
      Entry(
        id: id, cardKey: cardKey, order: order, moment: moment, duration: 0,
        kind: UInt8(ReviewKind.manual.rawValue), rating: 0, state: Int32(states.count)))
    states.append(state)
  }

  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    states.removeAll(keepingCapacity: true)
  }

  /// Writes the entries into the table of a connection.
  /// - Parameter first: the number of the first change; the others follow it.
  func write(on connection: SQLiteConnection, from first: Int64) throws(SQLError) {
    let counting = try EntryBatch.insert(EntryBatch.columns, on: connection)
    let setting = try EntryBatch.insert(
      EntryBatch.columns + EntryBatch.stateColumns, on: connection)
    var change = first
    var plain: [Entry] = []
    var told: [Entry] = []
    var values = BorrowedValues()
    for place in order() {
      let entry = entries[Int(place.index)]
      // Most entries tell no state.
      if entry.state < 0 {
        plain.append(entry)
        guard plain.count == GroupInsert.rows else { continue }
        try write(&plain, by: counting, &values, &change)
      } else {
        told.append(entry)
        guard told.count == GroupInsert.rows else { continue }
        try write(&told, by: setting, &values, &change)
      }
    }
    try write(&plain, by: counting, &values, &change)
    try write(&told, by: setting, &values, &change)
  }

  private static let columns = [
    "change_seq", "id", "card_key", "order_ms", "kind", "rating", "duration_ms", "rated_at_ms",
  ]
  private static let stateColumns = [
    "state", "step", "stability", "difficulty", "due_at_ms", "last_reviewed_ms",
    "last_scheduled_ms", "reps", "lapses",
  ]

  private static func insert(
    _ columns: [String], on connection: SQLiteConnection
  ) throws(SQLError) -> GroupInsert {
    let numbered = columns.enumerated().map { GroupInsert.Column.parameter($1, $0 + 1) }
    return try GroupInsert(into: "reviews", numbered, width: columns.count, on: connection)
  }

  /// Writes rows, and takes them from `rows`.
  private func write(
    _ rows: inout [Entry], by insert: GroupInsert, _ values: inout BorrowedValues,
    _ change: inout Int64
  ) throws(SQLError) {
    var index = 0
    while index < rows.count {
      let (statement, count) = insert.statement(for: rows.count - index)
      values.removeAll()
      for row in 0..<count {
        let first = row * insert.width
        let entry = rows[index + row]
        bind(entry, change, to: statement, from: first)
        values.add(entry.id, at: first + 2)
        change += 1
      }
      try statement.run(values)
      index += count
    }
    rows.removeAll(keepingCapacity: true)
  }

  /// Binds all of an entry but its id.
  private func bind(
    _ entry: Entry, _ change: Int64, to statement: SQLiteStatement, from first: Int
  ) {
    statement.bind(change, at: first + 1)
    statement.bind(entry.cardKey, at: first + 3)
    statement.bind(entry.order, at: first + 4)
    statement.bind(Int64(entry.kind), at: first + 5)
    statement.bind(entry.rating == 0 ? nil : Int64(entry.rating), at: first + 6)
    statement.bind(Int64(entry.duration), at: first + 7)
    statement.bind(entry.moment == entry.order ? nil : entry.moment, at: first + 8)
    guard entry.state >= 0 else { return }
    // A new card's log begins with a new card's state, so that is not written out.
    statement.bind(stateAfter: states[Int(entry.state)], ratedAt: entry.moment, from: first + 9)
  }

  /// The places of the entries in the order of their ids.
  private func order() -> [Place] {
    var places = entries.indices.map { Place(id: entries[$0].id.high, index: Int32($0)) }
    places.sort { left, right in
      left.id == right.id
        ? entries[Int(left.index)].id < entries[Int(right.index)].id : left.id < right.id
    }
    return places
  }
}
