import FlashCollection
import FlashCommand
import FlashModel
import FlashStore
import FlashText

/// `flash store salvage`.
struct StoreSalvageCommand: Command {
  struct Options: CommandOptions {
    var file = ""
    var output = ""
    var isForced = false
  }

  static let fields = Fields<SalvageReport>([
    .integer("decks") { $0.records[.decks] ?? 0 },
    .integer("cards") { $0.records[.cards] ?? 0 },
    .integer("reviews") { $0.records[.reviews] ?? 0 },
    .integer("media") { $0.assets.count },
    .integer("media_missing") { $0.missingMedia },
    .integer("stray_records") { $0.strayRecords },
    .integer("refused_rows") { $0.refusedRows },
    .integer("stand_in_decks") { $0.standInDecks },
    .boolean("whole") { $0.isWhole },
  ])

  static let description = CommandDescription<Options>(
    name: "salvage", abstract: "write out all that can be read of a damaged collection",
    operands: [
      .required("FILE", help: "the damaged collection", into: \.file, completion: .files)
    ],
    options: [
      .value(
        "output", short: "o", named: "FILE", help: "the file to write; '-' is standard output",
        into: \.output, completion: .files),
      .flag("force", short: "f", help: "replace a file of that name", into: \.isForced),
    ],
    fields: fields.specifications, exitCodes: [.partly, .notFound, .cannotCreate, .readOrWrite],
    traits: [],
    manual: Manual(
      """
      Reads every row that is still readable in FILE and writes them as a lossless export, which
      `flash import` takes. FILE itself is not changed. Rows are read as the database reaches them,
      then from each page of the file by itself; so neither a damaged beginning nor a damaged index
      keeps the rest from being found. Cards whose deck is lost go to a deck `salvaged N`.

      The pictures and sounds that cards show are listed by name, hash and, where they are there, path.
      They lie in the folder beside FILE, `FILE-media`: `flash import --media` takes them from there.

      It needs room for two copies of the collection beside the output, or in `TMPDIR`.
      """,
      examples: [
        Manual.Example("A new collection from what is left:", anew)
      ], exitCodes: [.partly: "Some rows could not be read; what could is in the output"]))

  private static let anew = """
    flash store salvage collection.db -o rescued.jsonl
    flash --store=new.db import --media=collection.db-media rescued.jsonl
    """

  static func run(_ options: Options, in context: inout CommandContext) throws {
    guard !options.output.isEmpty else {
      throw UsageError.other("where to write is not said", hint: "name a file with '-o'")
    }
    guard StoreBackup.exists(options.file) else {
      throw StoreError.missing(options.file)
    }
    let isStandard = options.output == "-"
    let file =
      isStandard
      ? nil : try StagedFile(path: options.output, mayReplace: options.isForced)
    let report = try salvage(options, to: file, &context)
    try file?.commit()
    try tell(report, options, &context)
    if !report.isWhole { throw Exit(.partly) }
  }

  private static let blockSize = 256 << 10

  private static func salvage(
    _ options: Options, to file: StagedFile?, _ context: inout CommandContext
  ) throws -> SalvageReport {
    let folder = context.environment["TMPDIR"] ?? "/tmp"
    let id: CardID = context.newIdentifier()
    let scratch = file == nil ? "\(folder)/flash-salvage-\(id)" : options.output
    let salvage = StoreSalvage(
      of: options.file, scratch: scratch, at: context.now, random: context.random)
    var writer = ExportWriter(ExportHeader(exportedAt: context.now))
    let progress = context.progress()
    let world = context
    func drain() throws {
      if let file { try file.write(writer.bytes) } else { world.output.write(writer.bytes) }
      writer.removeAll()
    }
    let report = try salvage.run(
      {
        progress.update("\(writer.count.grouped) rows")
        try world.check()
      },
      { record in
        writer.row(ExportRow(record))
        if writer.bytes.count >= blockSize {
          try world.check()
          try drain()
        }
      })
    for found in report.assets { writer.row(ExportRow(found.asset, path: found.path)) }
    writer.end()
    try drain()
    progress.finish()
    return report
  }

  private static func tell(
    _ report: SalvageReport, _ options: Options, _ context: inout CommandContext
  ) throws {
    guard options.output != "-" else {
      if !report.isWhole { context.warn("some rows could not be read") }
      return
    }
    if let lines = try context.jsonLines(fields) {
      try lines.write(report)
      return try lines.finish()
    }
    let found = Int.inWords(
      cards: report.records[.cards] ?? 0, reviews: report.records[.reviews] ?? 0)
    try context.say("salvaged \(found) to '\(options.output)'")
    if !report.assets.isEmpty {
      let files = report.assets.count == 1 ? "1 file" : "\(report.assets.count.grouped) files"
      try context.say(
        "\(files) of media listed; 'flash import --media=\(options.file)-media' takes them along")
    }
    if report.missingMedia > 0 {
      let files =
        report.missingMedia == 1 ? "1 file" : "\(report.missingMedia.grouped) files"
      context.warn(
        "\(files) of the media listed \(report.missingMedia == 1 ? "is" : "are") not there")
    }
    if !report.isWhole {
      context.warn("'\(options.file)' is damaged; some rows could not be read")
    }
  }
}

extension SalvageReport {
  /// Files that are listed and not there.
  fileprivate var missingMedia: Int { assets.count { $0.path == nil } }
}
