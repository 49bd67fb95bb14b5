import FlashAPI
import FlashModel
import FlashSQL

/// The ways to sign in to an account.
enum LinkedIdentities {
  static func add(
    _ proof: Accounts.Proof, to user: UserID, in connection: some SQLConnection, now: Timestamp
  ) throws {
    try connection.run(
      """
      insert into identities (provider, subject, user_id, email, created_ms)
      values ($1, $2, $3, $4, $5) on conflict (provider, subject) do nothing
      """,
      [
        .text(proof.provider), .text(proof.subject), SQLValue(user),
        SQLValue(proof.verifiedEmail), SQLValue(now),
      ])
  }

  static func list(of user: UserID, in connection: some SQLConnection) throws -> [Identity] {
    try connection.rows(
      """
      select provider, email, created_ms, last_used_ms from identities
      where user_id = $1 order by created_ms, provider
      """, [SQLValue(user)]
    ) { row in
      Identity(
        provider: row.text(0), email: row.optionalText(1), createdAt: row.timestamp(2).rfc3339,
        lastUsedAt: row.optionalTimestamp(3)?.rfc3339)
    }
  }

  /// Links what somebody has proved to be to an account that is signed in already.
  /// - Returns: a failure, `.identityInUse` or `.emailInUse`, where the proof is used up all the
  ///   same.
  static func link(
    _ proof: Accounts.Proof, to user: UserID, in connection: some SQLConnection, now: Timestamp
  ) throws -> Result<Identity, Problem> {
    // One address at a time, so that unlinking by provider has one meaning.
    let others = try connection.rows(
      "select subject from identities where user_id = $1 and provider = $2",
      [SQLValue(user), .text(proof.provider)]
    ) { $0.text(0) }
    if let other = others.first, other != proof.subject {
      return .failure(
        Problem(
          .identityInUse, "The account has an identity of that kind already; unlink it first."))
    }
    if let email = proof.verifiedEmail {
      let owner: UserID? = try connection.identifier(
        "select id from users where email = $1", [.text(email)])
      if let owner, owner != user {
        return .failure(Problem(.emailInUse, "The address belongs to another account."))
      }
    }
    try add(proof, to: user, in: connection, now: now)
    let owner: UserID? = try connection.identifier(
      "select user_id from identities where provider = $1 and subject = $2",
      [.text(proof.provider), .text(proof.subject)])
    guard owner == user else {
      return .failure(Problem(.identityInUse, "The identity belongs to another account."))
    }
    if let email = proof.verifiedEmail {
      try connection.run(
        "update users set email = $2 where id = $1 and email is null",
        [SQLValue(user), .text(email)])
    }
    let linked = try list(of: user, in: connection).first { $0.provider == proof.provider }
    return linked.map { .success($0) }
      ?? .failure(Problem(.conflict, "The account was just removed. Try again."))
  }

  /// - Throws: ``Problem`` `.notFound`, or `.lastIdentity` for the only way to sign in.
  static func unlink(
    _ provider: String, from user: UserID, in connection: some SQLConnection, now: Timestamp
  ) throws {
    let providers = try connection.rows(
      "select provider from identities where user_id = $1", [SQLValue(user)]
    ) { $0.text(0) }
    guard providers.contains(provider) else {
      throw Problem(.notFound, "The account has no identity of that kind.")
    }
    guard providers.contains(where: { $0 != provider }) else {
      throw Problem(.lastIdentity, "It is the only way to sign in to this account.")
    }
    try connection.run(
      "delete from identities where user_id = $1 and provider = $2",
      [SQLValue(user), .text(provider)])
    // An address that is linked no more must not open the account by a link.
    try connection.run(
      """
      update users set
        email = (select min(i.email) from identities i where i.user_id = users.id),
        auth_provider = (select min(i.provider) from identities i where i.user_id = users.id),
        updated_at_ms = case when updated_at_ms >= $2 then updated_at_ms + 1 else $2 end
      where id = $1
      """, [SQLValue(user), SQLValue(now)])
  }
}
