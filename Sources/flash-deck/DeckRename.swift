import FlashCollection
import FlashCommand
import FlashModel
import FlashStore
import FlashText

/// `flash deck rename`.
struct DeckRename: Command {
  struct Options: CommandOptions {
    var deck = ""
    var name = ""
    var isDryRun = false
  }

  static let description = CommandDescription<Options>(
    name: "rename", abstract: "give a deck another name",
    operands: [
      .required("DECK", help: "the deck", into: \.deck, completion: .decks),
      .required("NAME", help: "its new name", into: \.name),
    ],
    options: [.dryRun(into: \.isDryRun)],
    fields: CollectionChange.deckFields.specifications,
    exitCodes: [.badInput, .notFound, .cannotCreate],
    manual: Manual("Gives one deck another name. Decks below it keep theirs."))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let store = try context.openStore(isDryRun: options.isDryRun)
    let old = try store.deck(named: options.deck)
    var edit = FlashStore.DeckEdit()
    edit.title = CardText.cleaned(options.name)
    let deck = try store.editDeck(old.id, edit, at: context.now)
    let change = CollectionChange(
      id: deck.id.description, name: deck.title, action: "rename",
      canUndo: deck.title != old.title)
    try context.report(
      [change], CollectionChange.deckFields,
      change.canUndo ? "renamed '\(old.title)' to '\(deck.title)'" : "nothing changed")
  }
}
