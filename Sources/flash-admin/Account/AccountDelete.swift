import FlashAPI
import FlashCommand

/// `flash admin account delete`.
struct AccountDelete: Command {
  struct Options: CommandOptions {
    var remote: String?
    var confirmed: String?
    var isDryRun = false
  }

  static let description = CommandDescription<Options>(
    name: "delete", abstract: "remove your account from the server in 30 days",
    options: [
      .value(
        "confirm", named: "ADDRESS", help: "your address, instead of typing it", into: \.confirmed),
      .remote(into: \.remote), .rehearsal(into: \.isDryRun),
    ],
    exitCodes: [.cancelled] + AdminExit.codes,
    manual: Manual(
      """
      Signs all devices out, and removes the account with everything in it after 30 days. Signing in until
      then takes that back. What is on this device stays here.
      """))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let session = try AdminSession(ofRemote: options.remote, in: context)
    let me: Me = try session.call(Endpoints.me)
    let name = me.email.flatMap { $0.isEmpty ? nil : $0 } ?? me.id
    if options.isDryRun {
      return try context.say("would remove the account \(name) in 30 days")
    }
    try context.confirm(
      "Remove the account \(name)?", losing: name, given: options.confirmed)
    let _: NoBody = try session.call(Endpoints.deleteMe)
    try context.say("\(name) is removed in 30 days; 'flash sync login' until then keeps it")
  }
}

/// `flash admin account restore`.
struct AccountRestore: Command {
  struct Options: CommandOptions {
    var remote: String?
  }

  static let description = CommandDescription<Options>(
    name: "restore", abstract: "keep your account, if it is going to be removed",
    options: [.remote(into: \.remote)], fields: ProfileFields.fields.specifications,
    exitCodes: AdminExit.codes)

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let me: Me = try AdminSession(ofRemote: options.remote, in: context).call(
      Endpoints.restoreMe)
    try context.tell(me, ProfileFields.fields) { try $0.say("the account stays") }
  }
}
