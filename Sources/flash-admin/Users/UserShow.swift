import FlashAPI
import FlashCommand
import FlashModel

/// `flash admin user show`.
struct UserShow: Command {
  struct Options: CommandOptions {
    var user = ""
  }

  static let fields = Fields<JSONValue>.members(
    UserListing.listing.fields.specifications.map { ($0.name, $0.type) } + [
      ("note", .string), ("marketing_opt_in", .boolean), ("identities", .object),
      ("sessions", .object), ("counts", .object), ("storage_bytes", .integer),
      ("resync_epoch", .integer), ("entitlements", .object),
    ])

  static let description = CommandDescription<Options>(
    name: "show", abstract: "show an account", operands: [.user(into: \.user)],
    fields: fields.specifications, exitCodes: AdminExit.codes, traits: [])

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let user = try AdminSession(in: context).user(options.user)
    try context.tell(user, fields) { try $0.show(facts(of: user)) }
  }

  private static func facts(of all: AdminUserDetail) -> [(String, String)] {
    let user = all.user
    let details = all.details
    var facts = [
      ("id", user.id), ("address", Shown.text(user.email)), ("name", Shown.text(user.name)),
      ("status", user.status), ("plan", user.planKey), ("subscription", subscription(user)),
      ("signs in by", details.identities.map(\.provider).joined(separator: ", ")),
      ("made", Shown.moment(user.createdAt)), ("last seen", Shown.moment(user.lastSeenAt)),
    ]
    if let at = user.disabledAt {
      facts.append(("disabled", Shown.moment(at) + (user.disabledReason.map { ": \($0)" } ?? "")))
    }
    if let at = user.scheduledDeleteAt { facts.append(("is removed", Shown.moment(at))) }
    if let note = details.note { facts.append(("note", note)) }
    facts.append(("devices", "\(details.sessions.count)"))
    for count in details.counts.members {
      let deleted = count.value.deleted
      facts.append(
        (
          count.name.replacing("_", with: " "),
          "\(count.value.live)" + (deleted > 0 ? ", and \(deleted) removed" : "")
        ))
    }
    facts.append(("storage", "\(details.storageBytes) bytes"))
    return facts
  }

  private static func subscription(_ user: AdminUser) -> String {
    user.subscriptionStatus
      + (user.subscriptionExpiresAt.map { ", until \(Shown.moment($0))" } ?? "")
  }
}
