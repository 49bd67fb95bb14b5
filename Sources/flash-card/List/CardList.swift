import FlashCollection
import FlashCommand
import FlashModel
import FlashStore
import FlashText

/// `flash card list`.
struct CardList: Command {
  static let description = CommandDescription<ListOptions>(
    name: "list", abstract: "list cards",
    operands: [
      .repeated(
        "QUERY", help: "what to look for; ids, or '-' for ids on standard input, name cards",
        into: \.words, completion: .supplied(CollectionCompletion.queries))
    ],
    options: ListOptions.options, fields: CardRow.fields.specifications,
    exitCodes: [.partly, .badInput, .notFound], traits: [.usesStore, .listsNames],
    manual: Manual(
      """
      Lists cards, by deck and place unless `--sort` says otherwise. The query, whose language
      `flash-query(7)` describes, and each option narrow the list; without them it has all cards.
      On a terminal it is a table, in a pipe a line a card with tabs between the cells, the id
      first. With `-0` only ids are printed.
      """,
      examples: [
        Manual.Example(
          "What was forgotten this week, of two decks:",
          "flash card list 'rated:7:again (deck:Spanish or deck:French)'"),
        Manual.Example(
          "The hardest cards:", "flash card list --sort=difficulty --reverse --limit 20"),
        Manual.Example(
          "Fronts and backs as a table:", "flash card list -d Spanish --template '{front}\\t{back}'"
        ),
      ]))

  static func run(_ options: ListOptions, in context: inout CommandContext) throws {
    let isID = { (word: String) in word == "-" || CardID(word) != nil }
    let query = try CardQuery(
      parsing: options.words.filter { !isID($0) }.joined(separator: " "))
    let store = try context.openStore(for: .reading)
    var filter = try options.filter(query, in: store, context)
    let named = options.words.filter(isID)
    guard !named.isEmpty else {
      return try CardListing(store: store, filter: filter).write(in: context)
    }
    let cards = try context.resolvedCards(
      named, in: store, deleted: filter.deleted, isStrict: false)
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
      Lists the cards whose front, back or deck contains the text, whatever its case: the text as it
      stands, and no query. The options are those of `flash card list`.
      """))

  static func run(_ options: ListOptions, in context: inout CommandContext) throws {
    let text = CardText.cleaned(options.text)
    guard text.count >= 2 else { throw CardError.queryTooShort(text) }
    let store = try context.openStore(for: .reading)
    let filter = try options.filter(.term(.text(QueryText(text))), in: store, context)
    try CardListing(store: store, filter: filter).write(in: context)
  }
}
