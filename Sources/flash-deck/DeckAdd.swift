import FlashCollection
import FlashCommand
import FlashModel
import FlashStore
import FlashText

/// `flash deck add`.
struct DeckAdd: Command {
  struct Options: CommandOptions {
    var name = ""
    var properties = DeckProperties()
    var isDryRun = false
  }

  static let description = CommandDescription<Options>(
    name: "add", abstract: "make a deck",
    operands: [
      .required("NAME", help: "its name, a path such as Spanish::Verbs", into: \.name)
    ],
    options: DeckProperties.options(\.properties) + [.dryRun(into: \.isDryRun)],
    fields: CollectionChange.deckFields.specifications,
    exitCodes: [.notSignedIn, .badInput, .cannotCreate],
    manual: Manual(
      examples: [
        Manual.Example(
          "A deck below another one:",
          "flash deck add Spanish::Verbs --description 'the 100 most used'")
      ]))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let store = try context.openStore(isDryRun: options.isDryRun)
    try store.requireRoom(forDecks: 1)
    let deck = try store.addDeck(
      titled: CardText.cleaned(options.name), options.properties.edit, at: context.now)
    try context.report(
      [CollectionChange(id: deck.id.description, name: deck.title, action: "add")],
      CollectionChange.deckFields, "added deck '\(deck.title)'")
  }
}
