import FlashCommand
import FlashServer

/// `flash serve default-plan`.
struct ServeDefaultPlan: Command {
  struct Options: CommandOptions {
    var plan = ""
    var database: String?
  }

  static let description = CommandDescription<Options>(
    name: "default-plan", abstract: "set the plan of accounts that have no other",
    operands: [.required("PLAN", help: "its key, such as plus", into: \.plan)],
    options: [ServeDatabase.option(into: \.database)],
    exitCodes: [.notFound, .cannotCreate, .tryLater], traits: [],
    manual: Manual(
      """
      What an account may hold is said by its plan. As shipped, accounts that have neither bought nor been
      granted one have `free`, with limits; a server of one's own gives everybody `plus`, which has none
      for decks and cards. It counts at once, for the accounts there are as well, also while a server runs.
      """,
      examples: [Manual.Example("No limits for anybody:", "flash serve default-plan plus")]))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    switch try ServeSettings.database(options.database, context) {
    case .folder(let path): try set(options.plan, ServeDatabase.folder(path), in: context)
    case .postgreSQL(let url): try set(options.plan, PostgreSQLStorage(address: url), in: context)
    }
    try context.say("accounts that have no other plan have '\(options.plan)'")
  }

  private static func set(
    _ plan: String, _ storage: some ServerStorage, in context: CommandContext
  ) throws {
    try storage.migrate()
    let known = try DefaultPlans.set(
      plan, in: storage, now: context.now, random: ServerRandom.bytes)
    if let known { throw ServeError.noSuchPlan(plan, known: known) }
  }
}
