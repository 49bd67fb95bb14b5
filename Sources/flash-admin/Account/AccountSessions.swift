import FlashAPI
import FlashCommand

/// `flash admin account sessions`.
struct AccountSessions: Command {
  struct Options: CommandOptions {
    var remote: String?
    var revoked: [String] = []
  }

  static let description = CommandDescription<Options>(
    name: "sessions", abstract: "list the devices that are signed in, or sign one out",
    options: [
      .values("revoke", named: "ID", help: "sign this device out first", into: \.revoked),
      .remote(into: \.remote),
    ],
    fields: SessionListing.listing.fields.specifications, exitCodes: AdminExit.codes)

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let session = try AdminSession(ofRemote: options.remote, in: context)
    for id in options.revoked {
      let _: NoBody = try session.call(Endpoints.revokeMySession, path: ["session_id": id])
    }
    let answer: AuthSessions = try session.call(Endpoints.mySessions)
    try context.write(SessionListing.listing, answer.sessions, orSay: "nobody is signed in")
  }
}
