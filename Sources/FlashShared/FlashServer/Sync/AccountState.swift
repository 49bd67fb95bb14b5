import FlashModel
import FlashSQL

/// What an account's tables hold once: the newest stamp, and counts.
struct AccountState: Hashable {
  /// The newest stamp that was given out; never less than any row's.
  var lastArrived: Int64 = 0
  /// Raised when the tables no longer hold what clients were sent.
  var resyncEpoch: Int64 = 1
  /// The newest stamp of a tombstone that was removed.
  var horizon: Int64 = 0
  /// Live decks.
  var decks: Int64 = 0
  /// Live cards, those of removed decks included.
  var cards: Int64 = 0
  /// Entries of the log.
  var reviews: Int64 = 0
  /// Bytes that it holds: as measured last, and what came since.
  var size: Int64 = 0
  /// The settings that schedules were last folded with, as ``StudySettings/mark``.
  var foldedWith = ""
  /// The newest stamp that is among ``ToldStamps``.
  private var told: Int64 = 0

  static func load(
    of user: UserID, _ connection: some SQLConnection
  ) throws(SQLError) -> AccountState {
    try connection.row(
      """
      select last_arrived_ms, resync_epoch, horizon_ms, deck_count, card_count, review_count,
        size_bytes, folded_with
      from account_state where user_id = $1
      """, [SQLValue(user)]
    ) {
      AccountState(
        lastArrived: $0.integer(0), resyncEpoch: $0.integer(1), horizon: $0.integer(2),
        decks: $0.integer(3), cards: $0.integer(4), reviews: $0.integer(5), size: $0.integer(6),
        foldedWith: $0.text(7), told: $0.integer(0))
    } ?? AccountState()
  }

  func save(of user: UserID, _ connection: some SQLConnection) throws(SQLError) {
    try connection.run(
      """
      insert into account_state (
        user_id, last_arrived_ms, resync_epoch, horizon_ms, deck_count, card_count, review_count,
        size_bytes, folded_with)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      on conflict (user_id) do update set last_arrived_ms = excluded.last_arrived_ms,
        resync_epoch = excluded.resync_epoch, horizon_ms = excluded.horizon_ms,
        deck_count = excluded.deck_count, card_count = excluded.card_count,
        review_count = excluded.review_count, size_bytes = excluded.size_bytes,
        folded_with = excluded.folded_with
      """,
      [
        SQLValue(user), .integer(lastArrived), .integer(resyncEpoch), .integer(horizon),
        .integer(decks), .integer(cards), .integer(reviews), .integer(size),
        .text(foldedWith),
      ])
    guard lastArrived != told else { return }
    // Of an account that had nothing it is known, too, that no stamp was told before.
    if told == 0 { try ToldStamps.note(0, of: user, connection) }
    try ToldStamps.note(lastArrived, of: user, connection)
  }

  /// The next stamp: later than all before it, and no earlier than now.
  mutating func stamp(_ now: Timestamp) -> Int64 {
    lastArrived = max(now.milliseconds, lastArrived + 1)
    return lastArrived
  }
}
