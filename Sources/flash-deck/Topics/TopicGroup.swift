import FlashCollection
import FlashCommand
import FlashModel
import FlashStore

/// `flash deck topic`.
struct TopicGroup: CommandGroup {
  static let description = CommandDescription(
    group: "topic", abstract: "list, make and change topics",
    subcommands: [
      Subcommand(TopicList.self), Subcommand(TopicAdd.self), Subcommand(TopicRename.self),
      Subcommand(TopicRemove.self),
    ],
    manual: Manual("Topics group decks. `flash deck edit --topic` puts a deck into one."))
}

/// `flash deck topic list`.
struct TopicList: Command {
  struct Row {
    let topic: Topic
    let decks: Int
  }

  static let fields = Fields<Row>([
    .string("id") { $0.topic.id.description },
    .string("name") { $0.topic.name },
    .integer("deck_count") { $0.decks },
    .time("updated_at") { $0.topic.updatedAt },
  ])

  static let description = CommandDescription<NoOptions>(
    name: "list", abstract: "list topics", fields: fields.specifications,
    traits: [.usesStore, .listsNames])

  static func run(_ options: NoOptions, in context: inout CommandContext) throws {
    let store = try context.openStore(for: .reading)
    let decks = try store.decks()
    let rows = try store.topics().map { topic in
      Row(topic: topic, decks: decks.count { $0.topicID == topic.id })
    }
    if let lines = try context.jsonLines(fields) {
      for row in rows { try lines.write(row) }
      return try lines.finish()
    }
    if context.common.endsInNull {
      for row in rows { context.name(row.topic.name) }
      return
    }
    var list = context.list([.text("TOPIC", minimumWidth: 16), .number("DECKS")])
    for row in rows { list.append([row.topic.name, String(row.decks)]) }
    list.finish(in: context, orSay: "no topics")
  }
}
