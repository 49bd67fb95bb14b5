import FlashAPI
import FlashModel
import FlashSQL

/// The record of events, as operators and people who ask for what is held about them read it.
enum AuditLog {
  private static let columns = """
    id, at_ms, actor, action, user_id, address, request_id, reason, before_json, after_json,
    previous, target, outcome, number
    """

  private static func read(_ row: some SQLStatement) -> (number: Int64, event: AuditEvent) {
    let id: Identifier<AuditEntry>? = row.identifier(0)
    let user: UserID? = row.identifier(4)
    return (
      row.integer(13),
      AuditEvent(
        id: id?.description ?? "", at: row.timestamp(1).rfc3339, actor: row.text(2),
        action: row.text(3), userId: user?.description, target: row.optionalText(11),
        ip: row.optionalText(5), requestId: row.optionalText(6), reason: row.optionalText(7),
        outcome: row.optionalText(12), before: row.optionalText(8).flatMap(json),
        after: row.optionalText(9).flatMap(json),
        prevHash: row.isNull(10) ? nil : hexadecimal(row.bytes(10)))
    )
  }

  private static func json(_ text: String) -> JSONValue? {
    // Only what was written as JSON is ever stored.
    try? JSONValue(parsing: Array(text.utf8))
  }

  /// The newest first.
  static func page<Storage: ServerStorage>(
    _ call: Call<Storage>, in connection: Storage.Connection
  ) throws -> AuditEvents {
    var conditions: [String] = []
    var values: [SQLValue] = []
    func add(_ condition: String, _ value: SQLValue) {
      values.append(value)
      conditions.append(condition.replacingMark("{}", "$\(values.count)"))
    }
    if let text = call.head.query("user_id") {
      guard let user = UserID(text) else { throw Problem.invalid("user_id", "must be an id") }
      add("user_id = {}", SQLValue(user))
    }
    if let actor = call.head.query("actor") { add("actor = {}", .text(actor)) }
    if let action = call.head.query("action") {
      if action.hasSuffix(".") {
        add("substr(action, 1, \(action.unicodeScalars.count)) = {}", .text(action))
      } else {
        add("action = {}", .text(action))
      }
    }
    if let since = try call.moment("since") { add("at_ms >= {}", SQLValue(since)) }
    if let until = try call.moment("until") { add("at_ms < {}", SQLValue(until)) }
    if let cursor = try call.cursor(1) {
      guard let number = Int64(cursor[0]) else {
        throw Problem.invalid("cursor", "is none of this list")
      }
      add("number < {}", .integer(number))
    }
    let limit = try call.pageLimit()
    let condition = conditions.isEmpty ? "" : "where " + conditions.joined(separator: " and ")
    let found = try connection.rows(
      """
      select \(columns) from audit_events \(condition) order by number desc limit \(limit + 1)
      """, values
    ) { read($0) }
    let page = found.prefix(limit)
    return AuditEvents(
      events: page.map(\.event),
      nextCursor: found.count > limit ? page.last.map { PageCursor.text(["\($0.number)"]) } : nil)
  }

  /// The events of one account, the oldest first.
  static func events(
    of user: UserID, in connection: some SQLConnection
  ) throws -> [AuditEvent] {
    try connection.rows(
      "select \(columns) from audit_events where user_id = $1 order by number", [SQLValue(user)]
    ) { read($0) }.map(\.event)
  }
}
