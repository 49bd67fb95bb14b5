import FlashAPI
import FlashClient
import FlashCollection
import FlashCommand
import FlashModel
import FlashRemote
import FlashStore

/// `flash admin account`.
struct AccountCommands: CommandGroup {
  static let description = CommandDescription(
    group: "account", abstract: "your own account, with the sign-in of 'flash sync'",
    subcommands: [
      Subcommand(AccountShow.self), Subcommand(AccountEdit.self), Subcommand(AccountSessions.self),
      Subcommand(AccountExport.self), Subcommand(AccountDelete.self),
      Subcommand(AccountRestore.self),
    ])
}

extension AdminSession {
  /// As whoever is signed in at a remote.
  /// - Parameter remote: its name; nil for the usual one.
  /// - Throws: `RemoteError.notSignedIn`.
  init(ofRemote remote: String?, in context: CommandContext) throws {
    guard let store = try context.openStoreIfThere() else { throw RemoteError.notSignedIn(nil) }
    self.init(
      account: try SignedInClient(Remotes.named(remote, in: store, context), in: context))
  }
}

extension CommandOption {
  /// `--remote`.
  static func remote(into path: any WritableKeyPath<Options, String?> & Sendable) -> Self {
    .value(
      "remote", named: "NAME", help: "the remote; the only one, or 'origin', without it",
      into: path)
  }
}

/// What is told of a profile.
enum ProfileFields {
  static let fields = Fields<JSONValue>.members([
    ("id", .string), ("email", .string), ("name", .string), ("plan_key", .string),
    ("subscription_status", .string), ("subscription_expires_at", .time),
    ("daily_goal_cards", .integer), ("daily_new_card_limit", .integer),
    ("reminder_time_local", .string), ("reminder_enabled", .boolean), ("timezone", .string),
    ("theme_preference", .string), ("marketing_opt_in", .boolean),
    ("scheduled_delete_at", .time), ("created_at", .time),
  ])

  static func facts(of me: Me) -> [(String, String)] {
    var facts = [
      ("id", me.id), ("address", Shown.text(me.email)), ("name", Shown.text(me.name)),
      ("plan", Shown.text(me.planKey)), ("subscription", me.subscriptionStatus),
      ("goal", "\(me.dailyGoalCards) cards a day"),
      ("new cards", me.dailyNewCardLimit.map { "\($0) a day" } ?? "-"),
      ("reminder", me.reminderEnabled ? Shown.text(me.reminderTimeLocal) : "off"),
      ("time zone", Shown.text(me.timezone)), ("theme", me.themePreference),
      ("marketing", Shown.flag(me.marketingOptIn)), ("made", Shown.moment(me.createdAt)),
    ]
    if let at = me.scheduledDeleteAt { facts.append(("is removed", Shown.moment(at))) }
    return facts
  }
}

/// `flash admin account show`.
struct AccountShow: Command {
  struct Options: CommandOptions {
    var remote: String?
  }

  static let description = CommandDescription<Options>(
    name: "show", abstract: "show your profile", options: [.remote(into: \.remote)],
    fields: ProfileFields.fields.specifications, exitCodes: AdminExit.codes)

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let me: Me = try AdminSession(ofRemote: options.remote, in: context).call(Endpoints.me)
    try context.tell(me, ProfileFields.fields) { try $0.show(ProfileFields.facts(of: me)) }
  }
}
