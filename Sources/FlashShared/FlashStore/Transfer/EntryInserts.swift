internal import FlashModel
internal import FlashSQL

/// Entries of the logs of new cards, which are put into the collection some thousand at a time.
///
/// Their ids are hashes. In the order of their ids each page of that index is gone to once for many
/// of them, and not once for each.
struct EntryInserts {
  private struct Entry {
    let review: Review
    let cardKey: Int64
    let before: Scheduling?
  }

  private var waiting: [Entry] = []
  private let plain: SQLiteStatement

  /// Some ten megabytes of them.
  private static let most = 16_384

  init(on connection: SQLiteConnection) throws(SQLError) {
    // Most entries tell no state.
    plain = try connection.prepare(
      """
      insert into reviews (
        change_seq, id, card_key, order_ms, kind, rating, duration_ms, rated_at_ms)
      values ($1, $2, $3, $4, $5, $6, $7, $8)
      """)
  }

  /// - Parameter before: what to write out of the state before.
  mutating func add(
    _ review: Review, cardKey: Int64, before: Scheduling?, to store: Store
  ) throws(StoreError) {
    waiting.append(Entry(review: review, cardKey: cardKey, before: before))
    if waiting.count == EntryInserts.most { try write(into: store) }
  }

  /// Writes those that wait.
  mutating func write(into store: Store) throws(StoreError) {
    let order = waiting.indices.sorted { waiting[$0].review.id < waiting[$1].review.id }
    for place in order {
      let entry = waiting[place]
      if entry.review.after == nil, entry.before == nil, entry.review.cancelsID == nil {
        try insertPlain(entry, into: store)
      } else {
        _ = try store.append(
          entry.review, cardKey: entry.cardKey, sessionKey: nil, before: entry.before)
      }
    }
    waiting.removeAll(keepingCapacity: true)
  }

  private func insertPlain(_ entry: Entry, into store: Store) throws(StoreError) {
    let review = entry.review
    let change = try store.nextChange()
    try storing { () throws(SQLError) in
      plain.bind(change, at: 1)
      plain.bind(review.id, at: 2)
      plain.bind(entry.cardKey, at: 3)
      plain.bind(review.order, at: 4)
      plain.bind(Int64(review.kind.rawValue), at: 5)
      plain.bind(review.rating?.rawValue, at: 6)
      plain.bind(Int64(review.durationMilliseconds), at: 7)
      plain.bind(review.ratedAt == review.order ? nil : review.ratedAt, at: 8)
      try plain.run()
    }
  }
}
