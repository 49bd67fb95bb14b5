import FlashCollection
import FlashCommand
import FlashModel
import FlashStore

/// `flash deck restore`.
struct DeckRestore: Command {
  struct Options: CommandOptions {
    var deck = ""
    var isDryRun = false
  }

  static let description = CommandDescription<Options>(
    name: "restore", abstract: "bring a removed deck back",
    operands: [
      .required(
        "DECK", help: "its name", into: \.deck,
        completion: .supplied(CollectionCompletion.removedDecks))
    ],
    options: [.dryRun(into: \.isDryRun)],
    fields: CollectionChange.deckFields.specifications, exitCodes: [.notFound, .cannotCreate],
    manual: Manual("Brings a removed deck back, with the cards that it had."))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let store = try context.openStore(isDryRun: options.isDryRun)
    let deck = try store.deck(named: options.deck, deleted: true)
    try store.restoreDeck(deck, at: context.now)
    let count = try store.cardCount(of: deck.id)
    try context.report(
      [
        CollectionChange(
          id: deck.id.description, name: deck.title, action: "restore", cardsAffected: count)
      ], CollectionChange.deckFields,
      "restored deck '\(deck.title)' with \(counted(count, "card"))")
  }
}
