import FlashCollection
import FlashCommand
import FlashModel
import FlashStore

/// `flash store restore`.
struct StoreRestoreCommand: Command {
  struct Options: CommandOptions {
    var file = ""
    var answersYes = false
    var isDryRun = false
  }

  /// What was put where.
  struct Row {
    let store: String
    let report: RestoreReport
  }

  static let fields = Fields<Row>([
    .string("path") { $0.store },
    .string("kept") { $0.report.kept },
    .integer("cards") { $0.report.cards },
    .integer("reviews") { $0.report.reviews },
    .strings("missing") { $0.report.missing },
  ])

  static let description = CommandDescription<Options>(
    name: "restore", abstract: "put a backup in the place of the collection",
    operands: [.required("FILE", help: "the backup", into: \.file, completion: .files)],
    options: [
      .flag("yes", short: "y", help: "do not ask", into: \.answersYes),
      .dryRun(into: \.isDryRun),
    ],
    fields: fields.specifications, exitCodes: [.cancelled, .notFound, .badInput, .readOrWrite],
    manual: Manual(
      """
      Checks FILE, then puts it in the place of the collection. What was there is kept beside it, as
      `collection-before-restore-` and the time; so the way back is another restore. Commands that
      have the collection open, such as a study session, go on with the restored one.

      Pictures and sounds come from the folder beside FILE, and join those that are here.

      A collection that was restored is another replica from then on, and gets a new device id.
      """,
      examples: [
        Manual.Example("The newest backup:", newest)
      ]))

  private static let newest =
    "flash store restore \"$(ls ~/.local/share/flash/backups/*.db | tail -n 1)\""

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let path = try context.storePath
    let found = try backupCounts(options.file, context)
    if options.isDryRun {
      return try tell(Row(store: path, report: found), &context)
    }
    if StoreBackup.exists(path) {
      try context.confirm(
        "Replace the collection '\(path)' by '\(options.file)'? What is there is kept.",
        answersYes: options.answersYes)
    } else {
      try context.makeStoreFolder()
    }
    let progress = context.progress()
    let world = context
    var restore = StoreRestore(of: path, at: context.now, random: context.random)
    let report = try restore.run(from: options.file) {
      progress.update("restoring")
      try world.check()
    }
    progress.finish()
    try context.rememberReplica(
      Store(path: path, for: .writing, at: context.now, random: context.random))
    try tell(Row(store: path, report: report), &context)
  }

  /// Looks into a backup, so that one that can't be restored is refused before anything is asked.
  private static func backupCounts(
    _ file: String, _ context: CommandContext
  ) throws -> RestoreReport {
    guard StoreBackup.exists(file) else {
      throw StoreError.missing(file)
    }
    let counts = try Store(path: file, for: .reading, at: context.now, random: context.random)
      .info()
    return RestoreReport(
      kept: nil, wasDamaged: false, cards: counts[.cards].live, reviews: counts[.reviews].live)
  }

  private static func tell(_ row: Row, _ context: inout CommandContext) throws {
    if let lines = try context.jsonLines(fields) {
      try lines.write(row)
      return try lines.finish()
    }
    for name in row.report.missing.prefix(5) {
      context.warn("file '\(name)' is missing; see 'flash store check'")
    }
    let kept = row.report.kept.map { "; what was there is '\($0)'" } ?? ""
    try context.say(
      "restored " + Int.inWords(cards: row.report.cards, reviews: row.report.reviews) + kept)
  }
}
