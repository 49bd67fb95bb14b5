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
    let one = try connection.statement(EntryBatch.sql(rows: 1))
    let many = try connection.statement(EntryBatch.sql(rows: EntryBatch.rows))
    var change = first
    var plain: [Entry] = []
    for place in order() {
      let entry = entries[Int(place.index)]
      // Most entries tell no state.
      guard entry.state >= 0 else {
        plain.append(entry)
        guard plain.count == EntryBatch.rows else { continue }
        try EntryBatch.write(plain[...], by: many, &change)
        plain.removeAll(keepingCapacity: true)
        continue
      }
      // A new card's log begins with a new card's state, so that is not written out.
      try connection.insert(
        Review(
          id: entry.id, cardID: .nothing, kind: .manual, rating: nil, ratedAt: entry.moment,
          order: entry.order, before: nil, after: states[Int(entry.state)]),
        change: change, cardKey: entry.cardKey, sessionKey: nil, before: nil)
      change += 1
    }
    for place in plain.indices { try EntryBatch.write(plain[place...place], by: one, &change) }
  }

  /// Rows that one statement writes: SQLite gets ready once for all of them.
  private static let rows = 16
  private static let columns = 8

  private static func sql(rows: Int) -> String {
    let values = (0..<rows).map { row in
      "(" + (1...columns).map { "$\(row * columns + $0)" }.joined(separator: ", ") + ")"
    }
    return """
      insert into reviews (
        change_seq, id, card_key, order_ms, kind, rating, duration_ms, rated_at_ms)
      values \(values.joined(separator: ", "))
      """
  }

  private static func write(
    _ entries: ArraySlice<Entry>, by statement: SQLiteStatement, _ change: inout Int64
  ) throws(SQLError) {
    var index = 0
    for entry in entries {
      statement.bind(change, at: index + 1)
      statement.bind(entry.id, at: index + 2)
      statement.bind(entry.cardKey, at: index + 3)
      statement.bind(entry.order, at: index + 4)
      statement.bind(Int64(entry.kind), at: index + 5)
      statement.bind(entry.rating == 0 ? nil : Int64(entry.rating), at: index + 6)
      statement.bind(Int64(entry.duration), at: index + 7)
      statement.bind(entry.moment == entry.order ? nil : entry.moment, at: index + 8)
      index += columns
      change += 1
    }
    try statement.run()
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
