import FlashCollection
import FlashCommand
import FlashModel
import FlashStore

/// `flash deck subtopic`.
struct SubTopicGroup: CommandGroup {
  static let description = CommandDescription(
    group: "subtopic", abstract: "list, make, order and change the sub-topics of a deck",
    subcommands: [
      Subcommand(SubTopicList.self), Subcommand(SubTopicAdd.self),
      Subcommand(SubTopicRename.self), Subcommand(SubTopicMove.self),
      Subcommand(SubTopicRemove.self),
    ],
    manual: Manual(
      """
      Sub-topics are the parts of a deck, in an order of their own, and the tags of its cards.
      `flash card tag` gives a card one.
      """))
}

/// `flash deck subtopic list`.
struct SubTopicList: Command {
  struct Options: CommandOptions {
    var deck = ""
  }

  struct Row {
    let subTopic: SubTopic
    let deck: Deck
    let cards: Int
  }

  static let fields = Fields<Row>([
    .string("id") { $0.subTopic.id.description },
    .string("deck_id") { $0.deck.id.description },
    .string("deck") { $0.deck.title },
    .integer("position") { $0.subTopic.position },
    .string("name") { $0.subTopic.name },
    .integer("card_count") { $0.cards },
    .time("updated_at") { $0.subTopic.updatedAt },
  ])

  static let description = CommandDescription<Options>(
    name: "list", abstract: "list the sub-topics of a deck, in order",
    operands: [.required("DECK", help: "the deck", into: \.deck, completion: .decks)],
    fields: fields.specifications, exitCodes: [.notFound], traits: [.usesStore, .listsNames])

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let store = try context.openStore(for: .reading)
    let deck = try store.deck(named: options.deck)
    let counts = try store.cardCounts(bySubTopicOf: deck.id)
    let rows = try store.subTopics(of: deck.id).map {
      Row(subTopic: $0, deck: deck, cards: counts[$0.id] ?? 0)
    }
    if let lines = try context.jsonLines(fields) {
      for row in rows { try lines.write(row) }
      return try lines.finish()
    }
    if context.common.endsInNull {
      for row in rows { context.name(row.subTopic.name) }
      return
    }
    var list = context.list([.text("SUB-TOPIC", minimumWidth: 16), .number("#"), .number("CARDS")])
    for (place, row) in rows.enumerated() {
      list.append([row.subTopic.name, String(place + 1), String(row.cards)])
    }
    list.finish(in: context, orSay: "no sub-topics")
  }
}
