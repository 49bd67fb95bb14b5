import FlashModel
import FlashSQL
import FlashText

/// Anki's database, opened as something that nobody trusts.
final class AnkiCollection {
  /// The newest schema that is read.
  private static let newestSchema = 18
  private static let oldestSchema = 11

  let database: PrivateDatabase
  /// The same once more, for whoever reads the log meanwhile; nil if there is none.
  let log: PrivateDatabase?
  /// When day 0 began: seconds since 1970.
  let created: Int64
  /// By id.
  private(set) var noteTypes: [Int64: AnkiNoteType] = [:]
  /// Titles by id.
  private(set) var decks: [Int64: String] = [:]
  /// What is said of decks besides their titles, by id.
  private(set) var sources: [Int64: SourceDeck] = [:]
  /// Whether answers in learning were counted from 1 to 3.
  private(set) var hasOldScheduler = false
  /// What could not be read, and can be done without.
  private(set) var warnings: [String] = []

  /// - Parameter goOn: asked now and then while statements run.
  /// - Throws: `.corrupt`, `.tooNew`, `.unsupported`, `.tooLarge`.
  init(_ file: PrivateFile, while goOn: @escaping () -> Bool) throws(PackageError) {
    let second = try PrivateDatabase(
      file, of: "Anki", requiring: ["col", "notes", "cards"], isLast: false, while: goOn)
    log = second.has("revlog") ? second : nil
    database = try PrivateDatabase(file, of: "Anki", requiring: [], while: goOn)
    var head: (created: Int64, schema: Int)?
    try database.forEach("select crt, ver from col limit 1") { row in
      head = (row.integer(0), Int(clamping: row.integer(1)))
    }
    guard let head else { throw .corrupt(reason: "the collection's table 'col' is empty") }
    created = head.created
    if database.has("notetypes"), head.schema > AnkiCollection.oldestSchema {
      try readTables()
    } else {
      try readJSON()
    }
  }

  /// Runs a query and calls `body` for each row.
  func forEach(
    _ sql: String, _ body: (SQLiteStatement) throws(PackageError) -> Void
  ) throws(PackageError) { try database.forEach(sql, body) }

  func reading<Result>(
    _ body: () throws(SQLError) -> Result
  ) throws(PackageError) -> Result { try database.reading(body) }

  // MARK: - Schema 11

  private func readJSON() throws(PackageError) {
    var texts: [[UInt8]] = []
    try forEach("select ver, models, decks, conf, dconf from col limit 1") {
      row throws(PackageError) in
      let schema = Int(clamping: row.integer(0))
      guard schema <= AnkiCollection.newestSchema else {
        throw .tooNew(found: schema, supported: AnkiCollection.newestSchema)
      }
      guard schema >= AnkiCollection.oldestSchema else {
        throw .unsupported(reason: "collections of Anki 1 are not supported; open it with Anki 2")
      }
      texts = [row.bytes(1), row.bytes(2), row.bytes(3), row.bytes(4)]
    }
    guard texts.count == 4 else { throw .corrupt(reason: "the collection has no settings") }
    for (key, value) in try AnkiCollection.members(texts[0], of: "note types") {
      guard let id = Int64(key), let type = AnkiNoteType(json: value) else { continue }
      noteTypes[id] = type
    }
    // A collection without the setting has the scheduler that had none.
    let settings = try? JSONValue(parsing: texts[2])
    let version = settings?["schedVer"]?.whole ?? 1
    let presets = presets(texts[3])
    let hasFSRS = settings?["fsrs"] != .bool(false)
    var options: [Int64: StudyOptions] = [:]
    for (key, value) in presets {
      guard let id = Int64(key) else { continue }
      options[id] = AnkiPreset(json: value)?.options(id: id, hasFSRS: hasFSRS)
    }
    for (key, value) in try AnkiCollection.members(texts[1], of: "decks") {
      guard let id = Int64(key), let deck = AnkiDeck(json: value) else { continue }
      decks[id] = deck.title
      sources[id] = deck.source(options[deck.preset])
    }
    try findOldScheduler(version: version)
  }

  private static func members(
    _ text: [UInt8], of what: String
  ) throws(PackageError) -> [(String, JSONValue)] {
    do throws(JSONError) {
      if case .object(let members) = try JSONValue(parsing: text) {
        return members.map { ($0.key, $0.value) }
      }
    } catch {
      throw .corrupt(reason: "the collection's \(what) can't be read: \(error.message)")
    }
    throw .corrupt(reason: "the collection's \(what) can't be read: not an object")
  }

  /// Decks can do without; generators of packages leave them out.
  private func presets(_ text: [UInt8]) -> [(String, JSONValue)] {
    guard !text.isEmpty else { return [] }
    do throws(JSONError) {
      if case .object(let members) = try JSONValue(parsing: text) {
        return members.map { ($0.key, $0.value) }
      }
      leaveOutOptions("not an object")
    } catch {
      leaveOutOptions(error.message)
    }
    return []
  }

  private func leaveOutOptions(_ reason: String) {
    warnings.append("options of decks are left out: \(reason)")
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
    var version = 2
    var hasFSRS = true
    // The collection has a table of settings since schema 14.
    if database.has("config") {
      try forEach("select KEY, val from config not indexed where KEY in ('schedVer', 'fsrs')") {
        row in
        // A value that is no JSON is not one that Anki would set; it does not count either.
        let value = try? JSONValue(parsing: row.bytes(1))
        if row.text(0) == "fsrs" {
          hasFSRS = value != .bool(false)
        } else {
          version = value?.whole ?? 2
        }
      }
    }
    try readDecks(hasFSRS: hasFSRS)
    try findOldScheduler(version: version)
  }

  private func readDecks(hasFSRS: Bool) throws(PackageError) {
    var options: [Int64: StudyOptions] = [:]
    if database.has("deck_config") {
      do throws(PackageError) {
        try forEach("select id, config from deck_config not indexed") { row throws(PackageError) in
          options[row.integer(0)] = try AnkiPreset(config: row.bytes(1)).options(
            id: row.integer(0), hasFSRS: hasFSRS)
        }
      } catch {
        // Decks can do without.
        leaveOutOptions(error.message)
      }
    }
    try forEach("select id, name, kind from decks not indexed") { row throws(PackageError) in
      let parts = row.text(1).split(separator: "\u{1F}").map(String.init)
      let deck = try AnkiDeck(title: DeckPath(parts: parts).title, kind: row.bytes(2))
      decks[row.integer(0)] = deck.title
      sources[row.integer(0)] = deck.source(options[deck.preset])
    }
  }
}
