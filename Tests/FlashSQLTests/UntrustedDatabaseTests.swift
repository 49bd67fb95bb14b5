import FlashModel
import FlashSQL
import FlashTestSupport
import Testing

/// Databases that somebody else made.
@Suite struct UntrustedDatabaseTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func made(_ sql: String) throws -> String {
    let path = "\(folder.path)/made.db"
    try SQLiteConnection(path: path, access: .write).execute(sql)
    return path
  }

  @Test("tables are read, and nothing can be written")
  func reading() throws {
    let path = try made("create table t (a); insert into t values (7)")
    var bytes = try folder.read("made.db")
    // As if it had a log, which a copy in an archive never has.
    (bytes[18], bytes[19]) = (2, 2)
    try folder.write(bytes, to: "made.db")
    let opened = try SQLiteConnection(untrusted: path, size: Int64(bytes.count))
    #expect(try opened.integer("select a from t") == 7)
    #expect(throws: SQLError.self) { try opened.execute("insert into t values (8)") }
    #expect(throws: SQLError.self) { try opened.execute("attach 'x' as x") }
    #expect(try folder.read("made.db") == bytes)
  }

  @Test("views and virtual tables are no plain tables, and a view is not run")
  func views() throws {
    let path = try made(
      """
      create table Notes (id integer primary key);
      create view cards as
        with recursive n(x) as (values (1) union all select x + 1 from n) select x as id from n;
      create virtual table revlog using fts5(a);
      """)
    let opened = try SQLiteConnection(untrusted: path, size: 8_192)
    let tables = try opened.plainTables()
    #expect(tables.contains("notes"))
    #expect(!tables.contains("cards") && !tables.contains("revlog"))
    #expect(throws: SQLError.self) { try opened.integer("select count(*) from cards") }
  }

  @Test("statements stop when they take more steps than the file's size allows")
  func endless() throws {
    let opened = try SQLiteConnection(untrusted: try made("create table t (a)"), size: 4_096)
    let endless = """
      with recursive n(x) as (values (1) union all select x + 1 from n) select count(*) from n
      """
    #expect(!opened.isExhausted)
    #expect(throws: SQLError.interrupted) { try opened.integer(endless) }
    #expect(opened.isExhausted)
  }

  @Test("whoever opened it can stop its statements")
  func stopped() throws {
    let path = try made("create table t (a)")
    var asked = 0
    let opened = try SQLiteConnection(untrusted: path, size: 1 << 30) {
      asked += 1
      return asked < 3
    }
    #expect(throws: SQLError.interrupted) {
      try opened.integer(
        "with recursive n(x) as (values (1) union all select x + 1 from n) select count(*) from n")
    }
    #expect(asked == 3)
    #expect(!opened.isExhausted)
  }

  @Test("a file that is no database, or has a page changed, is told as such")
  func damaged() throws {
    let text = try folder.write("no database", to: "text")
    #expect(throws: SQLError.self) {
      try SQLiteConnection(untrusted: text, size: 11).plainTables()
    }
    let path = try made("create table t (a); insert into t values (randomblob(9000))")
    var bytes = try folder.read("made.db")
    for index in 100..<200 { bytes[index] ^= 0x5A }
    try folder.write(bytes, to: "made.db")
    #expect(throws: SQLError.self) {
      try SQLiteConnection(untrusted: path, size: Int64(bytes.count)).plainTables()
    }
  }
}
