import FlashModel
import FlashSQL
import FlashTestSupport
import Testing

/// What one text of SQL may expect of either database.
@Suite struct SQLConnectionTests {
  @Test(
    "the tests of PostgreSQL run",
    .enabled(if: TestPostgreSQL.isInstalled, "\(TestPostgreSQL.reason)"))
  func installed() throws {
    #expect(try TestDatabase.postgreSQL.connect().dialect == .postgreSQL)
  }

  @Test("whole numbers come back as they were", arguments: TestDatabase.here)
  func integers(database: TestDatabase) throws {
    let values: [Int64] = [0, 1, -1, 127, -128, 1 << 40, -(1 << 40), .max, .min]
    func check(_ connection: some SQLConnection) throws {
      try connection.makeTable("value", connection.dialect.integer)
      let read = try connection.roundTrip(values.map { .integer($0) }) { $0.integer(0) }
      #expect(read == values)
    }
    try check(database.connect())
  }

  @Test("fractions come back bit for bit, but for the negative zero", arguments: TestDatabase.here)
  func doubles(database: TestDatabase) throws {
    let values = [0, -0.0, 0.1, -1.5, 1e300, Double.leastNonzeroMagnitude, .pi, 36_500]
    func check(_ connection: some SQLConnection) throws {
      try connection.makeTable("value", connection.dialect.double)
      let read = try connection.roundTrip(values.map { .double($0) }) { $0.double(0) }
      #expect(read.map(\.bitPattern) == values.map { ($0 + 0).bitPattern })
    }
    try check(database.connect())
  }

  @Test("text comes back as it was, an empty one is no null", arguments: TestDatabase.here)
  func texts(database: TestDatabase) throws {
    let values = ["", "a", "héllo 👍 日本", "it's \"quoted\" \\ $1 ?1", "line\nline\t", "\u{7F}"]
    func check(_ connection: some SQLConnection) throws {
      try connection.makeTable("value", "text")
      let read = try connection.roundTrip(values.map { .text($0) }) { $0.optionalText(0) }
      #expect(read == values)
    }
    try check(database.connect())
  }

  @Test("bytes come back as they were, none are no null", arguments: TestDatabase.here)
  func blobs(database: TestDatabase) throws {
    let values: [[UInt8]] = [[], [0], Array(0...255), [UInt8](repeating: 7, count: 1 << 20)]
    func check(_ connection: some SQLConnection) throws {
      try connection.makeTable("value", connection.dialect.blob)
      let read = try connection.roundTrip(values.map { .blob($0) }) {
        $0.isNull(0) ? nil : $0.bytes(0)
      }
      #expect(read == values)
    }
    try check(database.connect())
  }

  @Test("an id is its 16 bytes, found by them and in their order", arguments: TestDatabase.here)
  func identifiers(database: TestDatabase) throws {
    let ids: [CardID] = [
      Identifier(high: 0, low: 1), Identifier(high: 0x0102_0304_0506_0708, low: .max),
      Identifier(high: .max, low: 0),
    ]
    func check(_ connection: some SQLConnection) throws {
      try connection.makeTable("value", connection.dialect.id)
      let read = try connection.roundTrip(ids.map { SQLValue($0) }) { $0.identifier(0) as CardID? }
      #expect(read == ids)
      for id in ids {
        let found = try connection.row("select n from t where value = $1", [SQLValue(id)]) {
          $0.integer(0)
        }
        #expect(found == Int64(ids.firstIndex(of: id) ?? -1))
      }
      let sorted = try connection.rows("select value from t order by value desc") {
        $0.identifier(0) as CardID?
      }
      #expect(sorted == ids.reversed())
    }
    try check(database.connect())
  }

  @Test("a null is a null in every type", arguments: TestDatabase.here)
  func nulls(database: TestDatabase) throws {
    func check(_ connection: some SQLConnection) throws {
      let dialect = connection.dialect
      try connection.execute(
        """
        create table t (i \(dialect.integer), d \(dialect.double), t text, b \(dialect.blob),
          id \(dialect.id))
        """)
      try connection.run(
        "insert into t values ($1, $2, $3, $4, $5)", Array(repeating: .null, count: 5))
      _ = try connection.row("select i, d, t, b, id from t") { row in
        #expect((0..<5).map { row.isNull($0) } == Array(repeating: true, count: 5))
        #expect(row.optionalInteger(0) == nil)
        #expect(row.optionalDouble(1) == nil)
        #expect(row.optionalText(2) == nil)
        #expect(row.bytes(3) == [])
        #expect(row.identifier(4) as CardID? == nil)
      }
    }
    try check(database.connect())
  }

  @Test("counts, sums and comparisons are whole numbers", arguments: TestDatabase.here)
  func counts(database: TestDatabase) throws {
    func check(_ connection: some SQLConnection) throws {
      try connection.makeTable("value", connection.dialect.integer)
      _ = try connection.roundTrip([.integer(3), .integer(4)]) { $0.integer(0) }
      let row = try connection.row("select count(*), max(value), count(*) > 1 from t") {
        [$0.integer(0), $0.integer(1), $0.integer(2)]
      }
      #expect(row == [2, 4, 1])
    }
    try check(database.connect())
  }

  @Test("parameters count by their number, and one may stand twice", arguments: TestDatabase.here)
  func numbering(database: TestDatabase) throws {
    func check(_ connection: some SQLConnection) throws {
      try connection.makeTable("value", connection.dialect.integer)
      try connection.run("insert into t (value, n) values ($2, $1)", [1, 20])
      let found = try connection.rows(
        "select value from t where n = $2 and value > $1 and n < $1", [5, 1]
      ) { $0.integer(0) }
      #expect(found == [20])
    }
    try check(database.connect())
  }
}

extension SQLConnection {
  /// A table `t` of numbered values.
  func makeTable(_ name: String, _ type: String) throws {
    try execute("create table t (n \(dialect.integer), \(name) \(type))")
  }

  /// Writes values with one statement, and reads them in order.
  func roundTrip<Value>(_ values: [SQLValue], _ read: (Statement) -> Value) throws -> [Value] {
    for (number, value) in values.enumerated() {
      try run("insert into t (n, value) values ($1, $2)", [.integer(Int64(number)), value])
    }
    return try rows("select value from t order by n", []) { row throws(SQLError) in read(row) }
  }
}
