import FlashCommand
import FlashServer

/// `flash serve migrate`.
struct ServeMigrate: Command {
  struct Options: CommandOptions {
    var database: String?
  }

  static let description = CommandDescription<Options>(
    name: "migrate", abstract: "bring the tables of the database up to date",
    options: [ServeDatabase.option(into: \.database)],
    exitCodes: [.cannotCreate, .tryLater], traits: [],
    manual: Manual(
      """
      Brings the tables up to date and ends. A server does so when it starts; on its own it is for
      upgrades that are done in steps, before the new servers start. Several at once wait for each
      other. The file of an account is brought up to date when it is first used.
      """))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    switch try ServeSettings.database(options.database, context) {
    case .folder(let path): try ServeDatabase.folder(path).migrate()
    case .postgreSQL(let url): try PostgreSQLStorage(address: url).migrate()
    }
    try context.say("the tables are up to date")
  }
}
