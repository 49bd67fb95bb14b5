import FlashCollection
import FlashCommand
import FlashModel
import FlashStore

/// `flash card list`.
struct CardList: Command {
  static let description = CommandDescription<ListOptions>(
    name: "list", abstract: "list cards",
    operands: [
      .repeated(
        "ID", help: "only these cards; '-' reads ids from standard input", into: \.cards,
        completion: .cards)
    ],
    options: ListOptions.options, fields: CardRow.fields.specifications,
    exitCodes: [.partly, .notFound], traits: [.usesStore, .listsNames],
    manual: Manual(
      """
      Lists cards, by deck and place unless `--sort` says otherwise. Each option narrows the list.
      On a terminal it is a table, in a pipe a line a card with tabs between the cells, the id
      first. With `-0` only ids are printed.
      """,
      examples: [
        Manual.Example(
          "The hardest cards:", "flash card list --sort=difficulty --reverse --limit 20"),
        Manual.Example(
          "Fronts and backs as a table:", "flash card list -d Spanish --template '{front}\\t{back}'"
        ),
      ]))

  static func run(_ options: ListOptions, in context: inout CommandContext) throws {
    let store = try context.openStore(for: .reading)
    var filter = try options.filter(in: store, at: context.now)
    guard !options.cards.isEmpty else {
      return try CardListing(store: store, filter: filter).write(in: context)
    }
    let cards = try context.resolvedCards(
      options.cards, in: store, deleted: options.isRemoved ? true : false, isStrict: false)
    filter.ids = cards.ids
    try CardListing(store: store, filter: filter).write(in: context)
    try cards.finish()
  }
}

/// `flash card search`.
struct CardSearch: Command {
  static let description = CommandDescription<ListOptions>(
    name: "search", abstract: "find cards by their text",
    operands: [
      .required("TEXT", help: "at least two characters, in any case", into: \.text)
    ],
    options: ListOptions.options, fields: CardRow.fields.specifications,
    exitCodes: [.badInput, .notFound], traits: [.usesStore, .listsNames],
    manual: Manual(
      """
      Lists the cards whose front, back or deck contains the text, whatever its case. The options are
      those of `flash card list`.
      """))

  static func run(_ options: ListOptions, in context: inout CommandContext) throws {
    let store = try context.openStore(for: .reading)
    let filter = try options.filter(in: store, matching: options.text, at: context.now)
    try CardListing(store: store, filter: filter).write(in: context)
  }
}
