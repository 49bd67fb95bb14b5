import FlashAPI
import FlashCommand
import FlashModel

/// `flash admin subscription status`.
struct SubscriptionStatus: Command {
  struct Options: CommandOptions {
    var remote: String?
  }

  private static let fields = Fields<JSONValue>.members(
    SubscriptionFields.subscription.specifications.map { ($0.name, $0.type) } + [
      ("version", .integer), ("entitlements", .object), ("usage", .object),
    ])

  static let description = CommandDescription<Options>(
    name: "status", abstract: "show your own plan, and what it allows",
    options: [.remote(into: \.remote)], fields: fields.specifications, exitCodes: AdminExit.codes,
    manual: Manual("Asks in your own name, with the sign-in of `flash sync`."))

  /// A subscription beside what it allows, in one object.
  private struct Status: Encodable {
    let subscription: Subscription
    let snapshot: EntitlementSnapshot

    func encode(to encoder: any Encoder) throws {
      try snapshot.encode(to: encoder)
      try subscription.encode(to: encoder)
    }
  }

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let session = try AdminSession(ofRemote: options.remote, in: context)
    let subscription: Subscription = try session.call(Endpoints.subscription)
    let snapshot: EntitlementSnapshot = try session.call(Endpoints.entitlements)
    try context.tell(Status(subscription: subscription, snapshot: snapshot), fields) { context in
      let allowed = snapshot.entitlements.members.map { entry in
        let used = snapshot.usage?[entry.name].map { "\($0) of " } ?? ""
        return (entry.name, used + Shown.entitlement(entry.value))
      }
      try context.show(SubscriptionFacts.facts(of: subscription) + allowed)
    }
  }
}
