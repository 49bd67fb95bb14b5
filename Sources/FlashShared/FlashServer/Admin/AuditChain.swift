import FlashCrypto
import FlashModel
import FlashSQL

/// The digests that tie each event to the one before it.
enum AuditChain {
  /// What a digest covers: all of an event that is never changed, not even when its account goes.
  struct Link: Sendable, Hashable {
    let number: Int64
    let id: Identifier<AuditEntry>
    let at: Timestamp
    let actor: String
    let action: String
    let user: UserID?
    /// The digest of the event before it; empty for the first.
    let previous: [UInt8]

    static let columns = "number, id, at_ms, actor, action, user_id, previous"

    init(_ row: some SQLStatement) {
      number = row.integer(0)
      id = row.identifier(1) ?? Identifier(high: 0, low: 0)
      at = row.timestamp(2)
      actor = row.text(3)
      action = row.text(4)
      user = row.identifier(5)
      previous = row.bytes(6)
    }

    static func newest(in connection: some SQLConnection) throws(SQLError) -> Link? {
      try connection.row(
        "select \(columns) from audit_events order by number desc limit 1"
      ) { Link($0) }
    }

    func digest() throws -> [UInt8] {
      let text =
        "\(number)\n\(id)\n\(at.milliseconds)\n\(actor)\n\(action)\n"
        + (user?.description ?? "") + "\n" + hexadecimal(previous)
      return try Digest.sha256(text).bytes
    }
  }

  /// That something was altered or taken out.
  struct Break: UserFacingError, Hashable {
    /// Of the first event that does not follow from the one before it.
    let number: Int64

    var message: String { "event \(number) of the audit log does not follow from the one before" }
    var code: String { "audit_broken" }
    var kind: FailureKind { .badInput }
  }

  /// The number of the first event that does not follow from the one before it; nil if all do.
  static func firstBreak(in connection: some SQLConnection) throws -> Int64? {
    var last: Link?
    while true {
      let page = try connection.rows(
        """
        select \(Link.columns) from audit_events where number > $1 order by number limit 1000
        """, [.integer(last?.number ?? 0)]
      ) { Link($0) }
      for link in page {
        if link.number != (last?.number ?? 0) + 1 { return link.number }
        // The first has none, nor has what was written before there were digests.
        let follows =
          link.previous.isEmpty
          ? last?.previous.isEmpty ?? true : try link.previous == last?.digest()
        if !follows { return link.number }
        last = link
      }
      if page.isEmpty { return nil }
    }
  }
}
