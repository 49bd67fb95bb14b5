import FlashCommand
import FlashModel
import FlashServer

/// The program `flash-serve`: keeps collections of many devices together.
@main
struct FlashServe: Command {
  struct Options: CommandOptions {
    var listen: String?
    var database: String?
  }

  static let description = CommandDescription<Options>(
    name: "flash-serve", abstract: "run the server that devices sync with",
    options: [
      .value(
        "listen", named: "ADDRESS", help: "listen there; serve.listen, else 127.0.0.1:8080",
        into: \.listen),
      ServeDatabase.option(into: \.database),
    ],
    subcommands: [
      Subcommand(ServeMigrate.self), Subcommand(ServeDefaultPlan.self), Subcommand(ServeJobs.self),
      Subcommand(ServeToken.self),
    ],
    exitCodes: [.system, .cannotCreate, .notAllowed, .tryLater], traits: [.isServer],
    manual: ServeManual.serve)

  static func run(_ options: Options, in context: inout CommandContext) throws {
    ServiceSignals.prepare()
    var settings = try ServeSettings(
      listen: options.listen, database: options.database, in: context)
    let environment = context.environment
    let given = ListeningSocket { environment[$0] }
    // Before anything is made: what must not be reached is not begun.
    try settings.check(given.map(\.address) ?? settings.listen)
    let socket = try given ?? ListeningSocket(at: settings.listen)
    settings.signIn.note(socket.address)
    switch settings.database {
    case .folder(let path):
      try serve(ServeDatabase.folder(path), settings, socket, in: &context)
    case .postgreSQL(let url):
      try serve(PostgreSQLStorage(address: url), settings, socket, in: &context)
    }
  }

  private static func serve(
    _ storage: some ServerStorage, _ settings: ServeSettings, _ socket: ListeningSocket,
    in context: inout CommandContext
  ) throws {
    try storage.migrate()
    let parts = try ServeDatabase.parts(storage, settings, in: context)
    try ServeRun(parts: parts.parts, socket: socket, isDraining: parts.isDraining)
      .run(in: &context)
  }
}
