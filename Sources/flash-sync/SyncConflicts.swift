import FlashCollection
import FlashCommand
import FlashModel
import FlashStore
import FlashTerminal

/// `flash sync conflicts`.
struct SyncConflicts: Command {
  struct Options: CommandOptions {
    var restored: Int?
  }

  static let fields = Fields<LostValue>([
    .integer("number") { Int($0.number) },
    .string("entity") { $0.entity.key },
    .string("id") { if case .string(let id)? = $0.record["id"] { id } else { nil } },
    .strings("fields") { $0.differing },
    .custom("lost", .string) { value, writer in writer.value(value.record) },
    .custom("current", .string) { value, writer in writer.value(value.current ?? .null) },
    .string("remote") { $0.remote },
    .time("lost_at") { $0.lostAt },
  ])

  static let description = CommandDescription<Options>(
    name: "conflicts", abstract: "list values that lost against another device's",
    options: [
      .value(
        "restore", named: "NUMBER", in: 1...Int(Int32.max),
        help: "bring that value back; 'flash undo' takes it away again", into: \.restored)
    ],
    fields: fields.specifications, exitCodes: [.notFound], manual: SyncManual.conflicts)

  static func run(_ options: Options, in context: inout CommandContext) throws {
    if let number = options.restored {
      let store = try context.openStore(for: .writing)
      try store.restoreLostValue(Int64(number), at: context.now)
      guard !context.common.isForPrograms else { return }
      return try context.say("brought value \(number) back; the next sync sends it")
    }
    let values = try context.openStoreIfThere()?.lostValues() ?? []
    if let lines = try context.jsonLines(fields) {
      for value in values { try lines.write(value) }
      return try lines.finish()
    }
    guard !values.isEmpty else { return try context.say("no value has lost") }
    for value in values { try context.show(value.lines) }
  }
}

extension LostValue {
  /// The value for people: what differs, as it was and as it is.
  fileprivate var lines: [StyledLine] {
    let id = if case .string(let id)? = record["id"] { id } else { "" }
    var lines = [StyledLine("\(number)  ", .strong) + StyledLine("\(entity.key) \(id)")]
    for field in differing {
      lines.append(
        StyledLine(
          "   \(field): \(LostValue.text(record[field])) -> \(LostValue.text(current?[field]))"))
    }
    return lines
  }

  /// A value on one line.
  private static func text(_ value: JSONValue?) -> String {
    let text = String(decoding: (value ?? .null).bytes, as: UTF8.self)
    return text.count > 60 ? text.prefix(57) + "..." : text
  }
}
