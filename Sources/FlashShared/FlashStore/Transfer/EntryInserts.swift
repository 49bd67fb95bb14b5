internal import FlashModel
internal import FlashSQL

/// Entries of the logs of new cards, which are put into the collection many at a time.
///
/// Their ids are hashes. In the order of their ids each page of that index is gone to once for many
/// of them, and not once for each.
struct EntryInserts {
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

  private var waiting: [Entry] = []
  private var states: [Scheduling] = []
  private let plain: SQLiteStatement

  /// Some five megabytes of them, and as much for their states if each tells one.
  private static let most = 65_536

  init(on connection: SQLiteConnection) throws(SQLError) {
    // Most entries tell no state.
    plain = try connection.prepare(
      """
      insert into reviews (
        change_seq, id, card_key, order_ms, kind, rating, duration_ms, rated_at_ms)
      values ($1, $2, $3, $4, $5, $6, $7, $8)
      """)
  }

  /// Adds an entry that only counts.
  /// - Parameter order: its place in its card's log.
  mutating func add(
    _ entry: ForeignReview, id: ReviewID, cardKey: Int64, order: Timestamp, to store: Store
  ) throws(StoreError) {
    var rating: Rating?
    let kind: ReviewKind
    switch entry.kind {
    case .review(let given): (kind, rating) = (.review, given)
    case .reset: kind = .reset
    case .manual: kind = .manual
    }
    try add(
      Entry(
        id: id, cardKey: cardKey, order: order, moment: entry.moment,
        duration: Int32(min(max(0, entry.durationMilliseconds), Review.longestDuration)),
        kind: UInt8(kind.rawValue), rating: UInt8(rating?.rawValue ?? 0), state: -1), to: store)
  }

  /// Adds the entry that sets the state of a card that was new.
  mutating func add(
    setting state: Scheduling, id: ReviewID, cardKey: Int64, at moment: Timestamp,
    order: Timestamp, to store: Store
  ) throws(StoreError) {
    let place = Int32(states.count)
    states.append(state)
    try add(
      Entry(
        id: id, cardKey: cardKey, order: order, moment: moment, duration: 0,
        kind: UInt8(ReviewKind.manual.rawValue), rating: 0, state: place), to: store)
  }

  private mutating func add(_ entry: Entry, to store: Store) throws(StoreError) {
    waiting.append(entry)
    if waiting.count == EntryInserts.most { try write(into: store) }
  }

  /// Writes those that wait.
  mutating func write(into store: Store) throws(StoreError) {
    for place in order() {
      let entry = waiting[Int(place.index)]
      if entry.state < 0 {
        try insertPlain(entry, into: store)
      } else {
        // A new card's log begins with a new card's state, so that is not written out.
        _ = try store.append(
          Review(
            id: entry.id, cardID: .nothing, kind: .manual, rating: nil, ratedAt: entry.moment,
            order: entry.order, before: nil, after: states[Int(entry.state)]),
          cardKey: entry.cardKey, sessionKey: nil, before: nil)
      }
    }
    waiting.removeAll(keepingCapacity: true)
    states.removeAll(keepingCapacity: true)
  }

  /// The places of the entries that wait, in the order of their ids.
  private func order() -> [Place] {
    var places = waiting.indices.map { Place(id: waiting[$0].id.high, index: Int32($0)) }
    places.sort { left, right in
      left.id == right.id
        ? waiting[Int(left.index)].id < waiting[Int(right.index)].id : left.id < right.id
    }
    return places
  }

  private func insertPlain(_ entry: Entry, into store: Store) throws(StoreError) {
    let change = try store.nextChange()
    try storing { () throws(SQLError) in
      plain.bind(change, at: 1)
      plain.bind(entry.id, at: 2)
      plain.bind(entry.cardKey, at: 3)
      plain.bind(entry.order, at: 4)
      plain.bind(Int64(entry.kind), at: 5)
      plain.bind(entry.rating == 0 ? nil : Int64(entry.rating), at: 6)
      plain.bind(Int64(entry.duration), at: 7)
      plain.bind(entry.moment == entry.order ? nil : entry.moment, at: 8)
      try plain.run()
    }
  }
}
