import FlashCommand
import FlashServer

/// `flash serve jobs`.
struct ServeJobs: CommandGroup {
  static let description = CommandDescription(
    group: "jobs", abstract: "do what is to be done from time to time",
    subcommands: [Subcommand(ServeJobsRun.self)], traits: [],
    manual: Manual(
      """
      A server does its jobs by itself, unless `serve.jobs` is false. Then cron or a timer runs
      them, one or several, as often as they are wanted. A job that runs twice at once, here and
      there, runs once.
      """))
}

/// `flash serve jobs run`.
struct ServeJobsRun: Command {
  struct Options: CommandOptions {
    var names: [String] = []
    var database: String?
  }

  static let description = CommandDescription<Options>(
    name: "run", abstract: "run jobs now",
    operands: [.repeated("NAME", help: "the jobs; without a name all of them", into: \.names)],
    options: [ServeDatabase.option(into: \.database)],
    exitCodes: [.partly, .notFound, .cannotCreate, .tryLater], traits: [])

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let settings = try ServeSettings(listen: nil, database: options.database, in: context)
    switch settings.database {
    case .folder(let path): try run(options, ServeDatabase.folder(path), settings, in: context)
    case .postgreSQL(let url):
      try run(options, PostgreSQLStorage(address: url), settings, in: context)
    }
  }

  private static func run(
    _ options: Options, _ storage: some ServerStorage, _ settings: ServeSettings,
    in context: CommandContext
  ) throws {
    try storage.migrate()
    let parts = try ServeDatabase.parts(storage, settings, in: context).parts
    let known = parts.jobs.map(\.name)
    if let unknown = options.names.first(where: { !known.contains($0) }) {
      throw ServeError.noSuchJob(unknown, known: known)
    }
    var hasFailed = false
    for job in parts.jobs where options.names.isEmpty || options.names.contains(job.name) {
      if !parts.report(job, onlyIfDue: false) { hasFailed = true }
    }
    if hasFailed { throw Exit(.partly) }
  }
}
