import FlashCollection
import FlashCommand
import FlashModel
import FlashStore
import FlashText

/// `flash deck duplicate`.
struct DeckDuplicate: Command {
  struct Options: CommandOptions {
    var deck = ""
    var name: String?
    var isDryRun = false
  }

  static let description = CommandDescription<Options>(
    name: "duplicate", abstract: "copy a deck with its cards",
    operands: [
      .required("DECK", help: "the deck", into: \.deck, completion: .decks),
      .optional("NAME", help: "the copy's name; else that of the deck and '(copy)'", into: \.name),
    ],
    options: [.dryRun(into: \.isDryRun)],
    fields: CollectionChange.deckFields.specifications,
    exitCodes: [.badInput, .notFound, .cannotCreate],
    manual: Manual(
      """
      Copies a deck with its cards, sub-topics and tags. The cards of the copy are new: schedules,
      flags and reviews are not copied.
      """))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let store = try context.openStore(isDryRun: options.isDryRun)
    let deck = try store.deck(named: options.deck)
    try store.requireRoom(forCopyOf: deck)
    let copy = try store.duplicateDeck(
      deck, titled: options.name.map(CardText.cleaned), at: context.now)
    let count = try store.cardCount(of: copy.id)
    try context.report(
      [
        CollectionChange(
          id: copy.id.description, name: copy.title, action: "duplicate", cardsAffected: count)
      ], CollectionChange.deckFields,
      "copied '\(deck.title)' to '\(copy.title)' with \(counted(count, "card"))")
  }
}
