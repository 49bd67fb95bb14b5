import FlashAPI
import FlashModel

/// The operations of the account that is signed in.
public struct AccountRoutes<Storage: ServerStorage>: Sendable {
  let settings: SignInSettings
  let apple: AppleSignInVerifier?
  let zones: ZoneFinder

  /// - Parameter zones: of the machine the server runs on.
  public init(
    settings: SignInSettings, apple: AppleSignInVerifier?, zones: @escaping ZoneFinder
  ) {
    self.settings = settings
    self.apple = apple
    self.zones = zones
  }

  public var all: [Route<Storage>] {
    [
      Route(Endpoints.me, read), Route(Endpoints.rawUser, read), Route(Endpoints.patchMe, patch),
      Route(Endpoints.deleteMe, delete), Route(Endpoints.restoreMe, restore),
      Route(Endpoints.registerDeviceToken, registerDeviceToken),
      Route(Endpoints.deleteDeviceToken, deleteDeviceToken),
      Route(Endpoints.mySessions, signIns), Route(Endpoints.revokeMySession, revoke),
      Route(Endpoints.myIdentities, identities), Route(Endpoints.linkIdentity, link),
      Route(Endpoints.unlinkIdentity, unlink), Route(Endpoints.exportMe.operation, export),
    ]
  }

  @Sendable private func read(_ call: Call<Storage>, _: NoBody) throws -> Me {
    let user = try call.account().user
    return try call.storage.readDirectory { try Profile.read(user, in: $0) }
  }

  @Sendable private func patch(_ call: Call<Storage>, _ body: JSONValue) throws -> Me {
    let user = try call.account().user
    let (me, isStudying) = try call.storage.directory { connection in
      let plan = try AccountPlan.load(of: user, in: connection)
      let change = try ProfileChange(body, plan: plan)
      try change.apply(to: user, in: connection, now: call.now)
      if change.touchesReminders { try changeMail(change, call, user, in: connection) }
      return (try Profile.read(user, in: connection), change.touchesStudying)
    }
    if isStudying {
      // What a crash here keeps from happening is done by the next push.
      try Push(
        storage: call.storage, principal: try call.account(), now: call.now, zones: zones
      ).refold()
    }
    return me
  }

  private func changeMail(
    _ change: ProfileChange, _ call: Call<Storage>, _ user: UserID,
    in connection: Storage.Connection
  ) throws {
    let wasOn = try ReminderMail.isOn(for: user, in: connection)
    let isOn = change.wantsReminderMail ?? wasOn
    if isOn, !wasOn, try Profile.read(user, in: connection).email == nil {
      throw Problem.invalid("reminder_mail", "needs an address in the account")
    }
    try ReminderMail.set(
      isOn, for: user, in: connection, zones: zones, now: call.now, random: call.server.random)
    if isOn != wasOn {
      try call.record(
        "user.reminder_mail", of: user, after: .object([.init("reminder_mail", .bool(isOn))]),
        in: connection)
    }
  }

  @Sendable private func delete(_ call: Call<Storage>, _: NoBody) throws -> NoBody {
    let user = try call.account().user
    try call.storage.directory {
      try AccountDeletion.schedule(user, settings: settings, caller: Caller(call), in: $0)
    }
    return NoBody()
  }

  @Sendable private func restore(_ call: Call<Storage>, _: NoBody) throws -> Me {
    let user = try call.account().user
    return try call.storage.directory { connection in
      guard try Profile.read(user, in: connection).scheduledDeleteAt != nil else {
        throw Problem(.notScheduled, "No deletion is scheduled.")
      }
      try AccountDeletion.cancel(user, in: connection, now: call.now)
      return try Profile.read(user, in: connection)
    }
  }

  @Sendable private func registerDeviceToken(
    _ call: Call<Storage>, _ body: DeviceToken
  ) throws -> NoBody {
    let principal = try call.account()
    let token = body.deviceToken
    guard (1...255).contains(token.unicodeScalars.count), !token.utf8.contains(0) else {
      throw Problem.invalid("device_token", "must have 1 to 255 characters")
    }
    try call.storage.directory {
      try DeviceTokens.move(token, to: principal.signIn, in: $0)
    }
    return NoBody()
  }

