import FlashCollection
import FlashCommand
import FlashModel
import FlashStore

/// `flash card flag`.
struct CardFlag: Command {
  struct Options: BatchOptions {
    var flag = 0
    var cards: [String] = []
    var query: String?
    var isDryRun = false
    var isStrict = false
  }

  static let description = CommandDescription<Options>(
    name: "flag", abstract: "give cards a flag, or take it away",
    operands: [
      .required("N", help: "1 to 7; 0 takes the flag away", into: \.flag),
      .cards(into: \.cards),
    ],
    options: CommandOption.batch,
    fields: CollectionChange.cardFields.specifications, exitCodes: CardBatch.exitCodes,
    traits: [.usesStore, .listsNames])

  static func run(_ options: Options, in context: inout CommandContext) throws {
    guard (0...7).contains(options.flag) else {
      throw UsageError.badValue(
        subject: "N", value: String(options.flag), expected: "a whole number from 0 to 7")
    }
    let done = options.flag == 0 ? "took the flag from" : "flagged"
    try CardBatch(action: "flag", done: done).run(options, in: context) { store, ids, now in
      var edit = CardEdit()
      edit.flag = options.flag
      return try store.editCards(ids, edit, label: "card flag", at: now)
    }
  }
}
