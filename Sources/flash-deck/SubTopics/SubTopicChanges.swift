import FlashCollection
import FlashCommand
import FlashModel
import FlashStore
import FlashText

/// A deck and a sub-topic of it, as operands name them.
struct SubTopicOptions: CommandOptions {
  var deck = ""
  var subTopic = ""
  var name = ""
  var position: Int?
  var isDryRun = false

  static let deckOperand = CommandOperand<Self>.required(
    "DECK", help: "the deck", into: \.deck, completion: .decks)
  static let subTopicOperand = CommandOperand<Self>.required(
    "SUBTOPIC", help: "the sub-topic", into: \.subTopic,
    completion: .supplied(CollectionCompletion.tags))

  func change(_ subTopic: SubTopic, _ action: String, cards: Int = 0) -> CollectionChange {
    CollectionChange(
      id: subTopic.id.description, name: subTopic.name, action: action, cardsAffected: cards)
  }
}

/// `flash deck subtopic add`.
struct SubTopicAdd: Command {
  static let description = CommandDescription<SubTopicOptions>(
    name: "add", abstract: "make a sub-topic behind the last one of a deck",
    operands: [
      SubTopicOptions.deckOperand, .required("NAME", help: "its name", into: \.name),
    ],
    options: [.dryRun(into: \.isDryRun)],
    fields: CollectionChange.deckFields.specifications,
    exitCodes: [.badInput, .notFound, .cannotCreate])

  static func run(_ options: SubTopicOptions, in context: inout CommandContext) throws {
    let store = try context.openStore(isDryRun: options.isDryRun)
    let deck = try store.deck(named: options.deck)
    let made = try store.addSubTopic(
      named: CardText.cleaned(options.name), to: deck, at: context.now)
    try context.report(
      [options.change(made, "add")], CollectionChange.deckFields,
      "added sub-topic '\(made.name)' to '\(deck.title)'")
  }
}

/// `flash deck subtopic rename`.
struct SubTopicRename: Command {
  static let description = CommandDescription<SubTopicOptions>(
    name: "rename", abstract: "give a sub-topic another name",
    operands: [
      SubTopicOptions.deckOperand, SubTopicOptions.subTopicOperand,
      .required("NAME", help: "its new name", into: \.name),
    ],
    options: [.dryRun(into: \.isDryRun)],
    fields: CollectionChange.deckFields.specifications,
    exitCodes: [.badInput, .notFound, .cannotCreate])

  static func run(_ options: SubTopicOptions, in context: inout CommandContext) throws {
    let store = try context.openStore(isDryRun: options.isDryRun)
    let deck = try store.deck(named: options.deck)
    let old = try store.subTopic(named: options.subTopic, in: deck.id)
    let name = CardText.cleaned(options.name)
    try store.renameSubTopic(old, to: name, at: context.now)
    let renamed = try store.subTopic(named: name, in: deck.id)
    var change = options.change(renamed, "rename")
    change.canUndo = renamed.name != old.name
    try context.report(
      [change], CollectionChange.deckFields,
      "renamed sub-topic '\(old.name)' to '\(renamed.name)'")
  }
}

/// `flash deck subtopic move`.
struct SubTopicMove: Command {
  static let description = CommandDescription<SubTopicOptions>(
    name: "move", abstract: "put a sub-topic at another place in its deck",
    operands: [
      SubTopicOptions.deckOperand, SubTopicOptions.subTopicOperand,
      .optional("PLACE", help: "1 is the first; without it the last", into: \.position),
    ],
    options: [.dryRun(into: \.isDryRun)],
    fields: CollectionChange.deckFields.specifications, exitCodes: [.notFound],
    manual: Manual(
      examples: [
        Manual.Example("Verbs come first:", "flash deck subtopic move Spanish verbs 1")
      ]))

  static func run(_ options: SubTopicOptions, in context: inout CommandContext) throws {
    if let place = options.position, place < 1 {
      throw UsageError.badValue(
        subject: "PLACE", value: String(place), expected: "a whole number from 1")
    }
    let store = try context.openStore(isDryRun: options.isDryRun)
    let deck = try store.deck(named: options.deck)
    let subTopic = try store.subTopic(named: options.subTopic, in: deck.id)
    let before = try store.subTopics(of: deck.id)
    try store.moveSubTopic(
      subTopic, to: (options.position ?? before.count) - 1, at: context.now)
    let after = try store.subTopics(of: deck.id)
    let place = (after.firstIndex { $0.id == subTopic.id } ?? 0) + 1
    var change = options.change(subTopic, "move")
    change.canUndo = after != before
    try context.report(
      [change], CollectionChange.deckFields,
      "'\(subTopic.name)' is at place \(place) of \(after.count)")
  }
}

/// `flash deck subtopic rm`.
struct SubTopicRemove: Command {
  static let description = CommandDescription<SubTopicOptions>(
    name: "rm", abstract: "remove a sub-topic; its cards stay",
    operands: [SubTopicOptions.deckOperand, SubTopicOptions.subTopicOperand],
    options: [.dryRun(into: \.isDryRun)],
    fields: CollectionChange.deckFields.specifications, exitCodes: [.notFound])

  static func run(_ options: SubTopicOptions, in context: inout CommandContext) throws {
    let store = try context.openStore(isDryRun: options.isDryRun)
    let deck = try store.deck(named: options.deck)
    let subTopic = try store.subTopic(named: options.subTopic, in: deck.id)
    let cards = try store.cardCounts(bySubTopicOf: deck.id)[subTopic.id] ?? 0
    try store.removeSubTopic(subTopic, at: context.now)
    try context.report(
      [options.change(subTopic, "rm", cards: cards)], CollectionChange.deckFields,
      "removed sub-topic '\(subTopic.name)' from \(counted(cards, "card"))")
  }
}
