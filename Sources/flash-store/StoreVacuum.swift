import FlashCollection
import FlashCommand
import FlashStore

/// `flash store vacuum`.
struct StoreVacuum: Command {
  /// Bytes before and after.
  struct Row {
    let before: Int
    let after: Int
  }

  static let fields = Fields<Row>([
    .integer("bytes_before") { $0.before },
    .integer("bytes_after") { $0.after },
  ])

  static let description = CommandDescription<NoOptions>(
    name: "vacuum", abstract: "write the file anew without the space that nothing uses",
    fields: fields.specifications, exitCodes: [.readOrWrite, .tryLater],
    manual: Manual(
      """
      Writes the collection anew, without free pages and in order. For a moment it needs as much
      space again, and other commands wait with their changes.
      """))

  static func run(_ options: NoOptions, in context: inout CommandContext) throws {
    let store = try context.openStore(for: .writing)
    let sizes = try store.vacuum()
    if let lines = try context.jsonLines(fields) {
      try lines.write(Row(before: sizes.before, after: sizes.after))
      return try lines.finish()
    }
    try context.say("\(sizes.before.bytesInWords) before, \(sizes.after.bytesInWords) after")
  }
}
