import FlashCollection
import FlashCommand
import FlashModel
import FlashScheduler
import FlashStore

/// `flash deck list`.
struct DeckList: Command {
  struct Options: CommandOptions {
    var under: String?
    var topic: String?
    var isRemoved = false
  }

  static let description = CommandDescription<Options>(
    name: "list", abstract: "list decks with what is due in them",
    operands: [
      .optional(
        "DECK", help: "only this deck and those below it", into: \.under, completion: .decks)
    ],
    options: [
      .value(
        "topic", named: "TOPIC", help: "only decks of this topic", into: \.topic,
        completion: .supplied(CollectionCompletion.topics)),
      .flag("removed", help: "the removed decks instead", into: \.isRemoved),
    ],
    fields: DeckSummary.fields.specifications, exitCodes: [.notFound],
    traits: [.usesStore, .listsNames],
    manual: Manual(
      """
      Lists decks by name: their cards, the new ones that today's limit still allows, those in
      learning, and those that are due. With `-0` only names are printed, each ended by NUL.
      """,
      examples: [
        Manual.Example("The decks with most to review first:", dueFirst),
        Manual.Example(
          "Export each deck to a file of its own:",
          "flash deck list -0 | xargs -0 -n1 flash export"),
      ]))

  private static let dueFirst =
    "flash deck list --template '{due_count}\\t{name}' | sort -rn"

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let store = try context.openStore(for: .reading)
    let decks = try decks(options, in: store)
    if context.common.endsInNull, !context.common.isForPrograms {
      for deck in decks { context.name(deck.title) }
      return
    }
    let summaries = try store.deckSummaries(
      of: decks, by: try context.studyRules(store), at: context.now)
    if let lines = try context.jsonLines(DeckSummary.fields) {
      for summary in summaries { try lines.write(summary) }
      return try lines.finish()
    }
    var list = context.list([
      .text("DECK", minimumWidth: 16), .number("CARDS"), .number("NEW"), .number("LEARNING"),
      .number("DUE"),
    ])
    for summary in summaries {
      list.append(
        [summary.deck.title]
          + [
            summary.cardCount, summary.counts.new, summary.counts.learning, summary.counts.due,
          ].map(String.init))
    }
    list.finish(in: context, orSay: "no decks; 'flash deck add NAME' makes one")
  }

  private static func decks(_ options: Options, in store: Store) throws -> [Deck] {
    var decks = try store.decks(deleted: options.isRemoved)
    if let under = options.under {
      decks =
        options.isRemoved
        ? decks.filter { $0.title == under || $0.title.hasPrefix(under + "::") }
        : try store.decks(under: under)
    }
    guard let name = options.topic else { return decks }
    let topic = try store.topic(named: name)
    return decks.filter { $0.topicID == topic.id }
  }
}
