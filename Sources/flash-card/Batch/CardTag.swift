import FlashCollection
import FlashCommand
import FlashModel
import FlashStore
import FlashText

/// Tags and the cards they are for.
struct TagOptions: BatchOptions {
  var tag = ""
  var furtherTags: [String] = []
  var cards: [String] = []
  var query: String?
  var isDryRun = false
  var isStrict = false

  var tags: [String] { ([tag] + furtherTags).map(CardText.cleaned) }

  static let operands: [CommandOperand<Self>] = [
    .required(
      "TAG", help: "the tag or sub-topic", into: \.tag,
      completion: .supplied(CollectionCompletion.tags)),
    .cards(into: \.cards),
  ]
  static let options: [CommandOption<Self>] =
    [
      .values(
        "tag", short: "t", named: "TAG", help: "a further tag", into: \.furtherTags,
        completion: .supplied(CollectionCompletion.tags))
    ] + CommandOption.batch
}

/// `flash card tag`.
struct CardTag: Command {
  static let description = CommandDescription<TagOptions>(
    name: "tag", abstract: "give cards a tag", operands: TagOptions.operands,
    options: TagOptions.options, fields: CollectionChange.cardFields.specifications,
    exitCodes: CardBatch.exitCodes, traits: [.usesStore, .listsNames],
    manual: Manual(
      """
      Gives cards a tag. Tags are the sub-topics of a deck: one that the deck does not have is made.
      A tag may have levels, `verbs::regular`; lists take `verbs::*` for all below.
      """))

  static func run(_ options: TagOptions, in context: inout CommandContext) throws {
    try CardBatch(action: "tag", done: "tagged").run(options, in: context) { store, ids, now in
      try store.tagCards(ids, with: options.tags, at: now)
    }
  }
}

/// `flash card untag`.
struct CardUntag: Command {
  static let description = CommandDescription<TagOptions>(
    name: "untag", abstract: "take a tag from cards", operands: TagOptions.operands,
    options: TagOptions.options, fields: CollectionChange.cardFields.specifications,
    exitCodes: CardBatch.exitCodes, traits: [.usesStore, .listsNames])

  static func run(_ options: TagOptions, in context: inout CommandContext) throws {
    try CardBatch(action: "untag", done: "untagged").run(options, in: context) { store, ids, now in
      try store.untagCards(ids, from: options.tags, at: now)
    }
  }
}
