import FlashCommand

/// `flash admin subscription`.
struct SubscriptionCommands: CommandGroup {
  static let description = CommandDescription(
    group: "subscription", abstract: "what accounts have of plans, by purchase or by hand",
    subcommands: [
      Subcommand(SubscriptionList.self), Subcommand(SubscriptionShow.self),
      Subcommand(SubscriptionGrant.self), Subcommand(SubscriptionExtend.self),
      Subcommand(SubscriptionRevoke.self), Subcommand(SubscriptionEvents.self),
      Subcommand(SubscriptionReprocess.self), Subcommand(SubscriptionStatus.self),
    ], traits: [])
}
