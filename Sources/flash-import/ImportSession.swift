import FlashCollection
import FlashCommand
import FlashModel
import FlashStore
import FlashTerminal
import FlashText

/// One run of the command over all of its files: the collection they go to, and how it ends.
struct ImportSession {
  private let options: ImportOptions
  private let context: CommandContext
  private let lines: JSONLines<ImportLine>?
  /// Opened once the first file has turned out to be one.
  private var store: Store?
  private var hasSucceeded = false
  private var hasSkipped = false
  private var failures: [FailureKind] = []

  /// - Throws: `UsageError` for unknown fields of `--json`.
  init(_ options: ImportOptions, in context: CommandContext) throws {
    self.options = options
    self.context = context
    lines = try context.jsonLines(ImportLine.fields)
  }

  /// Imports one file, as one transaction.
  /// - Throws: `ImportError` if the file is refused; anything else ends the run.
  mutating func importFile(_ path: String) throws {
    try context.check()
    let file = try open(path)
    let recognition = try Recognition(of: file, options, check: context.check)
    for warning in recognition.warnings { context.warn("\(file.name): \(warning)") }
    let store = try self.store ?? context.openStore(isDryRun: options.isDryRun)
    self.store = store
    let progress = ImportProgress(file.name, size: file.size, in: context)
    defer { progress.erase() }
    var report = FileReport(
      file: file.name, format: recognition.format.name,
      encoding: recognition.encoding.encoding.rawValue)
    report.warnings = recognition.warnings
    var preview = ImportPreview()
    if let reader = recognition.cardReader() {
      preview = try importCards(reader, of: file, into: store, &report, progress)
    } else {
      try importRecords(of: file, recognition.encoding, into: store, &report, progress)
    }
    progress.erase()
    hasSucceeded = true
    hasSkipped = hasSkipped || report.skipped > 0
    try tell(report, recognition, preview)
  }

  private func open(_ path: String) throws -> SourceFile {
    let folder = context.environment.nonEmpty("TMPDIR") ?? "/tmp"
    guard path == "-" else {
      return try SourceFile(path: path, temporaryFolder: folder, check: context.check)
    }
    return try SourceFile(
      spooling: context.input, in: folder, name: "standard input", isNamed: false,
      check: context.check)
  }

  private func importCards(
    _ reader: any DraftReader, of file: SourceFile, into store: Store,
    _ report: inout FileReport, _ progress: ImportProgress
  ) throws -> ImportPreview {
    let skipped = SkippedRows(of: file.name, in: context, lines: lines, progress: progress)
    var work = CardFileImport(
      file, options, defaultDeck: try defaultDeck(of: file, in: store), in: context,
      skipped: skipped, progress: progress)
    let counts = try store.importCards(
      label(of: file), onDuplicate: options.onDuplicate.policy,
      restoringRemoved: options.restoresDeleted,
      at: context.now, check: context.check
    ) { cards in try work.run(reader, into: cards) }
    skipped.finish()
    report.take(counts)
    report.skipped = skipped.count
    report.decks = work.deckCount
    if counts.removedHere > 0 {
      context.warn("cards that were removed here stay so; '--restore-deleted' brings them back")
    }
    for deck in counts.crowdedDecks {
      let warning = "deck '\(deck)' has more than 500 sub-topics and tags"
      report.warnings.append(warning)
      context.warn("\(file.name): \(warning)")
    }
    return work.preview
  }

  private func importRecords(
    of file: SourceFile, _ encoding: DetectedEncoding, into store: Store,
    _ report: inout FileReport, _ progress: ImportProgress
  ) throws {
    var work = ExportFileImport(file, in: context, progress: progress)
    do {
      let counts = try store.restoreRecords(
        label(of: file), by: context.studyRules(store), at: context.now
      ) { records in try work.run(encoding, into: records) }
      report.take(counts)
    } catch let error as StoreError where error.kind == .badInput {
      throw ImportError.refusedRecords(file: file.name, error)
    }
  }

  /// What undo calls it.
  private func label(of file: SourceFile) -> String { "import '\(file.baseName)'" }

  /// The deck for rows that name none: `--deck`, where a deck that is here may be meant without
  /// regard to case, else the name of the file.
  private func defaultDeck(of file: SourceFile, in store: Store) throws -> String? {
    guard let name = options.deck else {
      return file.isNamed ? DeckPath(file.stem)?.title : nil
    }
    guard let title = DeckPath(name)?.title else {
      throw UsageError.badValue(subject: "--deck", value: name, expected: "the name of a deck")
    }
    do throws(StoreError) {
      return try store.deck(named: title).title
    } catch .notFound {
      return title
    }
  }

  private func tell(
    _ report: FileReport, _ recognition: Recognition, _ preview: ImportPreview
  ) throws {
    if let lines { return try lines.write(.file(report)) }
    guard options.isDryRun else {
      for reason in recognition.reasons { context.note("\(report.file): \(reason)") }
      return try context.say(report.summary)
    }
    try context.say("\(report.file): \(recognition.reasons[0])")
    for reason in recognition.reasons.dropFirst() { try context.say("  \(reason)") }
    if !context.common.isQuiet {
      try context.show(preview.lines(columns: context.terminal.size.columns))
    }
    try context.say(report.summary)
  }

  /// Tells of a file that was refused; the others go on.
  mutating func fail(_ error: ImportError) {
    let report = ErrorReport(error)
    context.errors.write(
      context.common.isForPrograms ? report.json : report.text(program: context.program))
    failures.append(error.kind)
  }

  /// Ends the run as its files went.
  /// - Throws: `Exit`.
  func finish() throws {
    try lines?.finish()
    if options.isDryRun, hasSucceeded, lines == nil {
      try context.say("dry run: nothing was changed")
    }
    if let first = failures.first {
      if hasSucceeded { throw Exit(.partly) }
      // All of them failed: for one reason, or else as bad input.
      throw Exit(ExitCode(failures.allSatisfy { $0 == first } ? first : .badInput))
    }
    if hasSkipped { throw Exit(.partly) }
  }
}
