import FlashAPI
import FlashModel
import FlashSQL

/// What the tables of the App Store say, as the contract has it.
enum StoreRows {
  private static let eventColumns = """
    e.id, e.notification_uuid, e.type, e.subtype, e.environment, e.original_id, s.user_id,
    e.signed_ms, e.received_ms, e.outcome, e.detail
    """
  private static let eventTables =
    "store_events e left join subscriptions s on s.original_id = e.original_id"

  private static func event(_ row: some SQLStatement) -> StoreEvent {
    let id: Identifier<StoreEvent>? = row.identifier(0)
    let user: UserID? = row.identifier(6)
    return StoreEvent(
      id: id?.description ?? "", notificationUuid: row.text(1), notificationType: row.text(2),
      subtype: row.optionalText(3), environment: row.optionalText(4),
      originalTransactionId: row.optionalText(5), userId: user?.description,
      signedAt: row.timestamp(7).rfc3339, receivedAt: row.timestamp(8).rfc3339,
      outcome: row.text(9), detail: row.optionalText(10))
  }

  static func event(
    _ id: Identifier<StoreEvent>, in connection: some SQLConnection
  ) throws -> StoreEvent? {
    try connection.row(
      "select \(eventColumns) from \(eventTables) where e.id = $1", [SQLValue(id)]
    ) { event($0) }
  }

  /// Notifications, the newest first.
  /// - Parameters:
  ///   - before: only those before that one.
  ///   - limit: at most so many.
  static func events(
    originalID: String?, outcome: String?, before: Identifier<StoreEvent>?, limit: Int,
    in connection: some SQLConnection
  ) throws -> [StoreEvent] {
    try connection.rows(
      """
      select \(eventColumns) from \(eventTables)
      where e.id < $1 and ($2 = '' or e.original_id = $2) and ($3 = '' or e.outcome = $3)
      order by e.id desc limit $4
      """,
      [
        SQLValue(before ?? Identifier(high: .max, low: .max)), .text(originalID ?? ""),
        .text(outcome ?? ""), .integer(Int64(limit)),
      ]
    ) { event($0) }
  }

  /// The notifications of an account's subscriptions, the newest first.
  static func events(
    of user: UserID, limit: Int = 500, in connection: some SQLConnection
  ) throws -> [StoreEvent] {
    try connection.rows(
      """
      select \(eventColumns) from subscriptions s join store_events e on e.original_id = s.original_id
      where s.user_id = $1 order by e.id desc limit $2
      """, [SQLValue(user), .integer(Int64(limit))]
    ) { event($0) }
  }

  /// All that is held of an account's purchases, by the names of an export's lines.
  static func exported(
    of user: UserID, in connection: some SQLConnection, now: Timestamp
  ) throws -> [(String, JSONValue)] {
    let encoder = JSONValueEncoder()
    let current = try Subscription.load(of: user, in: connection, now: now)
    guard current.originalTransactionId != nil else { return [] }
    let shown = try connection.rows(
      """
      select t.content from subscriptions s join store_transactions t on t.original_id = s.original_id
      where s.user_id = $1 order by t.id
      """, [SQLValue(user)]
    ) { StoreEntry(kind: .presented, id: "", signed: now, kept: $0.text(0)).period }
    let told = try events(of: user, limit: .max, in: connection)
    return [("subscriptions", encoder.encode(current))]
      + shown.compactMap { $0.map { ("store_transactions", $0.json) } }
      + told.map { ("store_events", encoder.encode($0)) }
  }
}
