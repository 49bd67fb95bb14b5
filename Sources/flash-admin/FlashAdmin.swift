import FlashCommand

/// The program `flash-admin`: the accounts of a server, and one's own.
@main
struct FlashAdmin: CommandGroup {
  static let description = CommandDescription(
    group: "flash-admin", abstract: "run a server's accounts, plans and jobs; look after your own",
    subcommands: [
      Subcommand(AdminLogin.self), Subcommand(AdminLogout.self), Subcommand(AdminWhoami.self),
      Subcommand(UserCommands.self), Subcommand(SubscriptionCommands.self),
      Subcommand(PlanCommands.self), Subcommand(TokenCommands.self),
      Subcommand(AdminStatsCommand.self),
      Subcommand(AuditCommand.self), Subcommand(MailCommand.self), Subcommand(JobCommands.self),
      Subcommand(AccountCommands.self),
    ], traits: [], manual: AdminManual.text)
}
