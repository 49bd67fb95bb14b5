import FlashCommand
import FlashModel
import FlashPackages
import FlashStore
import FlashText
import FlashThreads

/// The import of one file of cards: reads it piece by piece and hands its rows to the collection.
struct CardFileImport {
  let file: SourceFile
  let options: ImportOptions
  let context: CommandContext
  let skipped: SkippedRows
  let progress: ImportProgress
  /// The title of the deck for rows that name none; nil if there is nothing to call it by.
  let defaultDeck: String?
  /// By their places among the titles that the file names.
  private var decks: [Int: ImportDeck] = [:]
  private(set) var preview = ImportPreview()
  /// Of rows that make cards all the same, the first of them.
  private(set) var warnings: [RowWarning] = []
  private(set) var warningCount = 0
  private var rows = 0
  /// Rows that became something.
  private var used = 0

  /// How many rows go by between two looks at whether to stop.
  private static let stride = 256
  /// How many warnings are told one by one.
  private static let toldWarnings = 10

  init(
    _ file: SourceFile, _ options: ImportOptions, defaultDeck: String?, in context: CommandContext,
    skipped: SkippedRows, progress: ImportProgress
  ) {
    self.file = file
    self.options = options
    self.context = context
    self.skipped = skipped
    self.progress = progress
    self.defaultDeck = defaultDeck
  }

  /// The decks that rows went to.
  var deckCount: Int { decks.count }

  /// What is to be warned of once the file has been read, in words.
  func told(crowdedDecks: [String]) -> [String] {
    var told = warnings.map { "line \($0.line): \($0.reason.words)" }
    if warningCount > told.count { told.append("\(warningCount - told.count) more such warnings") }
    return told + crowdedDecks.map { "deck '\($0)' has more than 500 sub-topics and tags" }
  }

  /// Reads the whole file into `cards`.
  /// - Throws: `ImportError`; `StoreError` from the database; `Interrupted`.
  mutating func run(_ reader: any DraftReader, into cards: CardImport) throws {
    let file = file
    var reader = reader
    var buffer: [UInt8] = []
    var isAtEnd = false
    do {
      try run(into: cards) {
        guard !isAtEnd else { return nil }
        isAtEnd = try !file.read(into: &buffer)
        guard !isAtEnd else { return (try reader.finish(), 0) }
        return (try reader.push(buffer.span), buffer.count)
      }
    } catch let error as TextFormatError {
      throw ImportError.refused(file: file.name, error)
    }
    guard used > 0 else { throw ImportError.refused(file: file.name, .empty) }
  }

  /// Takes in all cards of a container.
  /// - Throws: `PackageError`; otherwise as ``run(_:into:)-(DraftReader,_)``.
  mutating func run(_ reader: any PackageReader, into cards: CardImport) throws {
    try run(into: cards) {
      try reader.next().map { ($0, $0.drafts.count + $0.problems.count) }
    }
    guard used > 0 else { throw PackageError.empty }
  }

  /// Takes in batches, each with how far it takes the progress, while the next ones are being read.
  private mutating func run(
    into cards: CardImport, _ read: @escaping () throws -> (DraftBatch, Int)?
  ) throws {
    let work = self
    cards.whenRefused = { line, error in try work.refuse(line, error) }
    let preparation = try RowPreparation(defaultDeck: defaultDeck, givenTags: options.tags)
    let batches = ReadAhead {
      try read().map { preparation.prepare($0.0, progressed: $0.1) }
    }
    defer { batches.stop() }
    while let batch = try batches.next() {
      progress.advance(by: batch.progressed)
      try take(batch, into: cards)
    }
  }

  private mutating func take(_ batch: RowPreparation.Batch, into cards: CardImport) throws {
    try context.check()
    let drafts = batch.drafts
    for problem in drafts.problems { try skip(problem.line, problem.reason.words) }
    warningCount += drafts.warnings.count
    warnings.append(
      contentsOf: drafts.warnings.prefix(CardFileImport.toldWarnings - warnings.count))
    for row in batch.rows {
      rows += 1
      if rows.isMultiple(of: CardFileImport.stride) {
        try context.check()
        progress.show(rows: rows)
      }
      try take(row, of: batch, into: cards)
    }
  }

  private mutating func take(
    _ row: PreparedRow, of batch: RowPreparation.Batch, into cards: CardImport
  ) throws {
    let (draft, bytes) = (row.draft, batch.drafts.bytes)
    do {
      let deck = try deck(of: row, in: batch, cards)
      // Said before the card is made: a row is taken as a whole or not at all.
      guard let labels = row.labels else {
        throw StoreError.invalid(field: "tag", reason: "longer than 255 characters")
      }
      try cards.add(
        ImportRow(
          front: bytes[draft.front], back: bytes[draft.back], deck: deck, subTopics: labels,
          sourceID: bytes[draft.sourceID], position: draft.position, note: bytes[draft.note],
          noteOrd: draft.noteOrd, line: draft.line, facts: row.facts))
      used += 1
      if options.isDryRun {
        preview.add(draft, of: batch.drafts, deck: batch.decks[row.deck ?? 0], labels: labels)
      }
    } catch let error as StoreError {
      try refuse(draft.line, error)
    }
  }

  /// Passes over a row that makes no card, or ends the import.
  private func refuse(_ line: Int, _ error: StoreError) throws {
    switch error {
    case .invalid(let field, let reason): try skip(line, "\(field): \(reason)")
    case .exists: throw ImportError.duplicate(file: file.name, line: line, error)
    default: throw error
    }
  }

  /// The deck that a row goes to, found or made once.
  /// - Throws: ``UsageError`` if nothing names a deck; `StoreError.invalid` for a bad name.
  private mutating func deck(
    of row: PreparedRow, in batch: RowPreparation.Batch, _ cards: CardImport
  ) throws -> ImportDeck {
    guard let place = row.deck else {
      throw UsageError.other(
        "standard input has no name to call a deck by", hint: "give '--deck'")
    }
    if let deck = decks[place] { return deck }
    let deck = try cards.deck(path: batch.decks[place])
    decks[place] = deck
    return deck
  }

  private func skip(_ line: Int, _ reason: String) throws {
    guard !options.isStrict else {
      throw ImportError.badRow(file: file.name, line: line, reason: reason)
    }
    try skipped.add(line: line, reason: reason)
  }
}
