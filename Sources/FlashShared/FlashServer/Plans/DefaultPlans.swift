public import FlashModel
import FlashSQL

/// The plan of accounts that have no other.
public enum DefaultPlans {
  /// Sets it for whoever is at the server's own machine.
  /// - Returns: the plans there are, where `key` is none of them; nothing was changed then.
  public static func set<Storage: ServerStorage>(
    _ key: String, in storage: Storage, now: Timestamp, random: (Int) -> [UInt8]
  ) throws -> [String]? {
    try storage.directory { connection in
      let old = try self.key(in: connection)
      guard try set(key, in: connection, now: now) else {
        return try StoredPlan.all(in: connection).map(\.key)
      }
      if old != key {
        try AuditEntry(
          action: "plan.default", actor: .system("host"), target: key,
          before: .object([.init("plan_key", .string(old))]),
          after: .object([.init("plan_key", .string(key))])
        ).write(in: connection, now: now, random: random)
      }
      return nil
    }
  }

  /// - Returns: its key.
  static func key(in connection: some SQLConnection) throws(SQLError) -> String {
    try connection.row("select key from plans where is_default = 1", []) { $0.text(0) } ?? "free"
  }

  /// Makes another plan the one of accounts that have no other, those that there are included.
  /// - Returns: false if there is no such plan.
  static func set(
    _ key: String, in connection: some SQLConnection, now: Timestamp
  ) throws(SQLError) -> Bool {
    let isThere = try connection.row("select 1 from plans where key = $1", [.text(key)]) { _ in
      true
    }
    guard isThere == true else { return false }
    try connection.run(
      "update plans set is_default = 0 where is_default = 1 and key <> $1", [.text(key)])
    try connection.run("update plans set is_default = 1 where key = $1", [.text(key)])
    try connection.run(
      """
      update users set plan_key = $1, plan_version = null
      where subscription_status in ('free', 'expired') and plan_key <> $1
      """, [.text(key)])
    try settleAll(in: connection, now: now)
    return true
  }

  /// Settles every account that has been granted or has bought something: what is best may be
  /// something else where ranks have changed.
  static func settleAll(in connection: some SQLConnection, now: Timestamp) throws(SQLError) {
    let users = try connection.rows(
      """
      select id from users where subscription_status in ('active', 'in_grace')
        or id in (select user_id from plan_grants where is_live = 1)
      """, []
    ) { $0.identifier(0) ?? UserID.nothing }
    for user in users { try EffectivePlan.settle(user, in: connection, now: now) }
  }
}
