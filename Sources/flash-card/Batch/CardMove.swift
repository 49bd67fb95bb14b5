import FlashCollection
import FlashCommand
import FlashModel
import FlashStore

/// `flash card move`.
struct CardMove: Command {
  struct Options: BatchOptions {
    var deck = ""
    var cards: [String] = []
    var query: String?
    var isDryRun = false
    var isStrict = false
  }

  static let description = CommandDescription<Options>(
    name: "move", abstract: "put cards into another deck",
    operands: [
      .required("DECK", help: "the deck they go to", into: \.deck, completion: .decks),
      .cards(into: \.cards),
    ],
    options: CommandOption.batch,
    fields: CollectionChange.cardFields.specifications, exitCodes: CardBatch.exitCodes,
    traits: [.usesStore, .listsNames],
    manual: Manual("Puts cards behind the last one of a deck. Schedules and tags go with them."))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    try CardBatch(action: "move", done: "moved").run(options, in: context) { store, ids, now in
      try store.moveCards(ids, to: store.deck(named: options.deck), at: now)
    }
  }
}
