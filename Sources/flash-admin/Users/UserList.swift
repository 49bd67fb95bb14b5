import FlashAPI
import FlashClient
import FlashCommand

/// In which order accounts are listed.
enum UserOrder: String, Choice {
  case newest
  case oldest
  case address
  case lastSeen = "last-seen"

  /// As the server knows it.
  var sort: String {
    switch self {
    case .newest: "-created_at"
    case .oldest: "created_at"
    case .address: "email"
    case .lastSeen: "-last_seen_at"
    }
  }
}

/// `flash admin user list`.
struct UserList: Command {
  struct Options: CommandOptions {
    var text: String?
    var query: String?
    var order = UserOrder.newest
    var limit: Int?
  }

  static let description = CommandDescription<Options>(
    name: "list", abstract: "list accounts",
    operands: [
      .optional(
        "TEXT", help: "only those with this in address or name, or of this id", into: \.text)
    ],
    options: [
      .value("query", named: "QUERY", help: "only those that this finds", into: \.query)
        .explained(UserList.terms),
      .value("sort", help: "which come first", into: \.order),
      .most(into: \.limit),
    ],
    fields: UserListing.listing.fields.specifications, exitCodes: AdminExit.codes + [.badInput],
    traits: [],
    manual: Manual(
      "Lists accounts, the newest first. They are fetched in pages while they are written.",
      examples: [
        Manual.Example(
          "Disable the accounts that have not synced this year:",
          "flash admin user list --json=id --query 'last_sync<2026-01-01' | flash admin user disable -"
        )
      ]))

  private static let terms = """
    Terms with blanks between them, which all have to fit: `status=` (`active`, `disabled`,
    `pending_deletion`), `plan=`, `subscription=` (`free`, `active`, `in_grace`, `expired`),
    `provider=` (`apple`, `email`), `created>` and `last_sync<` with a day or a time. Other words
    are looked for in addresses and names.
    """

  static func run(_ options: Options, in context: inout CommandContext) throws {
    var query = try UserQueryText(in: context).query(options.query ?? "")
    if let text = options.text {
      query.text = query.text.map { "\(text) \($0)" } ?? text
    }
    query.sort = options.order.sort
    var pages = try AdminSession(in: context).pages(
      Endpoints.adminUsers, query, limit: options.limit)
    try context.write(UserListing.listing, orSay: "no such accounts") { try pages.next() }
  }
}
