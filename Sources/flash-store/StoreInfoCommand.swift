import FlashCollection
import FlashCommand
import FlashModel
import FlashStore
import FlashTerminal

/// `flash store info`.
struct StoreInfoCommand: Command {
  static let fields = Fields<StoreInfo>([
    .string("path") { $0.path },
    .integer("file_bytes") { $0.fileBytes },
    .integer("log_bytes") { $0.logBytes },
    .integer("lock_bytes") { $0.lockBytes },
    .integer("page_bytes") { $0.pageBytes },
    .integer("pages") { $0.pages },
    .integer("free_pages") { $0.freePages },
    .integer("schema") { $0.schema },
    .integer("newest_schema") { $0.newestSchema },
    .integer("application_id") { $0.applicationID },
    .string("store_id") { $0.storeID },
    .string("device_id") { $0.deviceID },
    .time("created_at") { $0.createdAt },
    .integer("changes") { $0.changes },
    .time("changed_at") { $0.changedAt },
    .string("sqlite_version") { $0.libraryVersion },
    .custom("entities", .object) { $1.value($0.entitiesJSON) },
    .number("bytes_per_card") { $0[.cards].bytesPerRow },
    .number("bytes_per_review") { $0[.reviews].bytesPerRow },
  ])

  static let description = CommandDescription<NoOptions>(
    name: "info", abstract: "tell of the file: sizes, versions, ids, counts",
    fields: fields.specifications, exitCodes: [.notFound],
    manual: Manual(
      """
      Tells where the collection is, how large it is, which schema and ids it has, and how many rows
      of each kind it holds, removed ones apart. Bytes a row are those of the table and its indexes.
      """,
      examples: [
        Manual.Example("What a card and a review take:", perRow)
      ]))

  private static let perRow =
    "flash store info --json | jq '{bytes_per_card, bytes_per_review}'"

  static func run(_ options: NoOptions, in context: inout CommandContext) throws {
    let store = try context.openStore(for: .reading)
    let info = try store.info()
    guard info.fileBytes > 0 else {
      throw StoreError.missing(info.path)
    }
    if let lines = try context.jsonLines(fields) {
      try lines.write(info)
      return try lines.finish()
    }
    let width = max(20, context.terminal.size.columns)
    try context.show(FactLines.lines(facts(of: info), width: width))
  }

  private static func facts(of info: StoreInfo) -> [(String, String)] {
    var facts = [
      ("collection", info.path),
      ("file", "\(info.fileBytes.grouped) bytes, \(info.pages) pages, \(info.freePages) free"),
      ("log", "\(info.logBytes.grouped) bytes not folded in yet"),
      ("schema", "\(info.schema)" + (info.schema == info.newestSchema ? "" : upgrade(info))),
      ("store", info.storeID), ("device", info.deviceID), ("created", info.createdAt.rfc3339),
      ("changed", info.changedAt?.rfc3339 ?? "never"), ("changes", info.changes.grouped),
      ("SQLite", info.libraryVersion),
    ]
    for count in info.entities {
      var text = count.live.grouped
      if count.removed > 0 { text += ", and \(count.removed.grouped) removed" }
      if let bytes = count.bytesPerRow, count.entity == .cards || count.entity == .reviews {
        text += ", \(Int(bytes.rounded())) bytes each"
      }
      facts.append((count.entity.words, text))
    }
    return facts
  }

  private static func upgrade(_ info: StoreInfo) -> String {
    "; the next change brings it to \(info.newestSchema)"
  }
}

extension StoreInfo {
  /// The counts of each entity by its name.
  fileprivate var entitiesJSON: JSONValue {
    .object(
      entities.map { count in
        JSONValue.Member(
          count.entity.key,
          .object([
            JSONValue.Member("live", .integer(Int64(count.live))),
            JSONValue.Member("removed", .integer(Int64(count.removed))),
            JSONValue.Member("bytes", .integer(Int64(count.bytes))),
          ]))
      })
  }
}

extension SyncEntity {
  /// What people call its rows.
  fileprivate var words: String {
    switch self {
    case .subTopics: "sub-topics"
    case .cardSubTopics: "links"
    default: key
    }
  }
}
