import FlashAPI
import FlashCollection
import FlashCommand
import FlashModel

/// How devices that are signed in are listed.
enum SessionListing {
  static let listing = Listing<AuthSession>(
    [
      ("id", .string), ("device", .object), ("created_at", .time), ("last_used_at", .time),
      ("last_ip", .string), ("user_agent", .string), ("expires_at", .time),
      ("has_push_token", .boolean), ("last_pull_at", .time), ("last_push_at", .time),
      ("current", .boolean),
    ],
    [
      .init(.whole("ID")) { $0.id },
      .init(.text("DEVICE", minimumWidth: 10)) { Shown.text($0.device?.name ?? $0.userAgent) },
      .init(.text("ADDRESS", minimumWidth: 9)) { Shown.text($0.lastIp) },
      .init(.text("SIGNED IN", minimumWidth: 10)) { Shown.moment($0.createdAt) },
      .init(.text("LAST USED", minimumWidth: 10)) { Shown.moment($0.lastUsedAt) },
    ])
}

/// `flash admin user sessions`.
struct UserSessions: Command {
  struct Options: CommandOptions {
    var user = ""
  }

  static let description = CommandDescription<Options>(
    name: "sessions", abstract: "list the devices that are signed in to an account",
    operands: [.user(into: \.user)],
    fields: SessionListing.listing.fields.specifications, exitCodes: AdminExit.codes, traits: [])

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let session = try AdminSession(in: context)
    let answer: AuthSessions = try session.call(
      Endpoints.adminSessions, path: ["user_id": session.userID(options.user)])
    try context.write(SessionListing.listing, answer.sessions, orSay: "nobody is signed in")
  }
}

/// `flash admin user revoke`.
struct UserRevoke: Command {
  struct Options: CommandOptions {
    var users: [String] = []
    var session: String?
    var reason: String?
    var isDryRun = false
  }

  private static let fields = Fields<JSONValue>.members([("id", .string), ("revoked", .integer)])

  static let description = CommandDescription<Options>(
    name: "revoke", abstract: "sign accounts out on all devices, or on one",
    operands: [.users(into: \.users)],
    options: [
      .value("session", named: "ID", help: "only this device of the account", into: \.session),
      .reason(into: \.reason), .rehearsal(into: \.isDryRun),
    ],
    fields: fields.specifications, exitCodes: AdminExit.batch, traits: [])

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let session = try AdminSession(in: context)
    let changes = try Changes(fields, in: context)
    var batch = Batch(options.users, keys: ["id", "user_id"], in: context)
    let world = context
    try batch.run { name in
      let id = try session.userID(name)
      let count = try revoke(id, options, by: session)
      try changes.tell(
        JSONValue.object([.init("id", .string(id)), .init("revoked", .integer(Int64(count)))]),
        "\(options.isDryRun ? "would sign out" : "signed out") \(Shown.count(count, "device")) of \(name)",
        in: world)
    }
    try changes.finish()
  }

  /// - Returns: how many devices were signed out, or would be.
  private static func revoke(
    _ id: String, _ options: Options, by session: AdminSession
  ) throws -> Int {
    if options.isDryRun {
      let all: AuthSessions = try session.call(Endpoints.adminSessions, path: ["user_id": id])
      return all.sessions.count { options.session == nil || $0.id == options.session }
    }
    guard let device = options.session else {
      let answer: RevokedSessions = try session.call(
        Endpoints.adminRevokeAllSessions, path: ["user_id": id],
        query: ReasonQuery(reason: options.reason))
      return answer.revoked
    }
    let _: NoBody = try session.call(
      Endpoints.adminRevokeSession, path: ["user_id": id, "session_id": device])
    return 1
  }
}
