import FlashCollection
import FlashCommand
import FlashModel
import FlashStore
import FlashText

/// `flash deck topic add`.
struct TopicAdd: Command {
  struct Options: CommandOptions {
    var name = ""
    var isDryRun = false
  }

  static let description = CommandDescription<Options>(
    name: "add", abstract: "make a topic",
    operands: [.required("NAME", help: "its name", into: \.name)],
    options: [.dryRun(into: \.isDryRun)],
    fields: CollectionChange.deckFields.specifications, exitCodes: [.badInput, .cannotCreate])

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let store = try context.openStore(isDryRun: options.isDryRun)
    let topic = try store.addTopic(named: CardText.cleaned(options.name), at: context.now)
    try context.report(
      [CollectionChange(id: topic.id.description, name: topic.name, action: "add")],
      CollectionChange.deckFields, "added topic '\(topic.name)'")
  }
}

/// `flash deck topic rename`.
struct TopicRename: Command {
  struct Options: CommandOptions {
    var topic = ""
    var name = ""
    var isDryRun = false
  }

  static let description = CommandDescription<Options>(
    name: "rename", abstract: "give a topic another name",
    operands: [
      .required(
        "TOPIC", help: "the topic", into: \.topic,
        completion: .supplied(CollectionCompletion.topics)),
      .required("NAME", help: "its new name", into: \.name),
    ],
    options: [.dryRun(into: \.isDryRun)],
    fields: CollectionChange.deckFields.specifications,
    exitCodes: [.badInput, .notFound, .cannotCreate])

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let store = try context.openStore(isDryRun: options.isDryRun)
    let topic = try store.topic(named: options.topic)
    let name = CardText.cleaned(options.name)
    try store.renameTopic(topic, to: name, at: context.now)
    try context.report(
      [
        CollectionChange(
          id: topic.id.description, name: name, action: "rename", canUndo: name != topic.name)
      ], CollectionChange.deckFields, "renamed topic '\(topic.name)' to '\(name)'")
  }
}

/// `flash deck topic rm`.
struct TopicRemove: Command {
  struct Options: CommandOptions {
    var topic = ""
    var isDryRun = false
  }

  static let description = CommandDescription<Options>(
    name: "rm", abstract: "remove a topic; its decks stay",
    operands: [
      .required(
        "TOPIC", help: "the topic", into: \.topic,
        completion: .supplied(CollectionCompletion.topics))
    ],
    options: [.dryRun(into: \.isDryRun)],
    fields: CollectionChange.deckFields.specifications, exitCodes: [.notFound])

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let store = try context.openStore(isDryRun: options.isDryRun)
    let topic = try store.topic(named: options.topic)
    try store.removeTopic(topic, at: context.now)
    try context.report(
      [CollectionChange(id: topic.id.description, name: topic.name, action: "rm")],
      CollectionChange.deckFields, "removed topic '\(topic.name)'")
  }
}
