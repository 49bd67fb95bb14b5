import FlashCommand

/// `flash admin user`.
struct UserCommands: CommandGroup {
  static let description = CommandDescription(
    group: "user", abstract: "find, make, change and remove accounts",
    subcommands: [
      Subcommand(UserList.self), Subcommand(UserShow.self), Subcommand(UserAdd.self),
      Subcommand(UserEdit.self), Subcommand(UserDisable.self), Subcommand(UserEnable.self),
      Subcommand(UserRemove.self), Subcommand(UserRestore.self), Subcommand(UserSessions.self),
      Subcommand(UserRevoke.self), Subcommand(UserMagicLink.self), Subcommand(UserResync.self),
      Subcommand(UserReplay.self), Subcommand(UserExport.self),
    ], traits: [])
}
