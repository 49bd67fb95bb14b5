/// A heading that commands are listed under.
enum CommandGroupName: String, CaseIterable {
  case study = "Study"
  case author = "Make and change cards"
  case exchange = "Bring cards in and out"
  case keep = "Look after the collection"
  case help = "Help and settings"
}

/// A command that ships: its name, where it is listed, and what it does in a line.
struct ShippedCommand {
  let name: String
  let group: CommandGroupName
  let abstract: String
}

/// A shorter name for a shipped command, which ranks as one.
struct ShippedAlias {
  let name: String
  /// The command, then its first argument.
  let words: [String]
}

/// A manual page that is about no command.
struct Guide {
  /// What follows `flash help`.
  let name: String
  /// The name of the page.
  let page: String
  let abstract: String
}

/// Everything that ships, from which help, lists and completion are made. Programs that are not
/// built yet are not in it; a test compares it with what each program says of itself.
enum CommandList {
  /// What the dispatcher does itself.
  static let builtIns: [ShippedCommand] = [
    ShippedCommand(
      name: "completion", group: .help, abstract: "print the completion script of a shell"),
    ShippedCommand(name: "config", group: .help, abstract: "read and change settings"),
    ShippedCommand(name: "help", group: .help, abstract: "show the manual of a command"),
    ShippedCommand(name: "version", group: .help, abstract: "show the version"),
  ]

  /// The programs beside the dispatcher.
  static let programs: [ShippedCommand] = [
    ShippedCommand(
      name: "study", group: .study, abstract: "study the cards that are due, and learn new ones"),
    ShippedCommand(
      name: "deck", group: .author, abstract: "list, make and change decks, topics and sub-topics"),
    ShippedCommand(name: "card", group: .author, abstract: "add, find and change cards"),
    ShippedCommand(name: "import", group: .exchange, abstract: "add cards from files"),
    ShippedCommand(name: "export", group: .exchange, abstract: "write cards to files"),
    ShippedCommand(
      name: "sync", group: .exchange, abstract: "exchange cards and reviews with a server"),
    ShippedCommand(
      name: "store", group: .keep, abstract: "check, back up and repair the collection; undo"),
    ShippedCommand(
      name: "serve", group: .keep, abstract: "run the server that devices sync with"),
    ShippedCommand(
      name: "admin", group: .keep,
      abstract: "run a server's accounts, plans and jobs; look after your own"),
  ]

  /// Shorter names; one whose program is missing is none.
  static let aliases: [ShippedAlias] = [
    ShippedAlias(name: "add", words: ["card", "add"]),
    ShippedAlias(name: "due", words: ["study", "due"]),
    ShippedAlias(name: "list", words: ["card", "list"]),
    ShippedAlias(name: "login", words: ["sync", "login"]),
    ShippedAlias(name: "search", words: ["card", "search"]),
    ShippedAlias(name: "stats", words: ["study", "stats"]),
    ShippedAlias(name: "undo", words: ["store", "undo"]),
  ]

  static let guides: [Guide] = [
    Guide(
      name: "hooks", page: "flash-hooks.7", abstract: "programs of yours that flash runs"),
    Guide(
      name: "query", page: "flash-query.7", abstract: "the language in which cards are looked for"),
    Guide(
      name: "settings", page: "flash-config.5",
      abstract: "the settings and the files they are read from"),
  ]

  /// Commands that a mistyped name never becomes: they send, change or delete for others.
  static let neverGuessed: Set = ["admin", "import", "sync"]

  static func alias(_ name: String) -> ShippedAlias? { aliases.first { $0.name == name } }

  static func isBuiltIn(_ name: String) -> Bool { builtIns.contains { $0.name == name } }
}
