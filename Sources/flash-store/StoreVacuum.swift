import FlashCollection
import FlashCommand
import FlashStore

/// `flash store vacuum`.
struct StoreVacuum: Command {
  /// Bytes before and after.
  struct Row {
    let before: Int
    let after: Int
    /// Files of media that were removed.
    let media: Int
  }

  static let fields = Fields<Row>([
    .integer("bytes_before") { $0.before },
    .integer("bytes_after") { $0.after },
    .integer("media_removed") { $0.media },
  ])

  static let description = CommandDescription<NoOptions>(
    name: "vacuum", abstract: "write the file anew without the space that nothing uses",
    fields: fields.specifications, exitCodes: [.readOrWrite, .tryLater],
    manual: Manual(
      """
      Writes the collection anew, without free pages and in order. For a moment it needs as much
      space again, and other commands wait with their changes.

      Pictures and sounds that nothing shows any more are removed: no card or deck that is here, no card
      that was removed less than 30 days ago, and nothing that `flash undo` or `flash store redo` could
      bring back.
      """))

  static func run(_ options: NoOptions, in context: inout CommandContext) throws {
    let store = try context.openStore(for: .writing)
    let media = try store.dropUnshownMedia(at: context.now)
    let sizes = try store.vacuum()
    if let lines = try context.jsonLines(fields) {
      try lines.write(Row(before: sizes.before, after: sizes.after, media: media))
      return try lines.finish()
    }
    let removed = media == 0 ? "" : "; \(media) files of media removed"
    try context.say(
      "\(sizes.before.bytesInWords) before, \(sizes.after.bytesInWords) after\(removed)")
  }
}
