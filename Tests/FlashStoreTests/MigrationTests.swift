import FlashModel
import FlashSQL
import FlashStore
import FlashTestSupport
import Testing

@Suite struct MigrationTests {
  /// A stored collection of an old schema, in a folder of its own.
  private struct Old {
    let folder: TemporaryDirectory
    let bytes: [UInt8]
    var path: String { folder.path + "/collection.db" }

    init(version: Int) throws {
      folder = try TemporaryDirectory()
      bytes = try FlashTestSupport.Fixture.bytes("stores/collection-\(version).db")
      try folder.write(bytes, to: "collection.db")
    }
  }

  private func records(_ store: Store) throws -> [StoredRecord] {
    var records: [StoredRecord] = []
    try store.forEachRecord { records.append($0) }
    return records
  }

  private func schema(_ path: String) throws -> [String] {
    let connection = try SQLiteConnection(path: path, access: .read)
    let statement = try connection.statement(
      "select sql from sqlite_schema where sql is not null order by name")
    var lines: [String] = []
    while try statement.step() { lines.append(statement.text(0)) }
    return lines
  }

  @Test("an old collection is read as it is, and not touched", arguments: [1])
  func reading(version: Int) throws {
    let old = try Old(version: version)
    let store = try Store(
      path: old.path, for: .reading, at: monday, random: SystemRandomNumberGenerator())
    #expect(try store.cards().count > 2)
    #expect(try store.undoableActions().count > 5)
    let rehearsal = try Store(
      path: old.path, for: .rehearsing, at: monday, random: SystemRandomNumberGenerator())
    try rehearsal.addDeck(titled: "New", at: monday)
    #expect(try old.folder.read("collection.db") == old.bytes)
    #expect(!old.folder.exists("collection.db.v\(version)"))
  }

  @Test("the schema that a version is told by is the newest")
  func newest() throws {
    let fixture = try Fixture()
    let connection = try SQLiteConnection(path: fixture.path, access: .read)
    #expect(try connection.integer("pragma user_version") == Int64(Compatibility.storeSchema))
  }

  @Test("an upgrade keeps every record, and a checked copy of the file", arguments: [1])
  func upgrade(version: Int) throws {
    let old = try Old(version: version)
    let before = try records(
      Store(path: old.path, for: .reading, at: monday, random: SystemRandomNumberGenerator()))
    let store = try Store(
      path: old.path, for: .writing, at: monday, random: SystemRandomNumberGenerator())
    #expect(try records(store) == before)
    let undone = try store.undo(by: rules, at: monday)
    #expect(try store.redo(by: rules, at: monday).label == undone.label)
    #expect(try store.check(by: rules, at: .distantFuture).findings == [])
    store.close()
    let fresh = try Fixture()
    #expect(try schema(old.path) == schema(fresh.path))
    let copy = old.folder.path + "/collection.db.v\(version)"
    #expect(
      try records(
        Store(path: copy, for: .reading, at: monday, random: SystemRandomNumberGenerator()))
        == before)
    let connection = try SQLiteConnection(path: copy, access: .read)
    #expect(try connection.integer("pragma user_version") == Int64(version))
  }

  @Test("where the copy can't be made the collection stays as it was")
  func noCopy() throws {
    let old = try Old(version: 1)
    // A folder is in the way.
    try old.folder.makeFolder("collection.db.v1.new")
    #expect(throws: StoreError.self) {
      try Store(path: old.path, for: .writing, at: monday, random: SystemRandomNumberGenerator())
    }
    #expect(try SQLiteConnection(path: old.path, access: .read).integer("pragma user_version") == 1)
  }
}

extension Timestamp {
  /// Later than any clock of a test.
  static let distantFuture = Timestamp(milliseconds: 1 << 60)
}
