import FlashAPI
import FlashCommand

/// `flash admin user magic-link`.
struct UserMagicLink: Command {
  struct Options: CommandOptions {
    var users: [String] = []
    var isDryRun = false
  }

  static let description = CommandDescription<Options>(
    name: "magic-link", abstract: "mail accounts a link to sign in by",
    operands: [.users(into: \.users)], options: [.rehearsal(into: \.isDryRun)],
    fields: MailListing.listing.fields.specifications, exitCodes: AdminExit.batch, traits: [],
    manual: Manual("Mails a link, whatever was mailed to the address in the last hour."))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let session = try AdminSession(in: context)
    let changes = try Changes(MailListing.listing.fields, in: context)
    var batch = Batch(options.users, in: context)
    let world = context
    try batch.run { name in
      if options.isDryRun {
        return try changes.rehearse(
          "would mail a link to \(session.user(name).user.label)", in: world)
      }
      let mail: MailReceipt = try session.call(
        Endpoints.adminResendMagicLink, path: ["user_id": session.userID(name)])
      try changes.tell(mail, "a link is on its way to \(mail.to)", in: world)
    }
    try changes.finish()
  }
}
