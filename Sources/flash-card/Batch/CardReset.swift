import FlashCollection
import FlashCommand
import FlashModel
import FlashStore

/// `flash card reset`.
struct CardReset: Command {
  static let description = CommandDescription<PlainBatchOptions>(
    name: "reset", abstract: "take cards back to new", operands: [.cards(into: \.cards)],
    options: CommandOption.batch,
    fields: CollectionChange.cardFields.specifications, exitCodes: CardBatch.exitCodes,
    traits: [.usesStore, .listsNames],
    manual: Manual(
      "Forgets what is known of cards: they are new again. Their reviews stay in the log."))

  static func run(_ options: PlainBatchOptions, in context: inout CommandContext) throws {
    let batch = CardBatch(action: "reset", done: "reset")
    try batch.run(options, in: context) { store, ids, now in
      try store.resetCards(ids, at: now)
    }
  }
}
