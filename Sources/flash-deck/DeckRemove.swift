import FlashCollection
import FlashCommand
import FlashModel
import FlashStore

/// `flash deck rm`.
struct DeckRemove: Command {
  struct Options: CommandOptions {
    var decks: [String] = []
    var isDryRun = false
  }

  static let description = CommandDescription<Options>(
    name: "rm", abstract: "remove decks",
    operands: [
      .repeated(
        "DECK", help: "the decks", isRequired: true, into: \.decks, completion: .decks)
    ],
    options: [.dryRun(into: \.isDryRun)],
    fields: CollectionChange.deckFields.specifications, exitCodes: [.notFound],
    manual: Manual(
      """
      Removes decks; their cards go out of sight with them. Decks below them stay. `flash undo`
      takes the last removal back, `flash deck restore` any.
      """))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let store = try context.openStore(isDryRun: options.isDryRun)
    // All are looked up first, so that a mistyped name removes none.
    let decks = try options.decks.map { try store.deck(named: $0) }
    var changes: [CollectionChange] = []
    for deck in decks where !changes.contains(where: { $0.id == deck.id.description }) {
      let count = try store.cardCount(of: deck.id)
      try store.removeDeck(deck, at: context.now)
      changes.append(
        CollectionChange(
          id: deck.id.description, name: deck.title, action: "rm", cardsAffected: count))
    }
    let names = changes.map { "'\($0.name ?? "")'" }.joined(separator: ", ")
    let cards = changes.reduce(0) { $0 + $1.cardsAffected }
    try context.report(
      changes, CollectionChange.deckFields,
      "removed deck\(changes.count == 1 ? "" : "s") \(names) with \(counted(cards, "card"))")
  }
}
