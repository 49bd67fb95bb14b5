import FlashCollection
import FlashCommand
import FlashModel
import FlashStore

/// `flash store redo`.
struct StoreRedo: Command {
  typealias Options = StoreUndo.Options

  static let description = CommandDescription<Options>(
    name: "redo", abstract: "do again what was undone",
    options: [
      .value("steps", named: "N", in: 1...500, help: "take so many undos back", into: \.steps),
      .dryRun(into: \.isDryRun),
    ],
    fields: StoreUndo.fields.specifications,
    manual: Manual(
      """
      Takes the newest undo back. Nothing can be redone once something else was done, or a card was
      answered. `flash store log --undone` lists what there is.
      """,
      exitCodes: [.failure: "There is nothing to redo"]))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let store = try context.openStore(isDryRun: options.isDryRun)
    let rules = try context.studyRules(store)
    let now = context.now
    try StoreUndo.run(store, options.steps, "redone", .nothingToRedo, in: &context) {
      () throws(StoreError) in try store.redo(by: rules, at: now)
    }
  }
}
