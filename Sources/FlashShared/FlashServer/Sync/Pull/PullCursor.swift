import FlashAPI
import FlashModel
import FlashSQL

/// How far a sign-in has been sent an account, and on which walk it is.
struct PullCursor: Hashable {
  /// The last `next_since`.
  var nextSince: Int64 = 0
  /// The epoch of that page.
  var epoch: Int64 = 0
  /// What that page belonged to, if more is to come.
  var pass = Pass.following

  /// What pages belong to. Only a pass from the beginning may stand before the horizon, where
  /// deletions are no longer known.
  enum Pass: Int64 {
    /// From where a client stopped, or to the end.
    case following = 0
    /// A full resync.
    case walk = 1
    /// All there is, for a client that has nothing.
    case first = 2
  }

  static func load(
    of user: UserID, _ signIn: SignInID, _ connection: some SQLConnection
  ) throws(SQLError) -> PullCursor {
    try connection.row(
      "select next_since, epoch, is_walk from pull_cursors where user_id = $1 and sign_in_id = $2",
      [SQLValue(user), SQLValue(signIn)]
    ) {
      PullCursor(
        nextSince: $0.integer(0), epoch: $0.integer(1),
        pass: Pass(rawValue: $0.integer(2)) ?? .following)
    } ?? PullCursor()
  }

  /// What to note once `next` is sent: of a client that keeps its own cursor the farthest, as requests
  /// may arrive late and out of order.
  func followed(by next: PullCursor, _ request: PullRequest) -> PullCursor {
    guard request.epoch != nil, epoch == next.epoch, pass == .following,
      next.pass == .following, next.nextSince < nextSince
    else { return next }
    return self
  }

  func save(
    of user: UserID, _ signIn: SignInID, _ connection: some SQLConnection
  ) throws(SQLError) {
    try connection.run(
      """
      insert into pull_cursors (user_id, sign_in_id, next_since, epoch, is_walk)
      values ($1, $2, $3, $4, $5)
      on conflict (user_id, sign_in_id) do update set next_since = excluded.next_since,
        epoch = excluded.epoch, is_walk = excluded.is_walk
      """,
      [
        SQLValue(user), SQLValue(signIn), .integer(nextSince), .integer(epoch),
        .integer(pass.rawValue),
      ])
  }
}

/// Where a page begins.
struct PullStart: Hashable {
  let since: Int64
  let pass: PullCursor.Pass

  var isFullResync: Bool { pass == .walk }

  /// - Parameters:
  ///   - cursor: of the sign-in, as the page before left it.
  init(_ request: PullRequest, _ cursor: PullCursor, _ account: AccountState) {
    guard let epoch = request.epoch else {
      // A client that keeps no cursor properly gets what it was not sent yet, whatever it asks for.
      since = min(max(0, request.since), cursor.nextSince)
      pass = .following
      return
    }
    let asked = max(0, request.since)
    let goesOn = asked == cursor.nextSince && cursor.epoch == account.resyncEpoch
    if asked == 0 {
      (since, pass) = epoch == account.resyncEpoch ? (0, .first) : (0, .walk)
    } else if goesOn, cursor.pass != .following {
      (since, pass) = (asked, cursor.pass)
    } else if epoch != account.resyncEpoch || asked < account.horizon {
      (since, pass) = (0, .walk)
    } else {
      (since, pass) = (asked, .following)
    }
  }
}
