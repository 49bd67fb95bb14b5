import FlashAPI
import FlashModel
import FlashSQL

/// Tokens of operators: random texts of which the directory keeps digests.
public enum OperatorTokens {
  /// How every one of them begins, so that one is known for what it is wherever it turns up.
  static let prefix = "fadm_"
  /// How long one may live, in seconds.
  public static let lives = 60...31_536_000
  /// How long one lives if nothing is said, in seconds.
  public static let usualLife = 7_776_000
  /// How long a use is remembered before it is written down again, in milliseconds.
  private static let noteEvery: Int64 = 60_000

  private struct Found {
    let principal: AdminPrincipal
    let expires: Timestamp
    let lastUsed: Timestamp?
    let isRevoked: Bool
  }

  /// Whose token it is; the use is noted, at most once a minute.
  ///
  /// It is looked up by its digest, so that the time this takes tells nothing of it.
  /// - Throws: ``Problem`` `.unauthenticated`, `.tokenExpired` or `.tokenRevoked`; `SQLError`.
  static func principal(
    of text: String, in storage: some ServerStorage, now: Timestamp
  ) throws -> AdminPrincipal {
    let found = try text.hasPrefix(prefix) ? storage.readDirectory { try find(text, in: $0) } : nil
    guard let found else { throw Problem(.unauthenticated, "The admin token is not known.") }
    guard !found.isRevoked else { throw Problem(.tokenRevoked, "The admin token was revoked.") }
    guard now < found.expires else {
      throw Problem(.tokenExpired, "The admin token has run out.")
    }
    if found.lastUsed.map({ now.milliseconds(since: $0) >= noteEvery }) ?? true {
      try storage.directory { connection in
        try connection.run(
          "update admin_tokens set last_used_ms = $2 where id = $1",
          [SQLValue(found.principal.token), SQLValue(now)])
      }
    }
    return found.principal
  }

  private static func find(_ text: String, in connection: some SQLConnection) throws -> Found? {
    try connection.row(
      """
      select id, abilities, expires_ms, last_used_ms, revoked_ms from admin_tokens where hash = $1
      """, [.blob(try Secret(text).hash())]
    ) { row -> Found? in
      guard let id: AdminTokenID = row.identifier(0) else { return nil }
      return Found(
        principal: AdminPrincipal(token: id, abilities: AdminAbilities(stored: row.text(1))),
        expires: row.timestamp(2), lastUsed: row.optionalTimestamp(3), isRevoked: !row.isNull(4))
    } ?? nil
  }

  /// Makes a token, and the entry that says so.
  /// - Parameters:
  ///   - life: seconds; one of ``lives``.
  ///   - entry: who makes it, from where.
  /// - Returns: it, with its secret.
  static func issue(
    _ name: String, _ abilities: AdminAbilities, life: Int, by entry: AuditEntry,
    in connection: some SQLConnection, now: Timestamp, random: (Int) -> [UInt8]
  ) throws -> IssuedAdminToken {
    let secret = Secret(prefix + Secret(token: random(32)).text)
    let token = AdminToken(
      id: AdminTokenID(madeAt: now, random: random).description, name: name,
      abilities: abilities.names, createdAt: now.rfc3339,
      expiresAt: now.advanced(by: Int64(life) * 1_000).rfc3339, lastUsedAt: nil,
      createdBy: entry.actor.text)
    try connection.run(
      """
      insert into admin_tokens (id, hash, name, abilities, created_ms, created_by, expires_ms)
      values ($1, $2, $3, $4, $5, $6, $7)
      """,
      [
        SQLValue(AdminTokenID(token.id)), .blob(try secret.hash()), .text(name),
        .text(abilities.stored), SQLValue(now), .text(entry.actor.text),
        SQLValue(now.advanced(by: Int64(life) * 1_000)),
      ])
    var entry = entry
    entry.target = token.id
    entry.after = facts(token)
    try entry.write(in: connection, now: now, random: random)
    return IssuedAdminToken(token, token: secret.text)
  }

  /// Those that were not revoked, the newest first.
  static func list(in connection: some SQLConnection) throws -> [AdminToken] {
    try tokens("revoked_ms is null order by created_ms desc, id", [], in: connection)
  }

  static func read(
    _ id: AdminTokenID, in connection: some SQLConnection
  ) throws -> AdminToken? {
    try tokens("id = $1 and revoked_ms is null", [SQLValue(id)], in: connection).first
  }

  /// Makes one good for nothing, and writes the entry that says so.
  /// - Returns: false if there is no such token.
  static func revoke(
    _ id: AdminTokenID, by entry: AuditEntry, in connection: some SQLConnection, now: Timestamp,
    random: (Int) -> [UInt8]
  ) throws -> Bool {
    guard let token = try read(id, in: connection) else { return false }
    try connection.run(
      "update admin_tokens set revoked_ms = $2 where id = $1", [SQLValue(id), SQLValue(now)])
    var entry = entry
    entry.target = token.id
    entry.before = facts(token)
    try entry.write(in: connection, now: now, random: random)
    return true
  }

  private static func tokens(
    _ condition: String, _ values: [SQLValue], in connection: some SQLConnection
  ) throws -> [AdminToken] {
    try connection.rows(
      """
      select id, name, abilities, created_ms, expires_ms, last_used_ms, created_by
      from admin_tokens where \(condition)
      """, values
    ) { row in
      let id: AdminTokenID? = row.identifier(0)
      return AdminToken(
        id: id?.description ?? "", name: row.text(1),
        abilities: AdminAbilities(stored: row.text(2)).names, createdAt: row.timestamp(3).rfc3339,
        expiresAt: row.timestamp(4).rfc3339, lastUsedAt: row.optionalTimestamp(5)?.rfc3339,
        createdBy: row.optionalText(6))
    }
  }

  private static func facts(_ token: AdminToken) -> JSONValue {
    .object([
      .init("name", .string(token.name)),
      .init("abilities", .array(token.abilities.map { .string($0) })),
      .init("expires_at", .string(token.expiresAt)),
    ])
  }
}
