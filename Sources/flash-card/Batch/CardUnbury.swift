import FlashCollection
import FlashCommand
import FlashModel
import FlashStore

/// `flash card unbury`.
struct CardUnbury: Command {
  static let description = CommandDescription<PlainBatchOptions>(
    name: "unbury", abstract: "let buried cards be studied again",
    operands: [.cards(into: \.cards)],
    options: CommandOption.batch,
    fields: CollectionChange.cardFields.specifications, exitCodes: CardBatch.exitCodes,
    traits: [.usesStore, .listsNames])

  static func run(_ options: PlainBatchOptions, in context: inout CommandContext) throws {
    let batch = CardBatch(action: "unbury", done: "unburied")
    try batch.run(options, in: context) { store, ids, now in
      var edit = CardEdit()
      edit.buriedUntil = .some(nil)
      return try store.editCards(ids, edit, label: "card unbury", at: now)
    }
  }
}
