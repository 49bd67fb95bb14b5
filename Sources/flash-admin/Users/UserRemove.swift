import FlashAPI
import FlashCommand
import FlashModel

/// `flash admin user rm`.
struct UserRemove: Command {
  struct Options: CommandOptions {
    var users: [String] = []
    var isNow = false
    var confirmed: String?
    var reason: String?
    var isDryRun = false
  }

  static let description = CommandDescription<Options>(
    name: "rm", abstract: "remove accounts in 30 days, or now", operands: [.users(into: \.users)],
    options: [
      .flag("now", help: "erase them at once; nothing brings them back", into: \.isNow),
      .value(
        "confirm", named: "NAME",
        help: "its address, or 'N accounts', instead of typing it",
        into: \.confirmed),
      .reason(into: \.reason), .rehearsal(into: \.isDryRun),
    ],
    fields: UserListing.listing.fields.specifications, exitCodes: AdminExit.batch, traits: [],
    manual: Manual(
      """
      Signs the accounts out, and removes them with everything in them after 30 days.
      `flash admin user restore` keeps them until then.

      All accounts are looked up before anything is asked or done. For one the question wants its
      address, or its id if it has none; for several their number, such as `3 accounts`.
      """))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let session = try AdminSession(in: context)
    let (users, areAll) = try found(options.users, by: session, in: context)
    guard !users.isEmpty else { return try end(areAll) }
    let changes = try Changes(UserListing.listing.fields, in: context)
    if options.isDryRun {
      for user in users { try changes.tell(user, "would remove \(user.label)", in: context) }
      return try changes.finish()
    }
    let name = users.count == 1 ? users[0].label : "\(users.count) accounts"
    try context.confirm(
      options.isNow ? "Erase \(name) for good?" : "Remove \(name) in 30 days?", losing: name,
      given: options.confirmed)
    for user in users {
      try context.check()
      let _: NoBody = try session.call(
        Endpoints.adminDeleteUser, path: ["user_id": user.id],
        query: DeletionQuery(
          isNow: options.isNow, confirm: options.isNow ? user.id : nil, reason: options.reason))
      let text =
        options.isNow
        ? "erased \(user.label)"
        : "\(user.label) is removed in 30 days; 'flash admin user restore \(user.id)' keeps it"
      try changes.tell(user, text, in: context)
    }
    try changes.finish()
    try end(areAll)
  }

  /// The accounts that there are, and whether those are all that were named.
  private static func found(
    _ names: [String], by session: AdminSession, in context: CommandContext
  ) throws -> (users: [AdminUser], areAll: Bool) {
    var users: [AdminUser] = []
    var batch = Batch(names, in: context)
    do {
      try batch.run { users.append(try session.user($0).user) }
    } catch let exit as Exit where exit.code == .partly {
      return (users, false)
    }
    return (users, true)
  }

  private static func end(_ areAll: Bool) throws {
    if !areAll { throw Exit(.partly) }
  }
}
