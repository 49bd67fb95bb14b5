import FlashCollection
import FlashCommand
import FlashModel
import FlashStore

/// `flash store undo`.
struct StoreUndo: Command {
  struct Options: CommandOptions {
    var steps = 1
    var isDryRun = false
  }

  static let fields = Fields<UndoneAction>([
    .string("action") { $0.label },
    .time("at") { $0.at },
    .integer("changes") { $0.changes },
    .string("card_id") { $0.cardID?.description },
  ])

  static let description = CommandDescription<Options>(
    name: "undo", abstract: "take back the newest change",
    options: [
      .value("steps", named: "N", in: 1...500, help: "take back so many changes", into: \.steps),
      .dryRun(into: \.isDryRun),
    ],
    fields: fields.specifications,
    manual: Manual(
      """
      Takes back the newest change or answer that has not been taken back. `flash store log` lists
      what there is. If there is less than was asked for, what there is is taken back.
      """,
      examples: [
        Manual.Example("What would be taken back:", "flash undo -n --steps 3")
      ], exitCodes: [.failure: "There is nothing to undo"]))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let store = try context.openStore(isDryRun: options.isDryRun)
    let rules = try context.studyRules(store)
    let lines = try context.jsonLines(fields)
    for step in 0..<options.steps {
      try context.check()
      let undone: UndoneAction
      do throws(StoreError) {
        undone = try store.undo(by: rules, at: context.now)
      } catch {
        if error == .nothingToUndo, step > 0 { break }
        throw error
      }
      if let lines { try lines.write(undone) } else { try context.say(text(of: undone)) }
    }
    try lines?.finish()
  }

  private static func text(of undone: UndoneAction) -> String {
    let card = undone.cardID.map { " to card \($0)" } ?? ""
    return "undone: \(undone.label)\(card), of \(undone.at.rfc3339)"
  }
}
