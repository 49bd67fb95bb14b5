import FlashAPI
import FlashClient
import FlashCommand

/// How a subscription stands.
enum SubscriptionState: String, Choice {
  case free
  case active
  case inGrace = "in_grace"
  case expired
}

/// `flash admin subscription list`.
struct SubscriptionList: Command {
  struct Options: CommandOptions {
    var state: SubscriptionState?
    var plan: String?
    var limit: Int?
  }

  static let description = CommandDescription<Options>(
    name: "list", abstract: "list accounts by their plans",
    options: [
      .value("state", help: "only those whose subscription stands so", into: \.state),
      .value("plan", named: "PLAN", help: "only those with this plan", into: \.plan),
      .most(into: \.limit),
    ],
    fields: UserListing.subscriptions.fields.specifications, exitCodes: AdminExit.codes,
    traits: [])

  static func run(_ options: Options, in context: inout CommandContext) throws {
    var query = UserQuery()
    query.subscriptionStatus = options.state?.rawValue
    query.planKey = options.plan
    var pages = try AdminSession(in: context).pages(
      Endpoints.adminUsers, query, limit: options.limit)
    try context.write(UserListing.subscriptions, orSay: "no such accounts") { try pages.next() }
  }
}
