internal import FlashModel
internal import FlashSQL

/// Puts entries of the logs of new cards into the collection, many at a time.
///
/// Where the collection has no log, and there are more than a few, they go by way of a ``SideLog``.
struct EntryInserts {
  /// How much is done in one go.
  struct Limits {
    /// Entries that are written together: some megabyte, and as much for their states if each tells
    /// one.
    var batch = 16_384
    /// Entries that are kept beside the collection: some sixty megabytes.
    var side = 500_000
  }

  private let limits: Limits
  private var waiting = EntryBatch()
  /// Nil if the log is written into the collection itself.
  private let sideTable: SideLog.Table?
  private var side: SideLog?
  private var isSideFull = false

  /// - Parameter sideTable: the table of the log; nil if it is not empty.
  init(beside sideTable: SideLog.Table?, limits: Limits = Limits()) {
    self.sideTable = sideTable
    self.limits = limits
  }

  /// Adds an entry that only counts.
  /// - Parameter order: its place in its card's log.
  mutating func add(
    _ entry: ForeignReview, id: ReviewID, cardKey: Int64, order: Timestamp, to store: Store
  ) throws(StoreError) {
    waiting.add(entry, id: id, cardKey: cardKey, order: order)
    if waiting.count == limits.batch { try writeBatch(into: store) }
  }

  /// Adds the entry that sets the state of a card that was new.
  mutating func add(
    setting state: Scheduling, id: ReviewID, cardKey: Int64, at moment: Timestamp,
    order: Timestamp, to store: Store
  ) throws(StoreError) {
    waiting.add(setting: state, id: id, cardKey: cardKey, at: moment, order: order)
    if waiting.count == limits.batch { try writeBatch(into: store) }
  }

  private mutating func writeBatch(into store: Store) throws(StoreError) {
    if side == nil, !isSideFull, let sideTable {
      side = try storing { () throws(SQLError) in try SideLog(of: sideTable) }
    }
    try writeWaiting(into: store)
    guard let side, side.count >= limits.side else { return }
    // The rest goes to what is in the collection by then; its indexes are made at the end.
    try storing { () throws(SQLError) in try side.move(into: store.connection) }
    self.side = nil
    isSideFull = true
  }

  private mutating func writeWaiting(into store: Store) throws(StoreError) {
    guard waiting.count > 0 else { return }
    let first = try store.takeChanges(Int64(waiting.count))
    try storing { () throws(SQLError) in
      if let side {
        try side.write(waiting, from: first)
        // The other thread has it.
        waiting = EntryBatch(capacity: limits.batch)
      } else {
        try waiting.write(on: store.connection, from: first)
        waiting.removeAll()
      }
    }
  }

  /// Writes those that wait. What is beside the collection is on its way then; ``finish(in:)`` has it.
  mutating func writeRest(into store: Store) throws(StoreError) {
    try writeWaiting(into: store)
    try storing { () throws(SQLError) in try side?.makeIndexes() }
  }

  /// Sees to it that all entries are in the collection, whose indexes are made.
  func finish(in store: Store) throws(StoreError) {
    try storing { () throws(SQLError) in try side?.move(into: store.connection) }
  }
}