  @Sendable private func deleteDeviceToken(_ call: Call<Storage>, _: NoBody) throws -> NoBody {
    let principal = try call.account()
    try call.storage.directory { try DeviceTokens.forget(principal.signIn, in: $0) }
    return NoBody()
  }

  @Sendable private func signIns(_ call: Call<Storage>, _: NoBody) throws -> AuthSessions {
    let principal = try call.account()
    return AuthSessions(
      sessions: try call.storage.readDirectory {
        try SignIns.list(
          of: principal.user, current: principal.signIn, in: $0, now: call.now)
      })
  }

  @Sendable private func revoke(_ call: Call<Storage>, _: NoBody) throws -> NoBody {
    let principal = try call.account()
    let wanted = call.parameters["session_id"].flatMap { SignInID($0) }
    try call.storage.directory { connection in
      // The devices of others and those that never were look alike.
      guard let wanted,
        try SignIns.isLive(wanted, of: principal.user, in: connection, now: call.now)
      else { throw Problem(.notFound, "The account has no such device.") }
      try SignIns.end([wanted], "revoked", in: connection, now: call.now)
    }
    return NoBody()
  }

  @Sendable private func identities(_ call: Call<Storage>, _: NoBody) throws -> Identities {
    let user = try call.account().user
    return Identities(
      identities: try call.storage.readDirectory {
        try LinkedIdentities.list(of: user, in: $0)
      })
  }

  @Sendable private func link(_ call: Call<Storage>, _ body: IdentityLink) throws -> Identity {
    let user = try call.account().user
    switch body.provider {
    case "email": return try linkAddress(call, user, body)
    case "apple": return try linkApple(call, user, body)
    default: throw Problem.invalid("provider", "must be apple or email")
    }
  }

  private func linkAddress(
    _ call: Call<Storage>, _ user: UserID, _ body: IdentityLink
  ) throws -> Identity {
    guard let token = body.magicLinkToken, token.utf8.count <= 256 else {
      throw Problem.invalid("magic_link_token", "is required")
    }
    let links = MagicLinks(settings: settings, caller: Caller(call))
    return try call.storage.directory { connection -> Result<Identity, Problem> in
      guard let proof = try links.use(token, in: connection) else {
        return .failure(
          Problem.invalid("magic_link_token", "is not known, was used or has run out"))
      }
      return try LinkedIdentities.link(proof, to: user, in: connection, now: call.now)
    }.get()
  }

  private func linkApple(
    _ call: Call<Storage>, _ user: UserID, _ body: IdentityLink
  ) throws -> Identity {
    guard let text = body.identityToken else {
      throw Problem.invalid("identity_token", "is required")
    }
    guard let apple else {
      throw Problem.invalid("provider", "must be email: nobody signs in with Apple here")
    }
    let token = try apple.verify(text, nonce: body.nonce, now: call.now)
    return try call.storage.directory { connection -> Result<Identity, Problem> in
      guard try apple.accept(token, in: connection) else {
        return .failure(Problem(.appleTokenInvalid, "The token was used before."))
      }
      return try LinkedIdentities.link(token.proof, to: user, in: connection, now: call.now)
    }.get()
  }

  @Sendable private func export(_ call: Call<Storage>, _: [UInt8]) throws -> HTTPResponse {
    let principal = try call.account()
    return try call.export(of: principal.user, signIn: principal.signIn)
  }

  @Sendable private func unlink(_ call: Call<Storage>, _: NoBody) throws -> NoBody {
    let user = try call.account().user
    let provider = call.parameters["provider"] ?? ""
    try call.storage.directory {
      try LinkedIdentities.unlink(provider, from: user, in: $0, now: call.now)
    }
    return NoBody()
  }
}
