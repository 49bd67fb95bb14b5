import FlashCommand
import FlashModel
import FlashPackages
import FlashStore
import FlashText

/// The import of one file of cards: reads it piece by piece and hands its rows to the collection.
struct CardFileImport {
  let file: SourceFile
  let options: ImportOptions
  let context: CommandContext
  let skipped: SkippedRows
  let progress: ImportProgress
  /// The title of the deck for rows that name none; nil if there is nothing to call it by.
  let defaultDeck: String?
  private var decks: DeckChoice
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
    decks = DeckChoice(defaultDeck: defaultDeck)
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
    let batches = ReadAhead(read)
    defer { batches.stop() }
    while let (batch, progressed) = try batches.next() {
      progress.advance(by: progressed)
      try take(batch, into: cards)
    }
  }

  private mutating func take(_ batch: DraftBatch, into cards: CardImport) throws {
    try context.check()
    for problem in batch.problems { try skip(problem.line, problem.reason.words) }
    warningCount += batch.warnings.count
    warnings.append(contentsOf: batch.warnings.prefix(CardFileImport.toldWarnings - warnings.count))
    for draft in batch.drafts {
      rows += 1
      if rows.isMultiple(of: CardFileImport.stride) {
        try context.check()
        progress.show(rows: rows)
      }
      try take(draft, of: batch, into: cards)
    }
  }

  private mutating func take(
    _ draft: CardDraft, of batch: DraftBatch, into cards: CardImport
  ) throws {
    do {
      let deck = try decks.deck(of: draft, in: batch, cards)
      let labels = try labels(of: draft, in: batch)
      try cards.add(
        ImportRow(
          front: batch.bytes[draft.front], back: batch.bytes[draft.back], deck: deck,
          subTopics: labels, sourceID: batch.bytes[draft.sourceID], position: draft.position,
          note: batch.bytes[draft.note], noteOrd: draft.noteOrd,
          detail: draft.importDetail(in: batch)))
      used += 1
      if options.isDryRun { preview.add(draft, of: batch, deck: decks.title, labels: labels) }
    } catch let error as StoreError {
      switch error {
      case .invalid(let field, let reason): try skip(draft.line, "\(field): \(reason)")
      case .exists: throw ImportError.duplicate(file: file.name, line: draft.line, error)
      default: throw error
      }
    }
  }

  private func skip(_ line: Int, _ reason: String) throws {
    guard !options.isStrict else {
      throw ImportError.badRow(file: file.name, line: line, reason: reason)
    }
    try skipped.add(line: line, reason: reason)
  }

  /// The names of the row's sub-topics and tags, those of the options last.
  /// - Throws: `StoreError.invalid`.
  private func labels(of draft: CardDraft, in batch: DraftBatch) throws(StoreError) -> [String] {
    if draft.subTopics.isEmpty, draft.tags.isEmpty { return options.tags }
    let names = batch.parts(draft.subTopics) + batch.parts(draft.tags)
    // Said before the card is made: a row is taken as a whole or not at all.
    if names.contains(where: { $0.unicodeScalars.count > 255 }) {
      throw .invalid(field: "tag", reason: "longer than 255 characters")
    }
    return names + options.tags
  }
}

extension CardDraft {
  /// What few rows say, in the collection's terms; nil for a plain card.
  fileprivate func importDetail(in batch: DraftBatch) -> ImportDetail? {
    guard let detail = batch.detail(of: self) else {
      return hasSourceKey ? ImportDetail(hasSourceKey: true) : nil
    }
    var made = ImportDetail(
      hasSourceKey: hasSourceKey, noteKey: Array(batch.bytes[detail.noteKey]), kind: detail.kind,
      isSuspended: detail.isSuspended, schedule: detail.schedule)
    made.flag = detail.flag
    made.buriedAt = detail.buriedAt
    made.madeAt = detail.madeAt
    made.hint = detail.hint.map { Array(batch.bytes[$0]) }
    made.reviews = detail.reviews
    return made
  }
}

/// Finds the deck that a row goes to, at no cost where it is the one of the row before.
private struct DeckChoice {
  private let defaultDeck: String?
  private var current: (path: ArraySlice<UInt8>, deck: ImportDeck, title: String)?
  private var known: [ArraySlice<UInt8>: (deck: ImportDeck, title: String)] = [:]

  init(defaultDeck: String?) { self.defaultDeck = defaultDeck }

  var count: Int { Set(known.values.map(\.title)).count }
  /// Of the newest deck.
  var title: String { current?.title ?? "" }

  /// - Throws: ``UsageError`` if nothing names a deck; `StoreError.invalid` for a bad name.
  mutating func deck(
    of draft: CardDraft, in batch: DraftBatch, _ cards: CardImport
  ) throws -> ImportDeck {
    let path = batch.bytes[draft.deck]
    if let current, current.path == path { return current.deck }
    if let found = known[path] {
      current = (path, found.deck, found.title)
      return found.deck
    }
    guard let title = DeckPath(batch.text(draft.deck))?.title ?? defaultDeck else {
      throw UsageError.other(
        "standard input has no name to call a deck by", hint: "give '--deck'")
    }
    let deck = try cards.deck(path: title)
    // A copy, so that the batch's bytes are not kept for a few of them.
    let key = Array(path)[...]
    known[key] = (deck, title)
    current = (key, deck, title)
    return deck
  }
}
