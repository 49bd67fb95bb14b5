import FlashModel
import FlashSQL

/// What an account has bought, as far as its plan goes.
struct StorePlan: Sendable, Hashable {
  typealias Status = StoreSubscription.Status

  var plan: String
  var status: Status
  /// When it ends, its grace included; nil if it does not say.
  var expires: Timestamp?

  /// The subscription of an account that counts, of several the best. What is said with a plan about
  /// its products holds at once.
  static let best = """
    from subscriptions s
      left join plan_products pp on pp.product_id = s.product_id
      left join plans p on p.key = coalesce(pp.plan_key, s.plan_key)
    where s.user_id = $1
    order by case s.status when 'expired' then 1 else 0 end, coalesce(p.rank, -1) desc,
      coalesce(s.ends_ms, \(Int64.max)) desc, s.original_id
    limit 1
    """

  /// The store plan of an account; nil if it never had one.
  static func load(
    of user: UserID, in connection: some SQLConnection, now: Timestamp
  ) throws(SQLError) -> StorePlan? {
    try connection.row(
      "select coalesce(pp.plan_key, s.plan_key), s.status, s.ends_ms \(best)", [SQLValue(user)]
    ) { row in
      StorePlan(
        plan: row.text(0), status: Status(rawValue: row.text(1)) ?? .expired,
        expires: row.optionalTimestamp(2))
    }
  }

  /// Ends the effect of what an account has bought until now, whatever the store says. What is bought
  /// or renewed later counts. Whoever does so settles the plan, in the same transaction.
  static func end(
    of user: UserID, in connection: some SQLConnection, now: Timestamp
  ) throws {
    let ids = try connection.rows(
      "select original_id from subscriptions where user_id = $1", [SQLValue(user)]
    ) { $0.text(0) }
    for originalID in ids {
      let ledger = try StoreLedger(
        of: originalID, settings: StoreSettings(), now: now, in: connection)
      try connection.run(
        "update subscriptions set cut_ms = $2 where original_id = $1",
        [.text(originalID), SQLValue(now)])
      try ledger.settle()
    }
  }
}
