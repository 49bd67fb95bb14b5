import FlashModel
import FlashSQL
import FlashTestSupport
import Testing

@Suite struct SQLiteConnectionTests {
  @Test("what is bound is read back, of each type")
  func values() throws {
    let connection = try SQLiteConnection(path: ":memory:", access: .write)
    let id: CardID = Identifier(high: 0x0102_0304_0506_0708, low: 0xF0E0_D0C0_B0A0_9080)
    let statement = try connection.prepare("select $1, $2, $3, $4, $5, $6")
    statement.bind(Int64.min, at: 1)
    statement.bind(0.1, at: 2)
    statement.bind("héllo\0x", at: 3)
    statement.bind(id, at: 4)
    statement.bind(nil as Int64?, at: 5)
    statement.bind("", at: 6)
    #expect(try statement.step())
    #expect(statement.integer(0) == .min)
    #expect(statement.double(1) == 0.1)
    #expect(statement.text(2) == "héllo\0x")
    #expect(statement.identifier(3) == id)
    #expect(statement.identifier(2) as CardID? == nil)
    #expect(statement.optionalInteger(4) == nil)
    #expect(statement.optionalText(5) == "")
    #expect(statement.hasBytes(Array("héllo\0x".utf8)[...], at: 2))
    #expect(try !statement.step())
  }

  @Test("parameters count by their number, whatever the order in which they appear")
  func numbering() throws {
    let connection = try SQLiteConnection(path: ":memory:", access: .write)
    let answer = try connection.integer("select $2 * 10 + $1 + '$1' * 0", 3, 4)
    #expect(answer == 43)
  }

  @Test("a constraint is told in SQLite's words")
  func constraint() throws {
    let connection = try SQLiteConnection(path: ":memory:", access: .write)
    try connection.execute("create table t (a integer not null check (a > 0)) strict")
    #expect(throws: SQLError.constraint(reason: "CHECK constraint failed: a > 0")) {
      try connection.run("insert into t values ($1)", 0)
    }
    #expect(try connection.integer("select count(*) from t") == 0)
  }

  @Test("a file that is missing is named, and is not made by reading")
  func missing() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path + "/none.db"
    #expect(throws: SQLError.cannotOpen(path: path, reason: "no such file or directory")) {
      try SQLiteConnection(path: path, access: .read)
    }
    #expect(!folder.exists("none.db"))
  }

  @Test(
    "case does not matter to flash_contains, in any alphabet",
    arguments: [
      ("Hello World", "lo wo", true), ("HELLO", "hello", true), ("[x]", "{x}", false),
      ("ÄPFEL und Birnen", "äpfel", true), ("Привет", "привет", true), ("abc", "abcd", false),
      ("abc", "", true), ("@@@A", "a", true), ("`", "@", false), ("", "a", false),
    ])
  func contains(text: String, needle: String, found: Bool) throws {
    let connection = try SQLiteConnection(path: ":memory:", access: .write)
    let answer = try connection.integer(
      "select flash_contains($1, $2)", .text(text), .text(needle))
    #expect(answer == (found ? 1 : 0))
  }

  @Test("a copy holds what the source held, and nothing of it reaches the source")
  func copy() throws {
    let source = try SQLiteConnection(path: ":memory:", access: .write)
    try source.execute("create table t (a integer); insert into t values (1), (2)")
    let target = try SQLiteConnection(path: "", access: .write)
    try target.copy(from: source)
    try target.execute("delete from t where a = 1")
    #expect(try source.integer("select sum(a) from t") == 3)
    #expect(try target.integer("select sum(a) from t") == 2)
  }
}

