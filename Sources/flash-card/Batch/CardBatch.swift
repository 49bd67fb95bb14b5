import FlashCollection
import FlashCommand
import FlashModel
import FlashStore

/// The options of a command that changes cards, named by id or found by a query.
protocol BatchOptions: CommandOptions {
  var cards: [String] { get set }
  var query: String? { get set }
  var isDryRun: Bool { get set }
  var isStrict: Bool { get set }
}

/// The options of a command that needs nothing but the cards.
struct PlainBatchOptions: BatchOptions {
  var cards: [String] = []
  var query: String?
  var isDryRun = false
  var isStrict = false
}

extension CommandOperand where Options: BatchOptions {
  /// The cards; `-` reads ids.
  static func cards(into path: any WritableKeyPath<Options, [String]> & Sendable) -> Self {
    .repeated(
      "ID", help: "the cards; '-' reads ids from standard input", into: path, completion: .cards)
  }
}

extension CommandOption where Options: BatchOptions {
  /// What every command has that changes many cards.
  static var batch: [Self] {
    [
      .query(into: \.query), .strict(into: \.isStrict), .dryRun(into: \.isDryRun),
    ]
  }
}

/// A change of many cards: finds them, makes the change, tells of it.
struct CardBatch {
  /// The verb: `suspend`.
  let action: String
  /// What has been done: `suspended`.
  let done: String
  /// Which cards are meant, as ``CardFilter/deleted`` has it.
  var deleted: Bool? = false

  static let exitCodes: [ExitCode] = [.partly, .badInput, .notFound]

  /// - Parameter change: changes the cards and tells how many really changed.
  func run(
    _ options: some BatchOptions, in context: CommandContext,
    _ change: (Store, [CardID], Timestamp) throws -> Int
  ) throws {
    let store = try context.openStore(isDryRun: options.isDryRun)
    let cards = try cards(options, in: store, context)
    guard !cards.ids.isEmpty || options.query != nil else { return try cards.finish() }
    let count = try context.stoppable(store) { try change(store, cards.ids, context.now) }
    try context.report(
      [
        CollectionChange(
          id: cards.ids.count == 1 ? cards.ids[0].description : nil, action: action,
          cardsAffected: count, canUndo: count > 0)
      ], CollectionChange.cardFields, text(count, of: cards.ids.count))
    try cards.finish()
  }

  private func cards(
    _ options: some BatchOptions, in store: Store, _ context: CommandContext
  ) throws -> ResolvedCards {
    guard let query = options.query else {
      return try context.resolvedCards(
        options.cards, in: store, deleted: deleted, isStrict: options.isStrict)
    }
    guard options.cards.isEmpty else {
      throw UsageError.other(
        "cards are named by id or found by --query, not both",
        hint: "'id:' and 'or' in the query name further cards")
    }
    // What can be restored is what has been removed.
    return try context.resolvedCards(query: query, in: store, deleted: deleted ?? true)
  }

  private func text(_ count: Int, of all: Int) -> String {
    if all == 0 { return "no card matches" }
    if count == 0 { return "nothing changed" }
    return count == all
      ? "\(done) \(counted(count, "card"))" : "\(done) \(count) of \(counted(all, "card"))"
  }
}
