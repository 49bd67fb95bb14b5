import FlashAPI
public import FlashModel
public import FlashSQL

/// Access and refresh tokens: random texts of which the directory keeps digests.
///
/// An access token opens the account's operations for some minutes. A refresh token is good for
/// nothing but the next pair; all tokens that follow from one sign-in are a family, and end with it.
public enum Tokens {
  static let access = "access"
  static let refresh = "refresh"
  /// The ability of a token that is good for reading alone; without one it is good for everything.
  static let read = "read"

  /// How long a use is remembered before it is written down again, in milliseconds.
  private static let noteEvery: Int64 = 60_000

  /// What a token was found to be.
  struct Bearer: Sendable, Hashable {
    let principal: Principal
    /// Whether the directory is to be told of this use.
    let isWorthNoting: Bool
  }

  /// Who holds an access token.
  ///
  /// One query, so that a token that was revoked is refused from the next request on.
  /// - Throws: ``Problem`` `.unauthenticated`, `.tokenExpired` or `.tokenRevoked`; `SQLError`.
  public static func principal(
    of bearer: String, in connection: some SQLConnection, now: Timestamp
  ) throws -> Principal {
    try self.bearer(bearer, in: connection, now: now).principal
  }

  /// Who holds an access token; the use is noted, at most once a minute.
  /// - Parameter address: where the request came from.
  /// - Throws: as ``principal(of:in:now:)``.
  public static func principal<Storage: ServerStorage>(
    of bearer: String, from address: String, in storage: Storage, now: Timestamp
  ) throws -> Principal {
    let found = try storage.readDirectory { try self.bearer(bearer, in: $0, now: now) }
    if found.isWorthNoting {
      try storage.directory { connection in
        try noteUse(of: bearer, by: found.principal, from: address, in: connection, now: now)
      }
    }
    return found.principal
  }

  private struct Found {
    let principal: Principal
    let expires: Timestamp
    let isUsed: Bool
    let lastUsed: Timestamp
    let isEnded: Bool
    let isDisabled: Bool
  }

  /// The answer to a token of a disabled account: no token is good for it.
  static var disabled: Problem {
    var problem = Problem(.accountDisabled, "The account is disabled.")
    problem.statusOverride = 401
    return problem
  }

  static func bearer(
    _ text: String, in connection: some SQLConnection, now: Timestamp
  ) throws -> Bearer {
    let found = try connection.row(
      """
      select t.user_id, t.sign_in_id, t.expires_ms, t.is_used, s.last_used_ms,
        s.ended_ms, u.disabled_ms, t.abilities
      from tokens t join sign_ins s on s.id = t.sign_in_id join users u on u.id = t.user_id
      where t.hash = $1 and t.kind = 'access'
      """, [.blob(try Secret(text).hash())]
    ) { row -> Found? in
      guard let user: UserID = row.identifier(0), let signIn: SignInID = row.identifier(1) else {
        return nil
      }
      return Found(
        principal: Principal(
          user: user, signIn: signIn, isReadOnly: row.optionalText(7) == Tokens.read),
        expires: row.timestamp(2), isUsed: row.integer(3) == 1, lastUsed: row.timestamp(4),
        isEnded: !row.isNull(5),
        isDisabled: !row.isNull(6))
    }
    guard let found = found ?? nil else {
      throw Problem(.unauthenticated, "The token is not known.")
    }
    guard !found.isEnded else {
      throw Problem(.tokenRevoked, "This sign-in has ended. Sign in again.")
    }
    guard !found.isDisabled else { throw Tokens.disabled }
    guard now < found.expires else { throw Problem(.tokenExpired, "The token has run out.") }
    return Bearer(
      principal: found.principal,
      isWorthNoting: !found.isUsed || now.milliseconds(since: found.lastUsed) >= noteEvery)
  }

  static func noteUse(
    of text: String, by principal: Principal, from address: String?,
    in connection: some SQLConnection, now: Timestamp
  ) throws {
    try connection.run(
      "update tokens set is_used = 1 where hash = $1", [.blob(try Secret(text).hash())])
    try connection.run(
      """
      update sign_ins set last_used_ms = $2, last_address = coalesce($3, last_address)
      where id = $1
      """, [SQLValue(principal.signIn), SQLValue(now), SQLValue(address)])
    try connection.run(
      "update users set last_seen_ms = $2 where id = $1",
      [SQLValue(principal.user), SQLValue(now)])
  }

