import FlashCollection
import FlashCommand
import FlashModel
import FlashStore

/// `flash card suspend`.
struct CardSuspend: Command {
  static let description = CommandDescription<PlainBatchOptions>(
    name: "suspend", abstract: "keep cards out of study until they are unsuspended",
    operands: [.cards(into: \.cards)],
    options: CommandOption.batch,
    fields: CollectionChange.cardFields.specifications, exitCodes: CardBatch.exitCodes,
    traits: [.usesStore, .listsNames])

  static func run(_ options: PlainBatchOptions, in context: inout CommandContext) throws {
    let batch = CardBatch(action: "suspend", done: "suspended")
    try batch.run(options, in: context) { store, ids, now in
      var edit = CardEdit()
      edit.isSuspended = true
      return try store.editCards(ids, edit, label: "card suspend", at: now)
    }
  }
}

/// `flash card unsuspend`.
struct CardUnsuspend: Command {
  static let description = CommandDescription<PlainBatchOptions>(
    name: "unsuspend", abstract: "let suspended cards be studied again",
    operands: [.cards(into: \.cards)],
    options: CommandOption.batch,
    fields: CollectionChange.cardFields.specifications, exitCodes: CardBatch.exitCodes,
    traits: [.usesStore, .listsNames])

  static func run(_ options: PlainBatchOptions, in context: inout CommandContext) throws {
    let batch = CardBatch(action: "unsuspend", done: "unsuspended")
    try batch.run(options, in: context) { store, ids, now in
      var edit = CardEdit()
      edit.isSuspended = false
      return try store.editCards(ids, edit, label: "card unsuspend", at: now)
    }
  }
}
