import FlashAPI
import FlashModel
import FlashSQL

/// The stamps that clients were told to stand at: the newest one after each change of an account, and
/// the ends of pages.
///
/// They are in a backup with everything else. A client that stands at a stamp which is not among them was
/// told it by what is lost: the server was put back to an older state. It does not matter whether the
/// stamps of the account have passed that one meanwhile, nor whether the client signed in anew, nor how
/// often the server was put back.
enum ToldStamps {
  static func note(
    _ stamp: Int64, of user: UserID, _ connection: some SQLConnection
  ) throws(SQLError) {
    try connection.run(
      "insert into told_stamps (user_id, stamp_ms) values ($1, $2) on conflict do nothing",
      [SQLValue(user), .integer(stamp)])
  }

  /// Whether a stamp was told, or is older than all that are kept.
  static func contain(
    _ stamp: Int64, of user: UserID, _ connection: some SQLConnection
  ) throws(SQLError) -> Bool {
    let nearest = try connection.row(
      """
      select stamp_ms from told_stamps where user_id = $1 and stamp_ms <= $2
      order by stamp_ms desc limit 1
      """, [SQLValue(user), .integer(stamp)]
    ) { $0.integer(0) }
    return nearest == nil || nearest == stamp
  }

  /// Forgets those that are as old as tombstones that are purged: who stands there walks through
  /// everything anyway. The newest of them stays, as all between it and the next was never told.
  static func prune<Storage: ServerStorage>(
    of user: UserID, in storage: Storage, at now: Timestamp
  ) throws {
    let values = [SQLValue(user), SQLValue(now.advanced(by: -TombstonePurge.age))]
    let old = "from told_stamps where user_id = $1 and stamp_ms < $2"
    let count = try storage.readAccount(user) { connection in
      try connection.row("select count(*) from (select 1 \(old) limit 2) t", values) {
        $0.integer(0)
      }
    }
    guard count == 2 else { return }
    try storage.account(user) { connection in
      try connection.run(
        """
        delete from told_stamps where user_id = $1 and stamp_ms < (select max(stamp_ms) \(old))
        """, values)
    }
  }
}

extension AccountState {
  /// Whether a client was told more than is stored here. One that is told of another epoch knows already.
  func isBehind(
    _ request: PullRequest, of user: UserID, _ connection: some SQLConnection
  ) throws(SQLError) -> Bool {
    guard request.epoch == resyncEpoch else { return false }
    for stamp in [request.since, request.told ?? 0] where stamp > 0 && stamp != lastArrived {
      if stamp > lastArrived { return true }
      if try !ToldStamps.contain(stamp, of: user, connection) { return true }
    }
    return false
  }
}
