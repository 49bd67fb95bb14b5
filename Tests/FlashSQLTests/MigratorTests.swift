import FlashSQL
import Testing

@Suite struct MigratorTests {
  private let migrator = Migrator(
    applicationID: 42,
    migrations: [
      Migration(version: 1, summary: "one", sql: "create table one (a integer) strict"),
      Migration(version: 2, summary: "two", sql: "create table two (a integer) strict"),
    ])

  @Test("an empty file is brought to the newest version, and then has nothing to do")
  func fresh() throws {
    let connection = try SQLiteConnection(path: ":memory:", access: .write)
    #expect(try migrator.examine(connection) == .empty)
    try migrator.run(on: connection, from: 0)
    #expect(try migrator.examine(connection) == .ours(version: 2))
    try migrator.run(on: connection, from: 2)
    #expect(try connection.integer("select count(*) from sqlite_schema") == 2)
  }

  @Test("somebody else's database is foreign")
  func foreign() throws {
    let connection = try SQLiteConnection(path: ":memory:", access: .write)
    try connection.execute("create table theirs (a integer)")
    #expect(try migrator.examine(connection) == .foreign)
  }

  @Test("a step that fails leaves the version before it")
  func failure() throws {
    let connection = try SQLiteConnection(path: ":memory:", access: .write)
    let broken = Migrator(
      applicationID: 42,
      migrations: migrator.migrations + [
        Migration(
          version: 3, summary: "bad", sql: "create table three (a integer) strict; create nonsense")
      ])
    #expect(throws: SQLError.self) { try broken.run(on: connection, from: 0) }
    #expect(try broken.examine(connection) == .ours(version: 2))
    #expect(try connection.integer("select count(*) from sqlite_schema") == 2)
    #expect(!connection.isInTransaction)
  }
}
