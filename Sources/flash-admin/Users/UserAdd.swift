import FlashAPI
import FlashCommand
import FlashModel

/// `flash admin user add`.
struct UserAdd: Command {
  struct Options: CommandOptions {
    var address = ""
    var name: String?
    var plan: String?
    var isDryRun = false
  }

  static let description = CommandDescription<Options>(
    name: "add", abstract: "make an account that signs in by mailed links",
    operands: [.required("ADDRESS", help: "its address", into: \.address)],
    options: [
      .value("name", help: "the person's name", into: \.name),
      .value("plan", named: "PLAN", help: "its plan; the default one without it", into: \.plan),
      .rehearsal(into: \.isDryRun),
    ],
    fields: UserListing.listing.fields.specifications, exitCodes: AdminExit.codes, traits: [],
    manual: Manual("Makes the account. Nothing is mailed; `flash admin user magic-link` does that.")
  )

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let session = try AdminSession(in: context)
    if options.isDryRun {
      return try Changes(UserListing.listing.fields, in: context).rehearse(
        "would make an account for \(options.address)", in: context)
    }
    let user: AdminUser = try session.call(
      Endpoints.adminCreateUser,
      AdminUserInput(email: options.address, name: options.name, planKey: options.plan))
    try context.tell(user, UserListing.listing.fields) {
      try $0.say("made an account for \(user.label): \(user.id)")
    }
  }
}
