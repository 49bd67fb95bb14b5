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
      `flash store redo` takes an undo back.
      """,
      examples: [
        Manual.Example("What would be taken back:", "flash undo -n --steps 3")
      ], exitCodes: [.failure: "There is nothing to undo"]))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let store = try context.openStore(isDryRun: options.isDryRun)
    let rules = try context.studyRules(store)
    let now = context.now
    try run(store, options.steps, "undone", .nothingToUndo, in: &context) { () throws(StoreError) in
      try store.undo(by: rules, at: now)
    }
  }

  /// Takes some steps and tells each, until there are no more.
  /// - Parameters:
  ///   - verb: what is told of a step.
  ///   - end: the error that says that there are no more; it is one if there was none at all.
  static func run(
    _ store: Store, _ steps: Int, _ verb: String, _ end: StoreError,
    in context: inout CommandContext,
    _ step: () throws(StoreError) -> UndoneAction
  ) throws {
    let lines = try context.jsonLines(fields)
    let isStopped = { [context] in context.interrupted != nil }
    for number in 0..<steps {
      try context.check()
      let action: UndoneAction
      do throws(StoreError) {
        action = try store.stopping(when: isStopped, step)
      } catch {
        // A signal has stopped it.
        try context.check()
        if error == end, number > 0 { break }
        throw error
      }
      if let lines { try lines.write(action) } else { try context.say(text(verb, action)) }
    }
    try lines?.finish()
  }

  private static func text(_ verb: String, _ action: UndoneAction) -> String {
    let card = action.cardID.map { " to card \($0)" } ?? ""
    return "\(verb): \(action.label)\(card), of \(action.at.rfc3339)"
  }
}
