import FlashCrypto
import FlashModel
import FlashSQL

/// Something that an operator may have to look up later: what was done to an account, a plan or the
/// service, by whom, from where, and what it changed.
///
/// Nothing secret belongs into one: no token, no digest of one, no text of a card. What tells who a
/// person is goes when the account does, see ``forget(_:in:)``.
struct AuditEntry: Sendable, Hashable {
  /// Who did it.
  enum Actor: Sendable, Hashable {
    case user(UserID)
    case admin(AdminTokenID)
    /// A job, or `host` for a command on the server's own machine.
    case system(String)
    case apple

    /// As the contract writes it.
    var text: String {
      switch self {
      case .user(let user): "user:\(user)"
      case .admin(let token): "admin:\(token)"
      case .system(let name): "system:\(name)"
      case .apple: "apple"
      }
    }
  }

  /// Such as `auth.refresh_reuse`: a kind of thing, a dot, what was done to it.
  let action: String
  let actor: Actor
  /// The account that it is about.
  var user: UserID?
  /// What else it is about: the key of a plan, the id of a token, the name of a job.
  var target: String?
  /// Where the request came from.
  var address: String?
  var requestID: String?
  /// What whoever did it gave as the reason.
  var reason: String?
  /// What came of it, where it did not just happen: `rejected: bundle_mismatch`.
  var outcome: String?
  /// What was so before, and after; the members that changed.
  var before: JSONValue?
  var after: JSONValue?

  /// Writes it into the transaction of what it is about, so that neither happens without the other.
  ///
  /// Those who write events go one after the other from here to the end of their transactions, so
  /// that this is best done last.
  func write(
    in connection: some SQLConnection, now: Timestamp, random: (Int) -> [UInt8]
  ) throws {
    if connection.dialect == .postgreSQL {
      // SQLite has one writer at a time anyway.
      _ = try connection.row("select pg_advisory_xact_lock(5063504150345634)::text") { _ in () }
    }
    let last = try AuditChain.Link.newest(in: connection)
    let id = Identifier<AuditEntry>(madeAt: now, random: random)
    try connection.run(
      """
      insert into audit_events (id, at_ms, actor, action, user_id, address, request_id, number,
        previous, target, reason, outcome, before_json, after_json)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
      """,
      [
        SQLValue(id), SQLValue(now), .text(actor.text), .text(action), SQLValue(user),
        SQLValue(address), SQLValue(requestID), .integer((last?.number ?? 0) + 1),
        try last.map { .blob(try $0.digest()) } ?? .null, SQLValue(target), SQLValue(reason),
        SQLValue(outcome), AuditEntry.text(before), AuditEntry.text(after),
      ])
  }

  private static func text(_ value: JSONValue?) -> SQLValue {
    value.map { .text(String(decoding: $0.bytes, as: UTF8.self)) } ?? .null
  }

  /// Takes out of the events of an account whatever tells whose it was. What happened, when and by
  /// whom stays, and so does the chain of digests, which does not cover what is taken out.
  static func forget(_ user: UserID, in connection: some SQLConnection) throws {
    try connection.run(
      """
      update audit_events set address = null, reason = null, before_json = null, after_json = null
      where user_id = $1
      """, [SQLValue(user)])
  }
}

extension Call {
  /// Who asks, as the record of events names them.
  var actor: AuditEntry.Actor {
    if let admin { return .admin(admin.token) }
    if let principal { return .user(principal.user) }
    return .system("anonymous")
  }

  /// Records what this call has done, in the transaction in which it did it.
  /// - Parameters:
  ///   - action: such as `plan.update`.
  ///   - user: the account that it is about.
  ///   - target: what else it is about, such as the key of a plan.
  ///   - before: the members that changed, as they were. Nothing secret, no text of cards.
  func record(
    _ action: String, of user: UserID? = nil, target: String? = nil, reason: String? = nil,
    outcome: String? = nil, before: JSONValue? = nil, after: JSONValue? = nil,
    in connection: some SQLConnection
  ) throws {
    var entry = entry(action)
    entry.user = user
    entry.target = target
    entry.reason = reason
    entry.outcome = outcome
    entry.before = before
    entry.after = after
    try entry.write(in: connection, now: now, random: server.random)
  }

  /// The beginning of an entry: who asks, and from where.
  func entry(_ action: String) -> AuditEntry {
    AuditEntry(action: action, actor: actor, address: head.peer, requestID: requestID)
  }
}
