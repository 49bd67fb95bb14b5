import FlashAPI
import FlashModel
import FlashSQL

/// The operations of operators on accounts.
public struct AdminUserRoutes<Storage: ServerStorage>: Sendable {
  let settings: SignInSettings
  let zones: ZoneFinder

  /// - Parameter zones: of the machine the server runs on.
  public init(settings: SignInSettings, zones: @escaping ZoneFinder) {
    self.settings = settings
    self.zones = zones
  }

  public var all: [Route<Storage>] {
    [
      Route(Endpoints.adminUsers) { call, _ in
        let search = try UserSearch(call)
        return try call.storage.readDirectory { try search.page(in: $0) }
      },
      Route(Endpoints.adminCreateUser, create),
      Route(Endpoints.adminUser) { call, _ in
        try UserDetail(call: call, user: call.namedUser()).read()
      },
      Route(Endpoints.adminPatchUser, patch), Route(Endpoints.adminDeleteUser, delete),
      Route(Endpoints.adminDisableUser, mayLackBody: true, disable),
      Route(Endpoints.adminEnableUser, mayLackBody: true, enable),
      Route(Endpoints.adminRestoreUser, mayLackBody: true, restore),
      Route(Endpoints.adminExportUser.operation, export),
      Route(Endpoints.adminSessions, sessions),
      Route(Endpoints.adminRevokeAllSessions, revokeAll),
      Route(Endpoints.adminRevokeSession, revoke), Route(Endpoints.adminIssueToken, issue),
      Route(Endpoints.adminResendMagicLink, resendLink),
      Route(Endpoints.adminForceResync, mayLackBody: true, resync),
      Route(Endpoints.adminReplayReviews, mayLackBody: true, replay),
    ]
  }

  @Sendable private func create(
    _ call: Call<Storage>, _ body: AdminUserInput
  ) throws -> AdminUser {
    let email = try EmailAddress(body.email)
    let name = try body.name.map { try Call<Storage>.text($0, "name", 1...200) }
    return try call.storage.directory { connection in
      let proof = Accounts.Proof(
        provider: "email", subject: email.text, verifiedEmail: email.text, name: name)
      let accounts = Accounts(settings: settings, caller: Caller(call))
      guard let user = try accounts.make(proof, in: connection) else {
        throw Problem(.emailInUse, "The address belongs to another account.")
      }
      try call.record(
        "user.create", of: user, after: .object([.init("email", .string(email.text))]),
        in: connection)
      if let plan = body.planKey {
        try give(plan, to: user, for: call, in: connection)
      }
      return try UserRow.find(user, in: connection)
    }
  }

  /// Grants the plan that a new account is to have, without an end.
  private func give(
    _ plan: String, to user: UserID, for call: Call<Storage>, in connection: Storage.Connection
  ) throws {
    let isKnown = try connection.row("select 1 from plans where key = $1", [.text(plan)]) { _ in
      true
    }
    guard isKnown == true else { throw Problem.invalid("plan_key", "must be the key of a plan") }
    let id = GrantID(madeAt: call.now, random: call.server.random)
    try PlanGrants.add(
      StoredGrant(
        id: id, plan: plan, created: call.now, expires: nil, revoked: nil,
        reason: "made with this plan", actor: call.actor.text),
      to: user, in: connection)
    try EffectivePlan.settle(user, in: connection, now: call.now)
    try call.record(
      "subscription.grant", of: user, target: id.description,
      after: .object([.init("plan_key", .string(plan))]), in: connection)
  }

  @Sendable private func patch(
    _ call: Call<Storage>, _ body: JSONValue
  ) throws -> AdminUserDetail {
    let user = try call.namedUser()
    let change = try UserChange(body)
    try call.storage.directory { try change.apply(to: user, for: call, in: $0) }
    return try UserDetail(call: call, user: user).read()
  }

