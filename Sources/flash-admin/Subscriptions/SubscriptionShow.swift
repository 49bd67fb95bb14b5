import FlashAPI
import FlashCommand
import FlashModel

/// `flash admin subscription show`.
struct SubscriptionShow: Command {
  struct Options: CommandOptions {
    var user = ""
  }

  private static let fields = Fields<JSONValue>.members([
    ("subscription", .object), ("grants", .object), ("events", .object),
  ])

  static let description = CommandDescription<Options>(
    name: "show", abstract: "show what is behind an account's plan, and how it came about",
    operands: [.user(into: \.user)], fields: fields.specifications, exitCodes: AdminExit.codes,
    traits: [])

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let session = try AdminSession(in: context)
    let history: SubscriptionHistory = try session.call(
      Endpoints.adminSubscription, path: ["user_id": session.userID(options.user)])
    try context.tell(history, fields) { context in
      try context.show(SubscriptionFacts.facts(of: history.subscription))
      for grant in history.grants { try context.show([("grant", SubscriptionFacts.text(grant))]) }
      for event in history.events { try context.show([("event", SubscriptionFacts.text(event))]) }
    }
  }
}

/// What is told of subscriptions.
enum SubscriptionFacts {
  static func facts(of subscription: Subscription) -> [(String, String)] {
    var facts = [
      ("plan", subscription.planKey), ("state", subscription.status),
      ("from", subscription.source), ("until", Shown.moment(subscription.expiresAt)),
    ]
    if let product = subscription.productId { facts.append(("product", product)) }
    if let id = subscription.originalTransactionId { facts.append(("transaction", id)) }
    if let environment = subscription.environment { facts.append(("environment", environment)) }
    if let grace = subscription.graceExpiresAt {
      facts.append(("grace until", Shown.moment(grace)))
    }
    if subscription.autoRenew != nil {
      facts.append(("renews", Shown.flag(subscription.autoRenew)))
    }
    return facts
  }

  static func text(_ grant: PlanGrant) -> String {
    var text = "\(grant.planKey) from \(Shown.moment(grant.createdAt))"
    text += grant.expiresAt.map { " until \(Shown.moment($0))" } ?? " without an end"
    if let revoked = grant.revokedAt { text += ", taken back \(Shown.moment(revoked))" }
    return text + ", by \(grant.actor): \(grant.reason)"
  }

  static func text(_ event: StoreEvent) -> String {
    let type = [event.notificationType, event.subtype].compactMap { $0 }.joined(separator: " ")
    return "\(Shown.moment(event.signedAt)) \(type): \(event.outcome)"
      + (event.detail.map { " (\($0))" } ?? "")
  }
}
