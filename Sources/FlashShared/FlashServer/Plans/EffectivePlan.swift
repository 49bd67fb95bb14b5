import FlashModel
import FlashSQL

/// The plan that counts for an account: the best by rank of what it bought, what it was granted, and
/// what everybody has.
struct EffectivePlan: Sendable, Hashable {
  enum Source: String, Sendable {
    case none
    case appStore = "app_store"
    case grant
  }

  var key: String
  /// `free`, `active`, `in_grace` or `expired`.
  var status: String
  var expires: Timestamp?
  var source: Source

  private struct Candidate {
    var plan: EffectivePlan
    var rank: Int64
  }

  /// Works it out.
  static func of(
    _ user: UserID, in connection: some SQLConnection, now: Timestamp
  ) throws(SQLError) -> EffectivePlan {
    let store = try StorePlan.load(of: user, in: connection, now: now)
    let grants = try PlanGrants.all(of: user, in: connection)
    var best = try everybodys(
      hadMore: store != nil || !grants.isEmpty, in: connection)
    // Of equals the one that is looked at later counts, and what was paid for is looked at last.
    for grant in grants where grant.isLive(at: now) {
      try consider(
        EffectivePlan(
          key: grant.plan, status: StorePlan.Status.active.rawValue, expires: grant.expires,
          source: .grant), &best, in: connection)
    }
    if let store, store.status != .expired {
      try consider(
        EffectivePlan(
          key: store.plan, status: store.status.rawValue, expires: store.expires,
          source: .appStore), &best, in: connection)
    }
    return best.plan
  }

  /// Works it out and notes it with the account; to be called in the transaction that changes a grant
  /// or a purchase. Another plan than before is held in its newest version.
  @discardableResult
  static func settle(
    _ user: UserID, in connection: some SQLConnection, now: Timestamp
  ) throws(SQLError) -> EffectivePlan {
    let plan = try of(user, in: connection, now: now)
    try connection.run(
      """
      update users set plan_key = $2, subscription_status = $3, subscription_expires_ms = $4,
        plan_version = case when plan_key = $2 then plan_version end
      where id = $1
      """,
      [SQLValue(user), .text(plan.key), .text(plan.status), SQLValue(plan.expires)])
    try connection.run(
      """
      update plan_grants set is_live = 0
      where user_id = $1 and is_live = 1 and (revoked_ms is not null or expires_ms <= $2)
      """, [SQLValue(user), SQLValue(now)])
    return plan
  }

  /// - Parameter hadMore: whether the account ever had another plan.
  private static func everybodys(
    hadMore: Bool, in connection: some SQLConnection
  ) throws(SQLError) -> Candidate {
    try connection.row("select key, rank from plans where is_default = 1", []) {
      Candidate(
        plan: EffectivePlan(
          key: $0.text(0), status: hadMore ? "expired" : "free", expires: nil, source: .none),
        rank: $0.integer(1))
    }
      ?? Candidate(
        plan: EffectivePlan(key: "free", status: "free", expires: nil, source: .none), rank: .min)
  }

  /// A plan that is no more counts for nothing.
  private static func consider(
    _ plan: EffectivePlan, _ best: inout Candidate, in connection: some SQLConnection
  ) throws(SQLError) {
    let rank = try connection.row("select rank from plans where key = $1", [.text(plan.key)]) {
      $0.integer(0)
    }
    guard let rank, rank >= best.rank else { return }
    best = Candidate(plan: plan, rank: rank)
  }
}