  @Sendable private func delete(_ call: Call<Storage>, _: NoBody) throws -> NoBody {
    let user = try call.namedUser()
    let reason = try call.reason()
    guard try call.choice("mode", of: ["schedule", "now"]) == "now" else {
      try call.storage.directory { connection in
        _ = try UserRow.find(user, in: connection)
        try AccountDeletion.schedule(
          user, by: (call.actor, reason), settings: settings, caller: Caller(call),
          in: connection)
      }
      return NoBody()
    }
    let confirmation = call.head.query("confirm")?.lowercased()
    try call.storage.directory { connection in
      let account = try UserRow.find(user, in: connection)
      guard let confirmation, confirmation == account.id || confirmation == account.email else {
        throw Problem.invalid("confirm", "must be the address or the id of the account")
      }
      try AccountDeletion.removeNow(
        user, by: call.actor, in: connection, now: call.now, random: call.server.random)
    }
    // What a crash here keeps from being erased, the job for it erases.
    try call.storage.erase(user)
    try call.storage.directory { try AccountDeletion.erased(user, in: $0) }
    return NoBody()
  }

  @Sendable private func disable(_ call: Call<Storage>, _ body: Reason) throws -> AdminUser {
    let user = try call.namedUser()
    let reason = try Call<Storage>.reason(body.reason)
    return try call.storage.directory { connection in
      let before = try UserRow.find(user, in: connection)
      guard before.disabledAt == nil else { return before }
      try connection.run(
        "update users set disabled_ms = $2, disabled_reason = $3 where id = $1",
        [SQLValue(user), SQLValue(call.now), SQLValue(reason)])
      try SignIns.endAll(of: user, "disabled", in: connection, now: call.now)
      try record("user.disable", before, reason, for: call, in: connection)
      return try UserRow.find(user, in: connection)
    }
  }

  @Sendable private func enable(_ call: Call<Storage>, _ body: Reason) throws -> AdminUser {
    let user = try call.namedUser()
    let reason = try Call<Storage>.reason(body.reason)
    return try call.storage.directory { connection in
      let before = try UserRow.find(user, in: connection)
      guard before.disabledAt != nil else { return before }
      try connection.run(
        "update users set disabled_ms = null, disabled_reason = null where id = $1",
        [SQLValue(user)])
      try record("user.enable", before, reason, for: call, in: connection)
      return try UserRow.find(user, in: connection)
    }
  }

  @Sendable private func restore(_ call: Call<Storage>, _ body: Reason) throws -> AdminUser {
    let user = try call.namedUser()
    let reason = try Call<Storage>.reason(body.reason)
    return try call.storage.directory { connection in
      let before = try UserRow.find(user, in: connection)
      guard before.scheduledDeleteAt != nil else {
        throw Problem(.notScheduled, "No deletion is scheduled.")
      }
      try AccountDeletion.cancel(user, in: connection, now: call.now)
      try record("user.restore", before, reason, for: call, in: connection)
      return try UserRow.find(user, in: connection)
    }
  }

  /// Records a change of an account's state.
  private func record(
    _ action: String, _ before: AdminUser, _ reason: String?, for call: Call<Storage>,
    in connection: Storage.Connection
  ) throws {
    let after = try UserRow.find(try call.namedUser(), in: connection)
    func state(_ user: AdminUser) -> JSONValue {
      .object([
        .init("status", .string(user.status)),
        .init("scheduled_delete_at", user.scheduledDeleteAt.map { .string($0) } ?? .null),
      ])
    }
    try call.record(
      action, of: try call.namedUser(), reason: reason, before: state(before),
      after: state(after), in: connection)
  }

  @Sendable private func export(_ call: Call<Storage>, _: [UInt8]) throws -> HTTPResponse {
    let user = try call.namedUser()
    let reason = try call.reason()
    try call.storage.directory { connection in
      _ = try UserRow.find(user, in: connection)
      try call.record("user.export", of: user, reason: reason, in: connection)
    }
    return try call.export(of: user, signIn: nil)
  }
}
