import FlashAPI
import FlashCommand
import FlashModel

// Commands that change how an account stands, and answer with it.

/// What they take.
struct UserStandingOptions: CommandOptions {
  var users: [String] = []
  var reason: String?
  var isDryRun = false
}

/// What they do to each account.
struct UserStandingChange {
  let endpoint: Endpoint<Reason, AdminUser>
  /// `disabled`.
  let done: String
  /// `disable`.
  let verb: String
  /// The command that takes it back.
  var undo: String?

  func run(_ options: UserStandingOptions, in context: inout CommandContext) throws {
    let session = try AdminSession(in: context)
    let changes = try Changes(UserListing.listing.fields, in: context)
    var batch = Batch(options.users, in: context)
    let world = context
    defer { context.output.flush() }
    try batch.run { name in
      if options.isDryRun {
        let user = try session.user(name).user
        return try changes.tell(user, "would \(verb) \(user.label)", in: world)
      }
      let user: AdminUser = try session.call(
        endpoint, Reason(reason: options.reason), path: ["user_id": session.userID(name)])
      let hint = undo.map { "; '\($0) \(user.id)' takes it back" } ?? ""
      try changes.tell(user, "\(done) \(user.label)\(hint)", in: world)
    }
    try changes.finish()
  }

  static func description(
    _ name: String, _ abstract: String, manual: Manual = Manual()
  ) -> CommandDescription<UserStandingOptions> {
    CommandDescription(
      name: name, abstract: abstract, operands: [.users(into: \.users)],
      options: [.reason(into: \.reason), .rehearsal(into: \.isDryRun)],
      fields: UserListing.listing.fields.specifications, exitCodes: AdminExit.batch, traits: [],
      manual: manual)
  }
}

/// `flash admin user disable`.
struct UserDisable: Command {
  static let description = UserStandingChange.description(
    "disable", "sign accounts out, and let nobody sign in",
    manual: Manual("Ends every sign-in of the accounts, and refuses new ones. Nothing is lost."))

  static func run(_ options: UserStandingOptions, in context: inout CommandContext) throws {
    try UserStandingChange(
      endpoint: Endpoints.adminDisableUser, done: "disabled", verb: "disable",
      undo: "flash admin user enable"
    ).run(options, in: &context)
  }
}

/// `flash admin user enable`.
struct UserEnable: Command {
  static let description = UserStandingChange.description("enable", "let disabled accounts sign in")

  static func run(_ options: UserStandingOptions, in context: inout CommandContext) throws {
    try UserStandingChange(
      endpoint: Endpoints.adminEnableUser, done: "enabled", verb: "enable"
    ).run(options, in: &context)
  }
}

/// `flash admin user restore`.
struct UserRestore: Command {
  static let description = UserStandingChange.description(
    "restore", "keep accounts that are going to be removed")

  static func run(_ options: UserStandingOptions, in context: inout CommandContext) throws {
    try UserStandingChange(
      endpoint: Endpoints.adminRestoreUser, done: "kept", verb: "keep"
    ).run(options, in: &context)
  }
}
