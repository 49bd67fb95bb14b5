import FlashCollection
import FlashCommand
import FlashModel
import FlashStore

/// `flash card rm`.
struct CardRemove: Command {
  static let description = CommandDescription<PlainBatchOptions>(
    name: "rm", abstract: "remove cards", operands: [.cards(into: \.cards)],
    options: CommandOption.batch,
    fields: CollectionChange.cardFields.specifications, exitCodes: CardBatch.exitCodes,
    traits: [.usesStore, .listsNames],
    manual: Manual(
      """
      Removes cards. They leave every list and queue; `flash card list --removed` shows them, and
      `flash card restore` brings them back.
      """))

  static func run(_ options: PlainBatchOptions, in context: inout CommandContext) throws {
    let batch = CardBatch(action: "rm", done: "removed")
    try batch.run(options, in: context) { store, ids, now in
      try store.removeCards(ids, at: now)
    }
  }
}

/// `flash card restore`.
struct CardRestore: Command {
  static let description = CommandDescription<PlainBatchOptions>(
    name: "restore", abstract: "bring removed cards back", operands: [.cards(into: \.cards)],
    options: CommandOption.batch,
    fields: CollectionChange.cardFields.specifications, exitCodes: CardBatch.exitCodes,
    traits: [.usesStore, .listsNames])

  static func run(_ options: PlainBatchOptions, in context: inout CommandContext) throws {
    let batch = CardBatch(action: "restore", done: "restored", deleted: nil)
    try batch.run(options, in: context) { store, ids, now in
      try store.restoreCards(ids, at: now)
    }
  }
}
