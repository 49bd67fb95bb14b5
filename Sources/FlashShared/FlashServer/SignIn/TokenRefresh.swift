import FlashAPI
import FlashCrypto
import FlashModel
import FlashSQL

/// Turns a refresh token into the next pair, once.
///
/// A client that asks with an `Idempotency-Key` and loses the answer may ask again with the same
/// key: the pair is derived from the token and the key, so that it comes out the same without
/// being stored anywhere. Anybody else who shows a token a second time has a copy of it, and after
/// a short while, in which two processes of one device may have raced, the whole family ends.
struct TokenRefresh {
  let settings: SignInSettings
  let now: Timestamp
  let random: (Int) -> [UInt8]
  /// For the record of what happened.
  let address: String
  let requestID: String

  /// Milliseconds in which a second use is taken for a race.
  private static let leeway: Int64 = 10_000

  private struct Found {
    let kind: String
    let principal: Principal
    let expires: Timestamp
    let rotated: Timestamp?
    let keyHash: [UInt8]
    let salt: [UInt8]
    let signInEnds: Timestamp
    let isEnded: Bool
    let isDisabled: Bool
  }

  /// - Parameters:
  ///   - text: the refresh token.
  ///   - key: the `Idempotency-Key`, if one was sent.
  /// - Returns: a failure where the transaction is to be kept all the same.
  func pair(
    for text: String, key: String?, in connection: some SQLConnection
  ) throws -> Result<TokenPair, Problem> {
    let token = Secret(text)
    let hash = try token.hash()
    guard let found = try find(hash, in: connection), found.kind == Tokens.refresh else {
      return .failure(Problem(.unauthenticated, "The refresh token is not known."))
    }
    guard !found.isEnded else {
      return .failure(Problem(.tokenRevoked, "This sign-in has ended. Sign in again."))
    }
    guard !found.isDisabled else { return .failure(Tokens.disabled) }
    guard found.rotated == nil else { return try repeated(token, key, found, in: connection) }
    guard now < min(found.expires, found.signInEnds) else {
      return .failure(Problem(.tokenExpired, "The refresh token has run out. Sign in again."))
    }
    let salt = random(32)
    let pair =
      try key.map { try Tokens.Pair(from: token, salt: salt + Array($0.utf8)) }
      ?? Tokens.Pair(random: random)
    // Whoever sets this first is the one who rotates.
    let won = try connection.row(
      """
      update tokens set rotated_ms = $2, rotation_key = $3, rotation_salt = $4
      where hash = $1 and rotated_ms is null returning 1
      """,
      [
        .blob(hash), SQLValue(now), try key.map { SQLValue.blob(try keyHash($0)) } ?? .null,
        .blob(salt),
      ]
    ) { _ in true }
    guard won == true else {
      guard let found = try find(hash, in: connection) else {
        return .failure(Problem(.unauthenticated, "The refresh token is not known."))
      }
      return try repeated(token, key, found, in: connection)
    }
    let issued = try Tokens.issue(
      pair, to: found.principal, ends: found.signInEnds, settings: settings, in: connection,
      now: now)
    try connection.run(
      "update sign_ins set last_used_ms = $2, last_address = $3 where id = $1",
      [SQLValue(found.principal.signIn), SQLValue(now), .text(address)])
    return .success(issued)
  }

  /// A token that was rotated before.
  private func repeated(
    _ token: Secret, _ key: String?, _ found: Found, in connection: some SQLConnection
  ) throws -> Result<TokenPair, Problem> {
    let reused = Problem(.tokenReused, "The refresh token was used before. Sign in again.")
    if let key, !found.keyHash.isEmpty, try keyHash(key) == found.keyHash {
      let pair = try Tokens.Pair(from: token, salt: found.salt + Array(key.utf8))
      // With the right key it is the client itself, so that its family lives on in either case.
      return try Tokens.unused(pair, in: connection, now: now).map { .success($0) }
        ?? .failure(reused)
    }
    if let rotated = found.rotated, now.milliseconds(since: rotated) > TokenRefresh.leeway {
      try SignIns.end([found.principal.signIn], "reuse", in: connection, now: now)
      try AuditEntry(
        action: "auth.refresh_reuse", actor: .user(found.principal.user),
        user: found.principal.user, address: address, requestID: requestID
      ).write(in: connection, now: now, random: random)
    }
    return .failure(reused)
  }

  private func keyHash(_ key: String) throws -> [UInt8] { try Digest.sha256(key).bytes }

  private func find(_ hash: [UInt8], in connection: some SQLConnection) throws -> Found? {
    let found = try connection.row(
      """
      select t.kind, t.user_id, t.sign_in_id, t.expires_ms, t.rotated_ms, t.rotation_key,
        t.rotation_salt, s.ends_ms, s.ended_ms, u.disabled_ms
      from tokens t join sign_ins s on s.id = t.sign_in_id join users u on u.id = t.user_id
      where t.hash = $1
      """, [.blob(hash)]
    ) { row -> Found? in
      guard let user: UserID = row.identifier(1), let signIn: SignInID = row.identifier(2) else {
        return nil
      }
      return Found(
        kind: row.text(0), principal: Principal(user: user, signIn: signIn),
        expires: row.timestamp(3), rotated: row.optionalTimestamp(4), keyHash: row.bytes(5),
        salt: row.bytes(6), signInEnds: row.timestamp(7), isEnded: !row.isNull(8),
        isDisabled: !row.isNull(9))
    }
    return found ?? nil
  }
}
