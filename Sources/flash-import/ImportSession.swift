import FlashCollection
import FlashCommand
import FlashModel
import FlashPackages
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
  /// Of files that were imported, for the hook.
  private var reports: [FileReport] = []
  /// Bytes of a file that is imported within a few seconds.
  private static let briefSize = 32 << 20
  /// The cards that the newest file no longer has.
  private var missing: [CardID] = []

  /// - Throws: `UsageError` for unknown fields of `--json`.
  init(_ options: ImportOptions, in context: CommandContext) throws {
    self.options = options
    self.context = context
    lines = try context.jsonLines(ImportLine.fields)
  }

  /// Imports one file, as one transaction. A file that is refused is told of, and the next one comes.
  /// - Parameter mayPass: whether a file without cards is only passed over.
  mutating func take(_ path: String, mayPass: Bool) throws {
    missing = []
    do {
      try importFile(path)
    } catch ImportError.refused(let file, .empty) where mayPass {
      context.note("\(file): no cards")
    } catch let error as ImportError {
      fail(error)
    }
  }

  /// - Throws: `ImportError` if the file is refused; anything else ends the run.
  private mutating func importFile(_ path: String) throws {
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
      encoding: recognition.encoding?.encoding.rawValue)
    report.warnings = recognition.warnings
    var preview = ImportPreview()
    if let reader = try cardReader(of: file, recognition) {
      preview = try importCards(
        of: file, recognition, into: store, &report, progress, telling: recognition.facts
      ) { (work, cards) in try work.run(reader, into: cards) }
    } else if let encoding = recognition.encoding {
      try importRecords(of: file, encoding, into: store, &report, progress)
    } else {
      preview = try importPackage(of: file, recognition, into: store, &report, progress)
    }
    progress.erase()
    hasSucceeded = true
    hasSkipped = hasSkipped || report.skipped > 0
    reports.append(report)
    try tell(report, recognition, preview)
    try prune(file.name)
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

  private func cardReader(
    of file: SourceFile, _ recognition: Recognition
  ) throws(ImportError) -> (any DraftReader)? {
    do throws(TextFormatError) {
      return try recognition.cardReader()
    } catch {
      throw .refused(file: file.name, error)
    }
  }

  private func tell(_ warnings: [String], of file: SourceFile, _ report: inout FileReport) {
    report.warnings += warnings
    for warning in warnings { context.warn("\(file.name): \(warning)") }
  }

  private mutating func importCards(
    of file: SourceFile, _ recognition: Recognition, into store: Store,
    _ report: inout FileReport, _ progress: ImportProgress, telling: SourceFacts,
    decks: [SourceDeck] = [], _ body: (inout CardFileImport, CardImport) throws -> Void
  ) throws -> ImportPreview {
    let skipped = SkippedRows(of: file.name, in: context, lines: lines, progress: progress)
    var work = CardFileImport(
      file, options, defaultDeck: try defaultDeck(of: file, in: store), in: context,
      skipped: skipped, progress: progress)
    var request = ImportRequest(label(of: file))
    request.policy = options.policy(recognition.ifMatches)
    request.restoresRemoved = options.restoresDeleted
    request.rules = try recognition.format.hasSchedules ? context.studyRules(store) : nil
    request.reschedules = options.reschedules
    request.telling = telling
    request.givenTags = options.tags
    request.decks = decks
    request.tellsMissing =
      recognition.format.isTextDeck || recognition.isContainer || options.prunes
    request.isBrief = file.size <= ImportSession.briefSize
    let counts = try store.importCards(request, at: context.now, check: context.check) { cards in
      try body(&work, cards)
    }
    skipped.finish()
    report.take(counts)
    report.skipped = skipped.count
    report.decks = work.deckCount
    if counts.removedHere > 0 {
      context.warn("cards that were removed here stay so; '--restore-deleted' brings them back")
    }
    tell(work.told(crowdedDecks: counts.crowdedDecks), of: file, &report)
    missing = counts.missing
    return work.preview
  }

  /// Takes media into the collection's folder, then the cards in one transaction. After a failure both
  /// are as before.
  private mutating func importPackage(
    of file: SourceFile, _ recognition: Recognition, into store: Store,
    _ report: inout FileReport, _ progress: ImportProgress
  ) throws -> ImportPreview {
    let package = PackageFileImport(file, in: context, progress: progress)
    do {
      let reader = try package.reader(recognition.format)
      let media = try package.takeMedia(of: reader, into: store, writes: !options.isDryRun)
      do {
        let preview = try importCards(
          of: file, recognition, into: store, &report, progress, telling: reader.telling,
          decks: reader.decks
        ) { (work, cards) in
          progress.restart(size: reader.cardCount)
          try work.run(reader, into: cards)
          try cards.add(media)
        }
        progress.erase()
        for warning in reader.warnings { context.warn("\(file.name): \(warning)") }
        report.warnings += reader.warnings
        return preview
      } catch {
        media.discard()
        throw error
      }
    } catch let error as PackageError {
      // A signal is told as what it is.
      if error == .interrupted { try context.check() }
      throw ImportError.refusedPackage(file: file.name, error)
    }
  }

  /// Removes the cards that the newest file no longer has, if that was asked for and is confirmed.
  private mutating func prune(_ file: String) throws {
    guard options.prunes, !missing.isEmpty, !options.isDryRun, let store else { return }
    let cards = counted(missing.count, "card")
    do {
      try context.confirm(
        "remove \(cards) that '\(file)' no longer has?", answersYes: options.answersYes)
    } catch is Cancelled {
      return context.warn("\(file): \(cards) not removed")
    }
    let count = try store.removeCards(missing, label: "import --prune '\(file)'", at: context.now)
    if lines == nil {
      try context.say("\(file): removed \(counted(count, "card")) (undo: flash undo)")
    }
  }

  private func importRecords(
    of file: SourceFile, _ encoding: DetectedEncoding, into store: Store,
    _ report: inout FileReport, _ progress: ImportProgress
  ) throws {
    var work = ExportFileImport(
      file, mediaFolder: options.media, in: context, progress: progress)
    do {
      let counts = try store.restoreRecords(
        label(of: file), by: context.studyRules(store), writesMedia: !options.isDryRun,
        at: context.now
      ) { records in try work.run(encoding, into: records) }
      report.take(counts)
      report.media = work.media
      tell(work.warnings, of: file, &report)
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
    if hasSucceeded, !options.isDryRun {
      try context.tell(.postImport) {
        var payload = HookPayload(.postImport, at: context.now)
        payload.add("files", all: reports.map(ImportLine.file), ImportLine.fields)
        return payload
      }
    }
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

extension ImportOptions {
  /// What to do with cards that are here: what was said, else what the file says.
  fileprivate func policy(_ ifMatches: AnkiTextDetection.IfMatches?) -> DuplicatePolicy {
    if let onDuplicate { return onDuplicate.policy }
    return switch ifMatches {
    case .keepCurrent: .skip
    case .keepBoth: .keep
    case .update, nil: .update
    }
  }
}

extension Format {
  /// Whether its files may have schedules.
  fileprivate var hasSchedules: Bool {
    switch self {
    case .obsidian, .org, .ankiJSON, .superMemo, .mnemosyneXML, .pauker, .kvtml, .jMemorize,
      .ankiPackage, .ankiCollection, .mochi, .mnemosyneDatabase, .mnemosyneCards:
      true
    default: false
    }
  }
}
