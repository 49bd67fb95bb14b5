import FlashCollection
import FlashCommand
import FlashModel
import FlashStore

/// The options of a command that changes cards named by id.
protocol BatchOptions: CommandOptions {
  var cards: [String] { get set }
  var isDryRun: Bool { get set }
  var isStrict: Bool { get set }
}

/// The options of a command that needs nothing but the cards.
struct PlainBatchOptions: BatchOptions {
  var cards: [String] = []
  var isDryRun = false
  var isStrict = false
}

extension CommandOperand where Options: BatchOptions {
  /// The cards; `-` reads ids.
  static func cards(into path: any WritableKeyPath<Options, [String]> & Sendable) -> Self {
    .repeated(
      "ID", help: "the cards; '-' reads ids from standard input", isRequired: true, into: path,
      completion: .cards)
  }
}

/// A change of cards named by id: finds them, makes the change, tells of it.
struct CardBatch {
  /// The verb: `suspend`.
  let action: String
  /// What has been done: `suspended`.
  let done: String
  /// Which cards are meant, as ``CardFilter/deleted`` has it.
  var deleted: Bool? = false

  static let exitCodes: [ExitCode] = [.partly, .notFound]

  /// - Parameter change: changes the cards and tells how many really changed.
  func run(
    _ options: some BatchOptions, in context: CommandContext,
    _ change: (Store, [CardID], Timestamp) throws -> Int
  ) throws {
    let store = try context.openStore(isDryRun: options.isDryRun)
    let cards = try context.resolvedCards(
      options.cards, in: store, deleted: deleted, isStrict: options.isStrict)
    guard !cards.ids.isEmpty else { return try cards.finish() }
    let count = try change(store, cards.ids, context.now)
    try context.report(
      [
        CollectionChange(
          id: cards.ids.count == 1 ? cards.ids[0].description : nil, action: action,
          cardsAffected: count, canUndo: count > 0)
      ], CollectionChange.cardFields, text(count, of: cards.ids.count))
    try cards.finish()
  }

  private func text(_ count: Int, of all: Int) -> String {
    if count == 0 { return "nothing changed" }
    return count == all
      ? "\(done) \(counted(count, "card"))" : "\(done) \(count) of \(counted(all, "card"))"
  }
}
