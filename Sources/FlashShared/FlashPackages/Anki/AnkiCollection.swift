import FlashModel
import FlashSQL
import FlashText

/// Anki's database, opened as something that nobody trusts.
final class AnkiCollection {
  /// The newest schema that is read.
  private static let newestSchema = 18
  private static let oldestSchema = 11

  let database: SQLiteConnection
  /// When day 0 began: seconds since 1970.
  let created: Int64
  /// By id.
  private(set) var noteTypes: [Int64: AnkiNoteType] = [:]
  /// Titles by id.
  private(set) var decks: [Int64: String] = [:]
  /// Whether answers in learning were counted from 1 to 3.
  private(set) var hasOldScheduler = false
  let hasLog: Bool

  /// - Parameter goOn: asked now and then while statements run.
  /// - Throws: `.corrupt`, `.tooNew`, `.unsupported`, `.tooLarge`.
  init(_ file: PrivateFile, while goOn: @escaping () -> Bool) throws(PackageError) {
    let (opened, created, schema, tables) = try AnkiCollection.open(file, goOn)
    database = opened
    self.created = created
    hasLog = tables.contains("revlog")
    // The database is open: its name is needed no more.
    file.removeName()
    if tables.contains("notetypes"), schema > AnkiCollection.oldestSchema {
      try readTables()
    } else {
      try readJSON()
    }
  }

  private static func open(
    _ file: PrivateFile, _ goOn: @escaping () -> Bool
  ) throws(PackageError) -> (SQLiteConnection, created: Int64, schema: Int, Set<String>) {
    do throws(SQLError) {
      let opened = try SQLiteConnection(
        untrusted: file.path, size: Int64(file.size), goOn: goOn)
      let tables = try opened.plainTables()
      guard tables.isSuperset(of: ["col", "notes", "cards"]) else {
        throw .corrupt(path: file.path, reason: "it lacks tables of Anki")
      }
      let row = try opened.prepare("select crt, ver from col limit 1")
      guard try row.step() else { throw .corrupt(path: file.path, reason: "an empty table 'col'") }
      return (opened, row.integer(0), Int(clamping: row.integer(1)), tables)
    } catch {
      throw PackageError(database: error)
    }
  }

  /// Runs a query and calls `body` for each row.
  func forEach(
    _ sql: String, _ body: (SQLiteStatement) throws(PackageError) -> Void
  ) throws(PackageError) {
    let statement = try reading { () throws(SQLError) in try database.prepare(sql) }
    while try reading({ () throws(SQLError) in try statement.step() }) { try body(statement) }
  }

  func reading<Result>(
    _ body: () throws(SQLError) -> Result
  ) throws(PackageError) -> Result {
    do throws(SQLError) {
      return try body()
    } catch {
      if error == .interrupted, database.isExhausted {
        throw .corrupt(reason: "the collection's tables do not end")
      }
      throw PackageError(database: error)
    }
  }

  // MARK: - Schema 11

  private func readJSON() throws(PackageError) {
    var texts: [[UInt8]] = []
    try forEach("select ver, models, decks, conf from col limit 1") { row throws(PackageError) in
      let schema = Int(clamping: row.integer(0))
      guard schema <= AnkiCollection.newestSchema else {
        throw .tooNew(found: schema, supported: AnkiCollection.newestSchema)
      }
      guard schema >= AnkiCollection.oldestSchema else {
        throw .unsupported(reason: "collections of Anki 1 are not supported; open it with Anki 2")
      }
      texts = [row.bytes(1), row.bytes(2), row.bytes(3)]
    }
    guard texts.count == 3 else { throw .corrupt(reason: "the collection has no settings") }
    for (key, value) in try AnkiCollection.members(texts[0], of: "note types") {
      guard let id = Int64(key), let type = AnkiNoteType(json: value) else { continue }
      noteTypes[id] = type
    }
    for (key, value) in try AnkiCollection.members(texts[1], of: "decks") {
      guard let id = Int64(key), let name = value["name"]?.text else { continue }
      decks[id] = DeckPath(name)?.title
    }
    // A collection without the setting has the scheduler that had none.
    let settings = try? JSONValue(parsing: texts[2])
    let version = settings?["schedVer"]?.whole ?? 1
    try findOldScheduler(version: version)
  }

  private static func members(
    _ text: [UInt8], of what: String
  ) throws(PackageError) -> [(String, JSONValue)] {
    guard case .object(let members)? = try? JSONValue(parsing: text) else {
      throw .corrupt(reason: "the collection's \(what) can't be read")
    }
    return members.map { ($0.key, $0.value) }
  }

  /// Generators of packages leave the setting out as well; they write new cards alone.
  private func findOldScheduler(version: Int) throws(PackageError) {
    guard version < 2 else { return }
    try forEach("select 1 from cards where queue <> 0 limit 1") { _ in hasOldScheduler = true }
  }

  // MARK: - Schema 12 to 18

  private func readTables() throws(PackageError) {
    try forEach("select ver from col limit 1") { row throws(PackageError) in
      let schema = Int(clamping: row.integer(0))
      guard schema <= AnkiCollection.newestSchema else {
        throw .tooNew(found: schema, supported: AnkiCollection.newestSchema)
      }
    }
    var fields: [Int64: [String]] = [:]
    try forEach("select ntid, name from fields not indexed order by ntid, ord") { row in
      fields[row.integer(0), default: []].append(row.text(1))
    }
    var templates: [Int64: [AnkiNoteType.Source]] = [:]
    try forEach(
      "select ntid, name, config from templates not indexed order by ntid, ord"
    ) { row throws(PackageError) in
      templates[row.integer(0), default: []].append(
        try AnkiNoteType.source(name: row.text(1), config: row.bytes(2)))
    }
    try forEach("select id, name, config from notetypes not indexed") {
      row throws(PackageError) in
      let id = row.integer(0)
      noteTypes[id] = AnkiNoteType(
        name: row.text(1), isCloze: try AnkiNoteType.isCloze(config: row.bytes(2)),
        fields: fields[id] ?? [], templates: templates[id] ?? [])
    }
    try forEach("select id, name from decks not indexed") { row in
      let parts = row.text(1).split(separator: "\u{1F}").map(String.init)
      decks[row.integer(0)] = DeckPath(parts: parts).title
    }
    var version = 2
    // The collection has a table of settings since schema 14.
    try? forEach("select val from config not indexed where KEY = 'schedVer'") { row in
      version = (try? JSONValue(parsing: row.bytes(0)))?.whole ?? 2
    }
    try findOldScheduler(version: version)
  }
}

extension PackageError {
  /// What a database that nobody trusts refused.
  init(database error: SQLError) {
    switch error {
    case .notADatabase: self = .corrupt(reason: "the collection is no database")
    case .corrupt(_, let reason): self = .corrupt(reason: "the collection is damaged: \(reason)")
    case .statement(_, let reason):
      self = .corrupt(reason: "the collection is not what Anki writes: \(reason)")
    case .constraint(let reason): self = .tooLarge(reason: "the collection: \(reason)")
    case .interrupted: self = .interrupted
    default: self = .unreadable(reason: error.message)
    }
  }
}
