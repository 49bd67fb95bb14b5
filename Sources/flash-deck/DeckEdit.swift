import FlashCollection
import FlashCommand
import FlashModel
import FlashStore
import FlashText

/// `flash deck edit`.
struct DeckEdit: Command {
  struct Options: CommandOptions {
    var deck = ""
    var properties = DeckProperties()
    var isDryRun = false
  }

  static let description = CommandDescription<Options>(
    name: "edit", abstract: "change what is said of a deck",
    operands: [.required("DECK", help: "the deck", into: \.deck, completion: .decks)],
    options: DeckProperties.options(\.properties) + [.dryRun(into: \.isDryRun)],
    fields: CollectionChange.deckFields.specifications,
    exitCodes: [.cancelled, .badInput, .notFound],
    manual: Manual(
      """
      Changes what the options name. Without any of them the description is opened in the editor;
      leaving the editor without a change changes nothing (exit 2).
      """))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let old = try context.openStore(for: .reading).deck(named: options.deck)
    var edit = options.properties.edit
    if options.properties.isEmpty {
      // The collection is not held open meanwhile: writing a text may take an hour.
      edit.description = try DescriptionText.edited(old.description ?? "", in: context)
    }
    let store = try context.openStore(isDryRun: options.isDryRun)
    let deck = try store.editDeck(old.id, edit, at: context.now)
    let isChanged = deck.updatedAt != old.updatedAt
    try context.report(
      [
        CollectionChange(
          id: deck.id.description, name: deck.title, action: "edit", canUndo: isChanged)
      ], CollectionChange.deckFields,
      isChanged ? "changed deck '\(deck.title)'" : "nothing changed")
  }
}

/// A deck's description in the editor.
enum DescriptionText {
  static func edited(_ text: String, in context: CommandContext) throws -> String {
    guard context.terminal.inputIsTerminal, context.terminal.errorIsTerminal else {
      throw UsageError.other(
        "the editor needs a terminal", hint: "give --description=TEXT, or another option")
    }
    let shown = text.isEmpty ? "" : text + "\n"
    let edited = CardText.cleaned(try context.edit(shown))
    guard edited != text else { throw Cancelled() }
    return edited
  }
}
