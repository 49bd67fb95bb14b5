import FlashAPI
import FlashModel
import FlashSQL

/// Devices that are signed in: each a family of tokens, from signing in to signing out.
enum SignIns {
  /// Begins one.
  static func begin(
    for user: UserID, device: DeviceInfo?, caller: Caller, settings: SignInSettings,
    in connection: some SQLConnection
  ) throws -> (principal: Principal, ends: Timestamp) {
    let now = caller.now
    let principal = Principal(
      user: user, signIn: SignInID(madeAt: now, random: caller.random))
    let ends = now.advanced(by: Int64(settings.signInLife) * 1_000)
    let label = try device.map { device -> String in
      try check(device)
      return String(decoding: JSONValueEncoder().encode(device).bytes, as: UTF8.self)
    }
    try connection.run(
      """
      insert into sign_ins
        (id, user_id, device, user_agent, last_address, created_ms, last_used_ms, ends_ms)
      values ($1, $2, $3, $4, $5, $6, $6, $7)
      """,
      [
        SQLValue(principal.signIn), SQLValue(user), SQLValue(label),
        SQLValue(caller.userAgent), .text(caller.address), SQLValue(now), SQLValue(ends),
      ])
    return (principal, ends)
  }

  /// Begins one that an operator asks for, with a single token that nothing follows from.
  /// - Parameters:
  ///   - name: how lists of devices call it.
  ///   - life: seconds.
  static func begin(
    support name: String, of user: UserID, life: Int, token: Secret, isReadOnly: Bool,
    caller: Caller, in connection: some SQLConnection
  ) throws -> SignInID {
    var settings = SignInSettings(publicURL: "")
    settings.signInLife = life
    let (principal, ends) = try begin(
      for: user, device: DeviceInfo(name: name), caller: caller, settings: settings,
      in: connection)
    let hash = try token.hash()
    try connection.run(
      """
      insert into tokens
        (hash, sign_in_id, user_id, kind, pair, created_ms, expires_ms, abilities)
      values ($1, $2, $3, 'access', $1, $4, $5, $6)
      """,
      [
        .blob(hash), SQLValue(principal.signIn), SQLValue(user), SQLValue(caller.now),
        SQLValue(ends), .text(isReadOnly ? Tokens.read : "*"),
      ])
    return principal.signIn
  }

  /// - Throws: ``Problem`` for a label that is too long.
  static func check(_ device: DeviceInfo?) throws(Problem) {
    for (name, text) in [
      ("name", device?.name), ("model", device?.model), ("os", device?.os), ("app", device?.app),
    ] where text.map({ $0.unicodeScalars.count > 100 || $0.utf8.contains(0) }) ?? false {
      throw Problem.invalid("device.\(name)", "must have at most 100 characters")
    }
  }

  /// Ends sign-ins: none of their tokens is good for anything from now on.
  /// - Parameter reason: `signed_out`, `revoked`, `reuse`, `disabled` or `deletion`.
  static func end(
    _ signIns: [SignInID], _ reason: String, in connection: some SQLConnection, now: Timestamp
  ) throws {
    for signIn in signIns {
      try connection.run(
        """
        update sign_ins set ended_ms = $2, ended_reason = $3, push_token = null
        where id = $1 and ended_ms is null
        """, [SQLValue(signIn), SQLValue(now), .text(reason)])
    }
  }

  /// Ends every sign-in of an account.
  static func endAll(
    of user: UserID, _ reason: String, in connection: some SQLConnection, now: Timestamp
  ) throws {
    try connection.run(
      """
      update sign_ins set ended_ms = $2, ended_reason = $3, push_token = null
      where user_id = $1 and ended_ms is null
      """, [SQLValue(user), SQLValue(now), .text(reason)])
  }

  static func isLive(
    _ signIn: SignInID, of user: UserID, in connection: some SQLConnection, now: Timestamp
  ) throws -> Bool {
    try connection.row(
      """
      select 1 from sign_ins
      where id = $1 and user_id = $2 and ended_ms is null and ends_ms > $3
      """, [SQLValue(signIn), SQLValue(user), SQLValue(now)]
    ) { _ in true } ?? false
  }

  /// The devices of an account, the one that was used last first.
  /// - Parameter current: the one that asks; nil for an operator.
  static func list(
    of user: UserID, current: SignInID?, in connection: some SQLConnection, now: Timestamp
  ) throws -> [AuthSession] {
    try connection.rows(
      """
      select s.id, s.device, s.created_ms, s.last_used_ms, s.last_address, s.user_agent,
        (select max(t.expires_ms) from tokens t
          where t.sign_in_id = s.id and t.rotated_ms is null
            and (t.kind = 'refresh' or t.abilities is not null)) as token_end,
        s.push_token, s.last_pull_ms, s.last_push_ms
      from sign_ins s where s.user_id = $1 and s.ended_ms is null and s.ends_ms > $2
      order by s.last_used_ms desc, s.id
      """, [SQLValue(user), SQLValue(now)]
    ) { row -> (Timestamp?, AuthSession) in
      let id: SignInID? = row.identifier(0)
      return (
        row.optionalTimestamp(6),
        AuthSession(
          id: id?.description ?? "", device: row.optionalText(1).flatMap(device),
          createdAt: row.timestamp(2).rfc3339, lastUsedAt: row.timestamp(3).rfc3339,
          lastIp: row.optionalText(4), userAgent: row.optionalText(5),
          expiresAt: row.timestamp(6).rfc3339, hasPushToken: !row.isNull(7),
          lastPullAt: row.optionalTimestamp(8)?.rfc3339,
          lastPushAt: row.optionalTimestamp(9)?.rfc3339, current: current != nil && id == current)
      )
    }.compactMap { end, session in end.map { $0 > now } ?? false ? session : nil }
  }

  private static func device(_ text: String) -> DeviceInfo? {
    // What is stored was written by us; a label that can't be read is left out of a list.
    guard let value = try? JSONValue(parsing: Array(text.utf8)) else { return nil }
    return try? JSONValueDecoder().decode(DeviceInfo.self, from: value)
  }
}

/// Who asks, as far as signing in cares.
struct Caller {
  let address: String
  let userAgent: String?
  let requestID: String
  let now: Timestamp
  let random: (Int) -> [UInt8]

  init<Storage: ServerStorage>(_ call: Call<Storage>) {
    address = call.head.peer
    userAgent = call.head.fields["user-agent"].map {
      String(String.UnicodeScalarView($0.unicodeScalars.filter { $0.value >= 32 }.prefix(255)))
    }
    requestID = call.requestID
    now = call.now
    random = call.server.random
  }
}
