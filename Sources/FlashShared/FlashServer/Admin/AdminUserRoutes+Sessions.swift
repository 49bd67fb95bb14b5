import FlashAPI
import FlashModel
import FlashSQL

// Devices and tokens of accounts, and what makes clients and schedules begin anew.

extension AdminUserRoutes {
  @Sendable func sessions(_ call: Call<Storage>, _: NoBody) throws -> AuthSessions {
    let user = try call.namedUser()
    return try call.storage.readDirectory { connection in
      _ = try UserRow.find(user, in: connection)
      return AuthSessions(
        sessions: try SignIns.list(of: user, current: nil, in: connection, now: call.now))
    }
  }

  @Sendable func revokeAll(_ call: Call<Storage>, _: NoBody) throws -> RevokedSessions {
    let user = try call.namedUser()
    let reason = try call.reason()
    return try call.storage.directory { connection in
      _ = try UserRow.find(user, in: connection)
      let live = try SignIns.list(of: user, current: nil, in: connection, now: call.now).count
      try SignIns.endAll(of: user, "revoked", in: connection, now: call.now)
      if live > 0 {
        try call.record(
          "session.revoke_all", of: user, reason: reason,
          before: .object([.init("sessions", .integer(Int64(live)))]), in: connection)
      }
      return RevokedSessions(revoked: live)
    }
  }

  @Sendable func revoke(_ call: Call<Storage>, _: NoBody) throws -> NoBody {
    let user = try call.namedUser()
    let wanted = call.parameters["session_id"].flatMap { SignInID($0) }
    try call.storage.directory { connection in
      guard let wanted, try SignIns.isLive(wanted, of: user, in: connection, now: call.now) else {
        throw Problem(.notFound, "The account has no such session.")
      }
      try SignIns.end([wanted], "revoked", in: connection, now: call.now)
      try call.record(
        "session.revoke", of: user, target: wanted.description, in: connection)
    }
    return NoBody()
  }

  @Sendable func issue(_ call: Call<Storage>, _ body: SupportTokenInput) throws -> SupportToken {
    let user = try call.namedUser()
    let name = try Call<Storage>.text(body.name, "name", 1...100)
    let reason = try Call<Storage>.text(body.reason.trimmed, "reason", 3...500)
    let abilities = body.abilities ?? ["read"]
    guard !abilities.isEmpty, abilities.allSatisfy({ ["*", "read"].contains($0) }) else {
      throw Problem.invalid("abilities", "must be * or read")
    }
    let life = body.ttlSeconds ?? 900
    guard (60...86_400).contains(life) else {
      throw Problem.invalid("ttl_seconds", "must be a whole number from 60 to 86400")
    }
    let isReadOnly = !abilities.contains("*")
    return try call.storage.directory { connection in
      guard try UserRow.find(user, in: connection).disabledAt == nil else {
        throw Problem.invalid("user_id", "is the id of a disabled account")
      }
      let secret = Secret(token: call.server.random(32))
      let session = try SignIns.begin(
        support: name, of: user, life: life, token: secret, isReadOnly: isReadOnly,
        caller: Caller(call), in: connection)
      let ends = call.now.advanced(by: Int64(life) * 1_000).rfc3339
      let granted = isReadOnly ? ["read"] : ["*"]
      try call.record(
        "token.issue", of: user, target: session.description, reason: reason,
        after: .object([
          .init("name", .string(name)), .init("expires_at", .string(ends)),
          .init("abilities", .array(granted.map { .string($0) })),
        ]), in: connection)
      return SupportToken(
        accessToken: secret.text, sessionId: session.description, expiresAt: ends,
        abilities: granted)
    }
  }

  @Sendable func resendLink(_ call: Call<Storage>, _: NoBody) throws -> MailReceipt {
    let user = try call.namedUser()
    return try call.storage.directory { connection in
      let account = try UserRow.find(user, in: connection)
      guard let address = account.email, account.disabledAt == nil else {
        throw Problem(.conflict, "The account has no address, or is disabled.")
      }
      let mail = try MagicLinks(settings: settings, caller: Caller(call)).request(
        EmailAddress(address), loginSecret: nil, isMarketingWelcome: false, in: connection)
      try call.record(
        "auth.magic_link", of: user, target: mail.description, in: connection)
      guard let receipt = try MailRows.find(mail, in: connection) else {
        throw Problem(.conflict, "The mail was just removed. Try again.")
      }
      return receipt
    }
  }

  @Sendable func resync(_ call: Call<Storage>, _ body: Reason) throws -> ResyncEpoch {
    let user = try call.namedUser()
    let reason = try Call<Storage>.reason(body.reason)
    try call.storage.directory { connection in
      _ = try UserRow.find(user, in: connection)
      // Rows and entry lie in two files: that it is wanted is written down first.
      try call.record("sync.resync", of: user, reason: reason, in: connection)
    }
    return try call.storage.account(user) { connection in
      var state = try AccountState.load(of: user, connection)
      state.resyncEpoch += 1
      try state.save(of: user, connection)
      return ResyncEpoch(resyncEpoch: state.resyncEpoch)
    }
  }

  @Sendable func replay(_ call: Call<Storage>, _ body: ReplayInput) throws -> ReplayReport {
    let user = try call.namedUser()
    let wanted = try LogReplay<Storage>.Cards(body)
    let isDry = body.dryRun ?? false
    let settings = try call.storage.directory { connection in
      _ = try UserRow.find(user, in: connection)
      if !isDry { try call.record("sync.replay", of: user, in: connection) }
      return try StudySettings.load(of: user, connection, zones: zones)
    }
    return try LogReplay(
      storage: call.server.snapshotStorage, user: user, settings: settings, now: call.now
    ).run(wanted, isDry: isDry)
  }
}
