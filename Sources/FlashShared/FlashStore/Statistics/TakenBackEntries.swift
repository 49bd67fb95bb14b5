import FlashModel
import FlashSQL

/// The entries of the log that were taken back.
struct TakenBackEntries {
  /// By the numbers of their rows.
  private var rows: Set<Int64> = []

  /// Looks at undos from the last to the first: one that was itself taken back takes nothing back,
  /// nor does one whose target is no earlier entry of the same card.
  init(in store: Store) throws(StoreError) {
    let undos = try store.rows(
      "select change_seq, card_key, order_ms, id, cancels_id from reviews where kind = 1"
    ) { Undo($0) }
    for undo in undos.sorted(by: { $1.place < $0.place }) where !rows.contains(undo.row) {
      let target = try store.row(
        "select change_seq, card_key, order_ms from reviews where id = $1",
        [SQLValue(undo.target)]
      ) { (row: $0.integer(0), card: $0.integer(1), order: $0.timestamp(2)) }
      guard let target, target.card == undo.card,
        (target.order, undo.target) < undo.place
      else { continue }
      rows.insert(target.row)
    }
  }

  func contains(row: Int64) -> Bool { !rows.isEmpty && rows.contains(row) }
}

/// An entry that takes another one back.
private struct Undo {
  let row: Int64
  let card: Int64
  /// Where it stands in the order of the fold.
  let place: (Timestamp, ReviewID)
  let target: ReviewID

  init(_ statement: SQLiteStatement) {
    row = statement.integer(0)
    card = statement.integer(1)
    place = (statement.timestamp(2), statement.identifier(3) ?? .nothing)
    target = statement.identifier(4) ?? .nothing
  }
}
