import FlashModel
import FlashSQL

/// Deleting an account: asked for, waited for, taken back or done.
enum AccountDeletion {
  private static let day: Int64 = Timestamp.millisecondsPerDay

  /// Schedules it, ends all sign-ins and writes the notice. A second request moves nothing.
  /// - Parameter operator: who has it done, and why, if it is not the account itself.
  static func schedule(
    _ user: UserID, by operator: (actor: AuditEntry.Actor, reason: String?)? = nil,
    settings: SignInSettings, caller: Caller, in connection: some SQLConnection
  ) throws {
    let end = caller.now.advanced(by: Int64(settings.deletionGrace) * day)
    let scheduled = try connection.row(
      """
      update users set scheduled_delete_ms = $2, deletion_noticed_ms = null,
        updated_at_ms = case when updated_at_ms >= $3 then updated_at_ms + 1 else $3 end
      where id = $1 and scheduled_delete_ms is null returning email
      """, [SQLValue(user), SQLValue(end), SQLValue(caller.now)]
    ) { $0.optionalText(0) }
    try SignIns.endAll(of: user, "deletion", in: connection, now: caller.now)
    try connection.run(
      """
      delete from magic_links where consumed_ms is null and purpose = 'sign_in'
        and email in (select email from users where id = $1)
      """, [SQLValue(user)])
    guard let email = scheduled else { return }
    if let email {
      try notice(
        to: email, of: user, end: end, isReminder: false, settings: settings, in: connection,
        now: caller.now, random: caller.random)
    }
    try AuditEntry(
      action: "user.delete_scheduled", actor: `operator`?.actor ?? .user(user), user: user,
      address: caller.address, requestID: caller.requestID, reason: `operator`?.reason
    ).write(in: connection, now: caller.now, random: caller.random)
  }

  /// Writes a notice with a link that cancels the deletion.
  static func notice(
    to email: String, of user: UserID, end: Timestamp, isReminder: Bool,
    settings: SignInSettings, in connection: some SQLConnection, now: Timestamp,
    random: (Int) -> [UInt8]
  ) throws {
    let token = Secret(link: random(32))
    try connection.run(
      """
      insert into magic_links
        (hash, code_hash, purpose, email, user_id, marketing_opt_in, created_ms, expires_ms)
      values ($1, $2, 'keep', $3, $4, 0, $5, $6)
      """,
      [
        // Nothing is typed for this one; the column wants something of its own.
        .blob(try token.hash()), .blob(try token.derivedBytes("no code")), .text(email),
        SQLValue(user), SQLValue(now), SQLValue(end),
      ])
    let day = CivilDate(dayNumber: end.milliseconds.flooredQuotient(by: day)).description
    try Outbox.add(
      .deletionNotice(
        "\(settings.publicURL)/auth/keep?t=\(token.text)", day: day, isReminder: isReminder),
      kind: .deletionNotice, to: email, expires: end, in: connection, now: now, random: random)
  }

  /// Takes it back. Does nothing if none is scheduled.
  static func cancel(
    _ user: UserID, in connection: some SQLConnection, now: Timestamp
  ) throws {
    try connection.run(
      """
      update users set scheduled_delete_ms = null, deletion_noticed_ms = null,
        updated_at_ms = case when updated_at_ms >= $2 then updated_at_ms + 1 else $2 end
      where id = $1 and scheduled_delete_ms is not null
      """, [SQLValue(user), SQLValue(now)])
    try connection.run(
      "delete from magic_links where user_id = $1 and purpose = 'keep'", [SQLValue(user)])
  }

  /// Takes it back for whoever has the link of a notice.
  /// - Returns: whether one was scheduled.
  static func keep(
    _ token: String, in connection: some SQLConnection, now: Timestamp
  ) throws -> Bool {
    let user: UserID? = try connection.identifier(
      "select user_id from magic_links where hash = $1 and purpose = 'keep' and expires_ms > $2",
      [.blob(try Secret(token).hash()), SQLValue(now)])
    guard let user else { return false }
    try cancel(user, in: connection, now: now)
    return true
  }

  /// Takes everything of an account out of the directory, if its day has come and nothing has
  /// changed that. Its rows are then to be erased, which ``erased(_:in:)`` settles.
  /// - Parameter actor: who has it done.
  /// - Returns: whether it was taken out.
  static func remove(
    _ user: UserID, by actor: AuditEntry.Actor, in connection: some SQLConnection, now: Timestamp,
    random: (Int) -> [UInt8]
  ) throws -> Bool {
    let email = try connection.row(
      "select email from users where id = $1 and scheduled_delete_ms <= $2",
      [SQLValue(user), SQLValue(now)]
    ) { $0.optionalText(0) }
    guard let email else { return false }
    try connection.run(
      """
      insert into erasures (user_id, since_ms) values ($1, $2) on conflict (user_id) do nothing
      """, [SQLValue(user), SQLValue(now)])
    if let email {
      try connection.run(
        "delete from magic_links where email = $1 or user_id = $2", [.text(email), SQLValue(user)])
      try connection.run("delete from mails where recipient = $1", [.text(email)])
    }
    try connection.run("delete from idempotency_keys where user_id = $1", [SQLValue(user)])
    try AuditEntry.forget(user, in: connection)
    try SpentPurchases.add(of: user, in: connection, now: now, random: random)
    // Identities, sign-ins and tokens go with it.
    try connection.run("delete from users where id = $1", [SQLValue(user)])
    if let email {
      try Outbox.add(
        .deletionDone, kind: .deletionDone, to: email, expires: nil, in: connection, now: now,
        random: random)
    }
    try AuditEntry(action: "user.deleted", actor: actor, user: user)
      .write(in: connection, now: now, random: random)
    return true
  }

  /// As ``remove(_:by:in:now:random:)``, whatever its day is.
  static func removeNow(
    _ user: UserID, by actor: AuditEntry.Actor, in connection: some SQLConnection,
    now: Timestamp, random: (Int) -> [UInt8]
  ) throws {
    try connection.run(
      "update users set scheduled_delete_ms = $2 where id = $1", [SQLValue(user), SQLValue(now)])
    _ = try remove(user, by: actor, in: connection, now: now, random: random)
  }

  static func erased(_ user: UserID, in connection: some SQLConnection) throws {
    try connection.run("delete from erasures where user_id = $1", [SQLValue(user)])
  }
}