  /// A pair of tokens before it is stored.
  struct Pair: Sendable, Hashable {
    let access: Secret
    let refresh: Secret

    init(random: (Int) -> [UInt8]) {
      access = Secret(token: random(32))
      refresh = Secret(token: random(32))
    }

    /// The pair that follows from a secret: made again from it, it is the same.
    init(from secret: Secret, salt: [UInt8]) throws {
      access = try secret.derived("access", salt: salt)
      refresh = try secret.derived("refresh", salt: salt)
    }
  }

  /// Stores a pair.
  /// - Parameter ends: when the sign-in ends, which no token outlives.
  static func issue(
    _ pair: Pair, to principal: Principal, ends: Timestamp, settings: SignInSettings,
    in connection: some SQLConnection, now: Timestamp
  ) throws -> TokenPair {
    let refreshHash = try pair.refresh.hash()
    let accessEnd = min(ends, now.advanced(by: Int64(settings.accessTokenLife) * 1_000))
    let refreshEnd = min(ends, now.advanced(by: Int64(settings.refreshTokenLife) * 1_000))
    for (hash, kind, end) in [
      (refreshHash, Tokens.refresh, refreshEnd), (try pair.access.hash(), Tokens.access, accessEnd),
    ] {
      try connection.run(
        """
        insert into tokens (hash, sign_in_id, user_id, kind, pair, created_ms, expires_ms)
        values ($1, $2, $3, $4, $5, $6, $7)
        """,
        [
          .blob(hash), SQLValue(principal.signIn), SQLValue(principal.user), .text(kind),
          .blob(refreshHash), SQLValue(now), SQLValue(end),
        ])
    }
    return TokenPair(
      accessToken: pair.access.text, refreshToken: pair.refresh.text,
      expiresIn: seconds(from: now, to: accessEnd),
      refreshExpiresIn: seconds(from: now, to: refreshEnd))
  }

  /// Whose sign-in a refresh token belongs to, if it may still be used.
  static func family(of text: String, in connection: some SQLConnection) throws -> Principal? {
    let found = try connection.row(
      """
      select user_id, sign_in_id from tokens
      where hash = $1 and kind = 'refresh' and rotated_ms is null
      """, [.blob(try Secret(text).hash())]
    ) { row -> Principal? in
      guard let user: UserID = row.identifier(0), let signIn: SignInID = row.identifier(1) else {
        return nil
      }
      return Principal(user: user, signIn: signIn)
    }
    return found ?? nil
  }

  /// A stored pair as it is answered once more, if nothing of it was used.
  static func unused(
    _ pair: Pair, in connection: some SQLConnection, now: Timestamp
  ) throws -> TokenPair? {
    let tokens = try connection.rows(
      """
      select t.kind, t.expires_ms, t.is_used, t.rotated_ms
      from tokens t join sign_ins s on s.id = t.sign_in_id
      where t.hash in ($1, $2) and s.ended_ms is null
      """, [.blob(try pair.refresh.hash()), .blob(try pair.access.hash())]
    ) { ($0.text(0), $0.timestamp(1), $0.integer(2) == 1 || !$0.isNull(3)) }
    guard !tokens.contains(where: \.2),
      let refresh = tokens.first(where: { $0.0 == Tokens.refresh }), refresh.1 > now
    else { return nil }
    // The access token may be pruned by now; the other is what counts.
    let access = tokens.first { $0.0 == Tokens.access }
    return TokenPair(
      accessToken: pair.access.text, refreshToken: pair.refresh.text,
      expiresIn: access.map { seconds(from: now, to: $0.1) } ?? 0,
      refreshExpiresIn: seconds(from: now, to: refresh.1))
  }

  private static func seconds(from now: Timestamp, to end: Timestamp) -> Int {
    Int(max(0, end.milliseconds(since: now)) / 1_000)
  }
}