@Suite struct BorrowedTextTests {
  @Test("texts bound for one run are stored, and their parameters are null afterwards")
  func borrowed() throws {
    let connection = try SQLiteConnection(path: "", access: .write)
    try connection.execute("create table t (n integer primary key, a text, b text, c text)")
    let insert = try connection.prepare("insert into t values ($1, $2, $3, $4)")
    insert.bind(Int64(1), at: 1)
    let bytes = Array("-é\u{1F44D}-".utf8)
    try insert.run(utf8: [bytes[...], [], bytes[1..<3]], from: 2)
    insert.bind(Int64(2), at: 1)
    try insert.run()
    let rows = try connection.prepare("select a, b, c from t order by n")
    #expect(try rows.step())
    #expect([rows.text(0), rows.text(1), rows.text(2)] == ["-é👍-", "", "é"])
    #expect(!rows.isNull(1))
    #expect(try rows.step())
    #expect([rows.isNull(0), rows.isNull(1), rows.isNull(2)] == [true, true, true])
  }

  @Test("a refused row is an error, and the statement can be used again")
  func refused() throws {
    let connection = try SQLiteConnection(path: "", access: .write)
    try connection.execute("create table t (a text unique, b text, c text)")
    let insert = try connection.prepare("insert into t values ($1, $2, $3)")
    let row: InlineArray<3, ArraySlice<UInt8>> = [[65], [66], [67]]
    try insert.run(utf8: row, from: 1)
    #expect(throws: SQLError.constraint(reason: "UNIQUE constraint failed: t.a")) {
      try insert.run(utf8: row, from: 1)
    }
    try insert.run(utf8: [[68], [], []], from: 1)
    #expect(try connection.integer("select count(*) from t") == 2)
  }

  @Test("the log's length is known after each commit, and a fold keeps its file for the next ones")
  func logLength() throws {
    let folder = try TemporaryDirectory()
    let connection = try SQLiteConnection(path: folder.path + "/a.db", access: .write)
    try connection.execute("pragma journal_mode = wal; create table t (a)")
    var lengths: [Int] = [connection.pagesInLog]
    for _ in 0..<3 {
      try connection.execute("insert into t values (zeroblob(5000))")
      lengths.append(connection.pagesInLog)
    }
    #expect(lengths == lengths.sorted() && Set(lengths).count == 4)
    let size = try folder.read("a.db-wal").count
    #expect(try connection.checkpoint(empties: false))
    #expect(try folder.read("a.db-wal").count == size)
    try connection.execute("insert into t values (1)")
    #expect(connection.pagesInLog < lengths[3])
    #expect(try folder.read("a.db-wal").count == size)
    #expect(try connection.checkpoint())
    #expect(try folder.read("a.db-wal").isEmpty)
  }

  @Test("a log that a reader still needs is not moved whole, and loses nothing")
  func reader() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path + "/a.db"
    let connection = try SQLiteConnection(path: path, access: .write)
    try connection.execute("pragma journal_mode = wal; create table t (a)")
    let reader = try SQLiteConnection(path: path, access: .read)
    try reader.execute("begin")
    #expect(try reader.integer("select count(*) from t") == 0)
    try connection.execute("insert into t values (1)")
    #expect(try !connection.checkpoint(empties: false))
    #expect(try reader.integer("select count(*) from t") == 0)
    try reader.execute("commit")
    #expect(try reader.integer("select count(*) from t") == 1)
    #expect(try connection.checkpoint(empties: false))
  }

  @Test("SQL calls a function of ours with what it passes, null included")
  func functions() throws {
    let connection = try SQLiteConnection(path: ":memory:", access: .write)
    try connection.define("told", taking: 3) { arguments in
      guard let number = arguments.integer(0), let factor = arguments.double(1) else {
        return .null
      }
      let length = arguments.withText(2) { text in
        text.indices.reduce(0) { $0 + Int64(text[$1] == UInt8(ascii: "a") ? 1 : 10) }
      }
      return length.map { .integer(number + $0) } ?? .double(factor)
    }
    let statement = try connection.prepare(
      "select told(100, 0, 'aéa'), told(1, 0.25, null), told(null, 1, ''), told(3, 1, '')")
    #expect(try statement.step())
    #expect(
      (0..<4).map { statement.value($0) } == [.integer(122), .double(0.25), .null, .integer(3)])
    #expect(throws: SQLError.self) { try connection.prepare("select told(1)") }
  }
}
