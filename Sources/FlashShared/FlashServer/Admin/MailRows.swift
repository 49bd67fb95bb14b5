import FlashAPI
import FlashModel
import FlashSQL

/// Mails of the outbox as operators see them: never what they say.
enum MailRows {
  private static let columns = """
    id, kind, recipient, created_ms, sent_ms, tries, last_error
    """
  /// What was given up, as it was of no use any more.
  private static let expired = "expired"

  private static func read(_ row: some SQLStatement) -> MailReceipt {
    let id: Identifier<OutgoingMail>? = row.identifier(0)
    let error = row.optionalText(6)
    let isSent = !row.isNull(4) && error != expired
    return MailReceipt(
      id: id?.description ?? "", kind: row.text(1), to: row.text(2),
      state: isSent ? "sent" : error == nil ? "queued" : "failed",
      queuedAt: row.timestamp(3).rfc3339,
      sentAt: isSent ? row.optionalTimestamp(4)?.rfc3339 : nil, attempts: Int(row.integer(5)),
      lastError: error)
  }

  static func find(
    _ id: Identifier<OutgoingMail>, in connection: some SQLConnection
  ) throws -> MailReceipt? {
    try connection.row("select \(columns) from mails where id = $1", [SQLValue(id)]) {
      read($0)
    }
  }

  /// The newest first.
  static func page<Storage: ServerStorage>(
    _ call: Call<Storage>, in connection: Storage.Connection
  ) throws -> MailReceipts {
    var conditions = ["id < $1"]
    switch try call.choice("state", of: ["queued", "sent", "failed"]) {
    case "queued": conditions.append("sent_ms is null and last_error is null")
    case "sent": conditions.append("sent_ms is not null and last_error is null")
    case "failed": conditions.append("last_error is not null")
    default: break
    }
    // An id begins with the moment at which it was made, so that ids are in its order.
    var before = Identifier<OutgoingMail>(high: .max, low: .max)
    if let cursor = try call.cursor(1) {
      guard let id = Identifier<OutgoingMail>(cursor[0]) else {
        throw Problem.invalid("cursor", "is none of this list")
      }
      before = id
    }
    let limit = try call.pageLimit()
    let found = try connection.rows(
      """
      select \(columns) from mails where \(conditions.joined(separator: " and "))
      order by id desc limit \(limit + 1)
      """, [SQLValue(before)]
    ) { read($0) }
    let page = Array(found.prefix(limit))
    return MailReceipts(
      mail: page,
      nextCursor: found.count > limit ? page.last.map { PageCursor.text([$0.id]) } : nil)
  }
}
