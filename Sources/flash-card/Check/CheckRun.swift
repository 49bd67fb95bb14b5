import FlashCollection
import FlashCommand
import FlashModel
import FlashStore
import FlashTerminal
import FlashText

/// One run of the check over all that was named, and how it ends.
struct CheckRun {
  let options: CheckOptions
  var context: CommandContext
  private let check: DeckCheck
  private let lines: JSONLines<CheckRow>?
  /// Findings that were told, by severity.
  private var counts: [DeckFinding.Severity: Int] = [:]
  private var failures: [ExitCode] = []
  private var files = 0
  private var cards = 0
  private var writer: IDWriter?

  /// - Throws: `UsageError` for unknown fields of `--json`.
  init(_ options: CheckOptions, in context: CommandContext) throws {
    self.options = options
    self.context = context
    check = DeckCheck(options.text)
    lines = try context.jsonLines(CheckRow.fields)
  }

  /// Checks a file, or all files of Markdown in a folder.
  mutating func take(path: String) throws {
    guard let paths = DeckFolder.files(in: path) else {
      return try take { world in try DeckFile(path: path, in: world) }
    }
    for path in paths {
      // A folder holds notes that are no cards, too.
      try take(mayPass: true) { world in try DeckFile(path: path, in: world) }
    }
  }

  /// Checks standard input as a file.
  mutating func takeInput() throws {
    let name = options.name
    if options.writesIDs {
      throw UsageError.other("ids are written into files, not into standard input", hint: nil)
    }
    try take { world in try DeckFile(input: name, in: world) }
  }

  private mutating func take(
    mayPass: Bool = false, _ open: (CommandContext) throws -> DeckFile
  ) throws {
    try context.check()
    do {
      var file = try open(context)
      if options.writesIDs {
        var writer = try self.writer ?? IDWriter(options, in: context)
        let written = try writer.write(file, context: &context, mayPass: mayPass)
        self.writer = writer
        if let written {
          try tell(written)
          file = written.file
        }
      }
      try look(at: file, mayPass: mayPass)
    } catch let error as CheckError {
      fail(error)
    } catch let error as StagedFileError {
      fail(error)
    }
  }

  private mutating func look(at file: DeckFile, mayPass: Bool) throws {
    let world = context
    let report = try check.report(
      of: file.bytes, named: file.name, isNamed: file.isNamed, check: world.check,
      media: file.media)
    files += 1
    cards += report.cards
    for finding in report.findings where !mayPass || finding.code != .empty {
      try tell(CheckRow(file: file.name, finding: finding))
    }
  }

  /// Tells of a file that was not checked; the others go on.
  private mutating func fail(_ error: any UserFacingError) {
    failures.append(context.report(error))
  }

  /// Checks cards of the collection.
  /// - Parameter operands: ids; `-` reads them from standard input.
  mutating func take(cards operands: [String]) throws {
    let store = try context.openStore(for: .reading)
    if let query = options.query {
      try look(at: try context.filter(query: query, in: store), in: store)
      return
    }
    let found = try context.resolvedCards(operands, in: store, isStrict: false)
    var filter = CardFilter()
    filter.ids = found.ids
    if !found.ids.isEmpty { try look(at: filter, in: store) }
    do { try found.finish() } catch let exit as Exit { failures.append(exit.code) }
  }

  private mutating func look(at filter: CardFilter, in store: Store) throws {
    var notes: Set<NoteID> = []
    var texts = StoredTexts()
    try store.forEachCard(filter) { entry in
      try context.check()
      cards += 1
      let card = entry.card
      let id = card.id.description
      var findings: [DeckFinding] = []
      // Siblings are rendered from one text.
      if card.noteText == nil || card.noteID.map({ notes.insert($0).inserted }) ?? true {
        findings = CardTextCheck.findings(
          front: card.front, back: card.back, note: card.noteText)
      }
      if let finding = texts.finding(of: entry) { findings.append(finding) }
      for finding in findings { try tell(CheckRow(card: id, finding: finding)) }
      return true
    }
  }

  /// Tells of ids: as what was found for programs, in a line or a diff for people.
  private mutating func tell(_ written: WrittenIDs) throws {
    if let lines {
      for row in written.rows { try lines.write(row) }
    } else if options.isDryRun {
      try context.show(written.difference)
    } else if written.count > 0 {
      try context.say("\(written.file.name): \(counted(written.count, "id")) written")
    } else {
      context.note("\(written.file.name): every card has an id")
    }
  }

  private mutating func tell(_ row: CheckRow) throws {
    guard row.finding.severity <= options.level.severity else { return }
    counts[row.finding.severity, default: 0] += 1
    if let lines { return try lines.write(row) }
    try context.show([row.line])
  }

  /// Ends the run as what was found says.
  /// - Throws: `Exit`.
  func finish() throws {
    try lines?.finish()
    tellSum()
    if counts[.error] != nil { throw Exit(.badInput) }
    if let first = failures.first {
      // Some of it was looked at, and that was clean.
      let isPartial = files > 0 || cards > 0
      throw Exit(isPartial ? .partly : failures.allSatisfy { $0 == first } ? first : .badInput)
    }
    if counts[.warning] != nil { throw Exit(.failure) }
  }

  /// The sum, for somebody at a terminal or with `-v`.
  private func tellSum() {
    guard lines == nil, !context.common.isQuiet,
      context.terminal.outputIsTerminal || context.common.verbosity > 0
    else { return }
    let found = [DeckFinding.Severity.error, .warning, .info].compactMap { severity in
      counts[severity].map { counted($0, severity == .info ? "remark" : severity.rawValue) }
    }
    let what =
      files > 0
      ? "\(counted(cards, "card")) in \(counted(files, "file"))" : "\(counted(cards, "card"))"
    context.errors.line(
      "\(what): \(found.isEmpty ? "nothing found" : found.joined(separator: ", "))")
  }
}
