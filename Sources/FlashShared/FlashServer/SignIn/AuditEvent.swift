import FlashModel
import FlashSQL

/// Something about an account's safety that an operator may have to look up later.
struct AuditEvent: Sendable {
  /// Such as `auth.refresh_reuse`.
  let action: String
  let user: UserID?
  let address: String?
  let requestID: String?

  func write(
    in connection: some SQLConnection, now: Timestamp, random: (Int) -> [UInt8]
  ) throws {
    let actor = user.map { "user:\($0)" } ?? "system"
    try connection.run(
      """
      insert into audit_events (id, at_ms, actor, action, user_id, address, request_id)
      values ($1, $2, $3, $4, $5, $6, $7)
      """,
      [
        SQLValue(Identifier<AuditEvent>(madeAt: now, random: random)), SQLValue(now),
        .text(actor), .text(action), SQLValue(user), SQLValue(address), SQLValue(requestID),
      ])
  }
}
