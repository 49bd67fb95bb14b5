import FlashCollection
import FlashCommand
import FlashModel
import FlashStore

/// `flash store log`.
struct StoreLog: Command {
  struct Options: CommandOptions {
    var limit = 20
    var isUndone = false
  }

  static let fields = Fields<UndoableAction>([
    .string("action") { $0.label },
    .time("at") { $0.at },
    .string("card_id") { $0.cardID?.description },
  ])

  static let description = CommandDescription<Options>(
    name: "log", abstract: "list what can be undone, the newest first",
    options: [
      .value("limit", named: "N", in: 1...10_000, help: "list so many; 20", into: \.limit),
      .flag("undone", help: "list what redo would do again instead", into: \.isUndone),
    ],
    fields: fields.specifications)

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let store = try context.openStore(for: .reading)
    let actions =
      try options.isUndone
      ? store.redoableActions(limit: options.limit) : store.undoableActions(limit: options.limit)
    if let lines = try context.jsonLines(fields) {
      for action in actions { try lines.write(action) }
      return try lines.finish()
    }
    var list = context.list([.whole("TIME"), .text("ACTION", minimumWidth: 20), .text("CARD")])
    for action in actions {
      list.append([action.at.rfc3339, action.label, action.cardID?.description ?? ""])
    }
    list.finish(in: context, orSay: options.isUndone ? "nothing to redo" : "nothing to undo")
  }
}
