import FlashSQL
import FlashTestSupport
import Testing

/// What a transaction may expect of either database.
@Suite struct SQLTransactionTests {
  @Test(
    "a row that breaks a rule is a constraint, and no more is lost", arguments: TestDatabase.here)
  func constraint(database: TestDatabase) throws {
    func check(_ connection: some SQLConnection) throws {
      try connection.execute(
        "create table t (a \(connection.dialect.integer) primary key check (a > 0))")
      try connection.run("insert into t values ($1)", [1])
      for value: SQLValue in [1, 0, .null] where value != .null || database == .postgreSQL {
        #expect(throws: SQLError.self) { try connection.run("insert into t values ($1)", [value]) }
        let error = #expect(throws: SQLError.self) {
          try connection.run("insert into t values ($1)", [value])
        }
        guard case .constraint = error else {
          Issue.record("\(String(describing: error))")
          continue
        }
      }
      try connection.run("insert into t values ($1)", [2])
      #expect(try connection.sum() == 3)
    }
    try check(database.connect())
  }

  @Test("SQL that is wrong is told with its text", arguments: TestDatabase.here)
  func wrong(database: TestDatabase) throws {
    func check(_ connection: some SQLConnection) throws {
      for run in [
        { try connection.execute("selct 1") }, { _ = try connection.statement("selct 1") },
        { try connection.run("select nothing from nowhere", []) },
      ] {
        let error = #expect(throws: SQLError.self) { try run() }
        guard case .statement(let sql, _) = error else {
          Issue.record("\(String(describing: error))")
          continue
        }
        #expect(sql == "selct 1" || sql == "select nothing from nowhere")
      }
    }
    try check(database.connect())
  }

  @Test("what is rolled back never was", arguments: TestDatabase.here)
  func rollback(database: TestDatabase) throws {
    func check(_ connection: some SQLConnection) throws {
      try connection.execute("create table t (a \(connection.dialect.integer))")
      try connection.execute("begin")
      try connection.run("insert into t values ($1)", [1])
      #expect(try connection.sum() == 1)
      try connection.execute("rollback")
      #expect(try connection.sum() == 0)
    }
    try check(database.connect())
  }

  @Test(
    "a savepoint takes a failed row back, and the transaction goes on", arguments: TestDatabase.here
  )
  func savepoint(database: TestDatabase) throws {
    func check(_ connection: some SQLConnection) throws {
      try connection.execute("create table t (a \(connection.dialect.integer) primary key)")
      try connection.execute("begin")
      try connection.run("insert into t values ($1)", [1])
      for value in [1, 2, 1, 3] as [Int64] {
        try connection.execute("savepoint one")
        do {
          try connection.run("insert into t values ($1)", [.integer(value)])
          try connection.execute("release savepoint one")
        } catch SQLError.constraint {
          try connection.execute("rollback to savepoint one; release savepoint one")
        }
      }
      try connection.execute("commit")
      #expect(try connection.sum() == 6)
    }
    try check(database.connect())
  }

  @Test("a statement is made once, and works after it failed", arguments: TestDatabase.here)
  func cache(database: TestDatabase) throws {
    func check(_ connection: some SQLConnection) throws {
      try connection.execute("create table t (a \(connection.dialect.integer) primary key)")
      let insert = try connection.statement("insert into t values ($1)")
      for value in [1, 1, 2] as [Int64] {
        insert.bind(.integer(value), at: 1)
        do { try insert.run() } catch SQLError.constraint { #expect(value == 1) }
      }
      #expect(try connection.statement("insert into t values ($1)") === insert)
      #expect(try connection.sum() == 3)
    }
    try check(database.connect())
  }

  @Test("two queries of one connection do not disturb each other", arguments: TestDatabase.here)
  func interleaved(database: TestDatabase) throws {
    func check(_ connection: some SQLConnection) throws {
      try connection.execute(
        "create table t (a \(connection.dialect.integer)); insert into t values (1), (2), (3)")
      let outer = try connection.statement("select a from t order by a")
      var pairs: [[Int64]] = []
      while try outer.step() {
        let inner = try connection.row(
          "select max(a) from t where a <= $1", [.integer(outer.integer(0))]
        ) { $0.integer(0) }
        pairs.append([outer.integer(0), inner ?? -1])
      }
      outer.reset()
      #expect(pairs == [[1, 1], [2, 2], [3, 3]])
    }
    try check(database.connect())
  }

  @Test("an upsert takes the newer row", arguments: TestDatabase.here)
  func upsert(database: TestDatabase) throws {
    func check(_ connection: some SQLConnection) throws {
      let integer = connection.dialect.integer
      try connection.execute("create table t (id \(integer) primary key, a \(integer))")
      for (id, value) in [(1, 10), (2, 20), (1, 30)] as [(Int64, Int64)] {
        try connection.run(
          "insert into t values ($1, $2) on conflict (id) do update set a = excluded.a",
          [.integer(id), .integer(value)])
      }
      #expect(try connection.sum() == 50)
    }
    try check(database.connect())
  }
}

extension SQLConnection {
  fileprivate func sum() throws -> Int64? {
    // A sum of bigints is a numeric to PostgreSQL.
    try row("select cast(coalesce(sum(a), 0) as bigint) from t", []) { row throws(SQLError) in
      row.integer(0)
    }
  }
}
