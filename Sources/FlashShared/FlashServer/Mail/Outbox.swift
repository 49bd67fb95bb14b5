import FlashModel
import FlashSQL

/// Mails that are to be sent. A mail is a row of the same transaction as what it is about, so that
/// neither happens without the other; sending it comes later.
enum Outbox {
  /// How long whoever has taken a mail may take to send it, in milliseconds, at the first try. It
  /// doubles with each, up to ``longestWait``.
  private static let firstWait: Int64 = 30_000
  private static let longestWait: Int64 = 3_600_000
  /// Failures after which a run ends.
  private static let mostFailures = 5

  /// - Parameters:
  ///   - expires: when the mail would be of no use any more; nil for never.
  ///   - isSent: whether nothing is to be sent, only the row to be written.
  ///   - unsubscribe: as ``OutgoingMail/unsubscribe``.
  @discardableResult
  static func add(
    _ text: MailText, kind: MailKind, to recipient: String, expires: Timestamp?,
    isSent: Bool = false, unsubscribe: String? = nil, in connection: some SQLConnection,
    now: Timestamp,
    random: (Int) -> [UInt8]
  ) throws -> Identifier<OutgoingMail> {
    let id = Identifier<OutgoingMail>(madeAt: now, random: random)
    try connection.run(
      """
      insert into mails
        (id, kind, recipient, subject, body, created_ms, next_try_ms, expires_ms, sent_ms,
          unsubscribe_url)
      values ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9)
      """,
      [
        SQLValue(id), .text(kind.rawValue),
        .text(isSent ? "" : recipient), .text(text.subject), .text(isSent ? "" : text.body),
        SQLValue(now), SQLValue(expires), SQLValue(isSent ? now : nil),
        SQLValue(unsubscribe),
      ])
    return id
  }

  /// Takes the mail whose turn it is. Nobody else gets it until its next turn comes, which is when
  /// it is tried again should the taker fail, or never be heard of again.
  static func take(
    in connection: some SQLConnection, now: Timestamp
  ) throws -> (mail: OutgoingMail, tries: Int)? {
    try connection.run(
      """
      update mails set sent_ms = $1, body = '', recipient = '', last_error = 'expired'
      where sent_ms is null and expires_ms <= $1
      """, [SQLValue(now)])
    let found: Identifier<OutgoingMail>? = try connection.identifier(
      """
      select id from mails where sent_ms is null and next_try_ms <= $1
      order by next_try_ms, id limit 1
      """, [SQLValue(now)])
    guard let id = found else { return nil }
    let tries =
      try connection.row("select tries from mails where id = $1", [SQLValue(id)]) {
        $0.integer(0)
      } ?? 0
    let wait = min(longestWait, firstWait << min(tries, 16))
    return try connection.row(
      """
      update mails set next_try_ms = $2, tries = tries + 1
      where id = $1 and sent_ms is null and next_try_ms <= $3
      returning recipient, subject, body, created_ms, unsubscribe_url
      """, [SQLValue(id), SQLValue(now.advanced(by: wait)), SQLValue(now)]
    ) { row in
      (
        OutgoingMail(
          id: id, recipient: row.text(0), subject: row.text(1), body: row.text(2),
          written: row.timestamp(3), unsubscribe: row.optionalText(4)),
        Int(tries) + 1
      )
    }
  }

  /// Whether the turn of a mail has come.
  static func hasDue(in connection: some SQLConnection, now: Timestamp) throws -> Bool {
    try connection.row(
      "select 1 from mails where sent_ms is null and next_try_ms <= $1 limit 1", [SQLValue(now)]
    ) { _ in true } ?? false
  }

  /// Notes that a mail is out. What it said is erased, as it may open an account.
  static func settle(
    _ id: Identifier<OutgoingMail>, in connection: some SQLConnection, now: Timestamp
  ) throws {
    try connection.run(
      """
      update mails set sent_ms = $2, body = '', recipient = '', unsubscribe_url = null,
        last_error = null
      where id = $1
      """,
      [SQLValue(id), SQLValue(now)])
  }

  /// Notes why a mail is not out. It stays, and is tried again.
  static func fail(
    _ id: Identifier<OutgoingMail>, _ reason: String, in connection: some SQLConnection
  ) throws {
    try connection.run(
      "update mails set last_error = $2 where id = $1",
      [SQLValue(id), .text(String(reason.unicodeScalars.prefix(500).map(Character.init)))])
  }

  /// Sends what is due, one after the other.
  /// - Parameter limit: the most mails at once.
  /// - Returns: how many were sent, and how many failed.
  static func send<Storage: ServerStorage>(
    through sender: some MailSender, from server: Server<Storage>, limit: Int = 500
  ) throws -> (sent: Int, failed: Int) {
    var sent = 0
    var failed = 0
    // A server of mail that is away fails them all: the rest waits for the next run.
    while sent + failed < limit, failed < mostFailures {
      let taken = try server.storage.directory { try take(in: $0, now: server.clock()) }
      guard let (mail, _) = taken else { break }
      do {
        try sender.send(mail)
      } catch {
        failed += 1
        let reason = (error as? any UserFacingError)?.message ?? "\(error)"
        try server.storage.directory { try fail(mail.id, reason, in: $0) }
        continue
      }
      sent += 1
      try server.storage.directory { try settle(mail.id, in: $0, now: server.clock()) }
    }
    return (sent, failed)
  }

  /// When the oldest mail was written that is not sent; nil if all are.
  static func oldestUnsent(in connection: some SQLConnection) throws -> Timestamp? {
    let oldest = try connection.row(
      "select min(created_ms) from mails where sent_ms is null"
    ) { $0.optionalTimestamp(0) }
    return oldest ?? nil
  }
}
