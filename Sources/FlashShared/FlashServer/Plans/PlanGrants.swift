import FlashModel
import FlashSQL

/// Stands for a grant where its id is meant.
enum Grant {}

typealias GrantID = Identifier<Grant>

/// A plan that somebody was given by hand.
struct StoredGrant: Sendable, Hashable {
  let id: GrantID
  let plan: String
  let created: Timestamp
  /// Nil is without an end.
  var expires: Timestamp?
  var revoked: Timestamp?
  let reason: String
  /// Who gave it, as the audit log names them.
  let actor: String

  func isLive(at now: Timestamp) -> Bool {
    revoked == nil && expires.map { $0 > now } ?? true
  }
}

/// The grants of accounts. Whoever changes them settles the plan, in the same transaction.
enum PlanGrants {
  /// The newest last.
  static func all(
    of user: UserID, in connection: some SQLConnection
  ) throws(SQLError) -> [StoredGrant] {
    try connection.rows(
      """
      select id, plan_key, created_ms, expires_ms, revoked_ms, reason, actor
      from plan_grants where user_id = $1 order by created_ms, id
      """, [SQLValue(user)]
    ) {
      StoredGrant(
        id: $0.identifier(0) ?? .nothing, plan: $0.text(1), created: $0.timestamp(2),
        expires: $0.optionalTimestamp(3), revoked: $0.optionalTimestamp(4), reason: $0.text(5),
        actor: $0.text(6))
    }
  }

  static func add(
    _ grant: StoredGrant, to user: UserID, in connection: some SQLConnection
  ) throws(SQLError) {
    try connection.run(
      """
      insert into plan_grants
        (id, user_id, plan_key, created_ms, expires_ms, reason, actor)
      values ($1, $2, $3, $4, $5, $6, $7)
      """,
      [
        SQLValue(grant.id), SQLValue(user), .text(grant.plan), SQLValue(grant.created),
        SQLValue(grant.expires), .text(grant.reason), .text(grant.actor),
      ])
  }

  /// Moves the end of a grant.
  static func move(
    _ id: GrantID, to end: Timestamp, in connection: some SQLConnection
  ) throws(SQLError) {
    try connection.run(
      "update plan_grants set expires_ms = $2 where id = $1", [SQLValue(id), SQLValue(end)])
  }

  /// Ends all that are live.
  static func revokeAll(
    of user: UserID, in connection: some SQLConnection, now: Timestamp
  ) throws(SQLError) {
    try connection.run(
      """
      update plan_grants set revoked_ms = $2
      where user_id = $1 and revoked_ms is null and (expires_ms is null or expires_ms > $2)
      """, [SQLValue(user), SQLValue(now)])
  }

  /// Accounts with a grant that has ended since their plan was settled.
  static func ended(
    in connection: some SQLConnection, now: Timestamp
  ) throws(SQLError) -> [UserID] {
    try connection.rows(
      "select distinct user_id from plan_grants where is_live = 1 and expires_ms <= $1",
      [SQLValue(now)]
    ) { $0.identifier(0) ?? .nothing }
  }
}
