import FlashModel
import FlashSQL

/// What must be known of the log before its entries can be counted in the order they lie in.
struct LogSurvey {
  /// Cards whose entries do not lie in the order of their log: what two devices brought together.
  private(set) var outOfOrder: Set<Int64> = []
  /// The rows of entries that were taken back.
  private var cancelled: Set<Int64> = []

  init(of store: Store) throws(StoreError) {
    var undos: [Undo] = []
    var newest = [Int64](repeating: .min, count: try store.cardNumberBound())
    var others: [Int64: Int64] = [:]
    var outOfOrder: Set<Int64> = []
    try storing { () throws(SQLError) in
      let statement = try store.connection.statement(
        """
        select r.card_key, r.order_ms, r.kind, r.change_seq, r.id, r.cancels_id from reviews r
        order by r.change_seq
        """)
      defer { statement.reset() }
      while try statement.step() {
        let (key, order) = (statement.integer(0), statement.integer(1))
        if key >= 0 && key < newest.count {
          if order <= newest[Int(key)] { outOfOrder.insert(key) }
          newest[Int(key)] = order
        } else {
          if let known = others[key], order <= known { outOfOrder.insert(key) }
          others[key] = order
        }
        if statement.integer(2) == ReviewKind.undo.rawValue { undos.append(Undo(statement)) }
      }
    }
    self.outOfOrder = outOfOrder
    try settle(undos, in: store)
  }

  func isCancelled(_ row: Int64) -> Bool { !cancelled.isEmpty && cancelled.contains(row) }

  /// Looks at undos from the last to the first: one that was itself taken back takes nothing back,
  /// nor does one whose target is no earlier entry of the same card.
  private mutating func settle(_ undos: [Undo], in store: Store) throws(StoreError) {
    for undo in undos.sorted(by: { $1.place < $0.place }) where !cancelled.contains(undo.row) {
      let target = try store.row(
        "select change_seq, card_key, order_ms from reviews where id = $1",
        [SQLValue(undo.target)]
      ) { (row: $0.integer(0), card: $0.integer(1), order: $0.timestamp(2)) }
      guard let target, target.card == undo.card,
        (target.order, undo.target) < undo.place
      else { continue }
      cancelled.insert(target.row)
    }
  }
}

/// An entry that takes another one back.
private struct Undo {
  let row: Int64
  let card: Int64
  /// Where it stands in the order of the fold.
  let place: (Timestamp, ReviewID)
  let target: ReviewID

  init(_ statement: SQLiteStatement) {
    card = statement.integer(0)
    row = statement.integer(3)
    place = (statement.timestamp(1), statement.identifier(4) ?? .nothing)
    target = statement.identifier(5) ?? .nothing
  }
}
