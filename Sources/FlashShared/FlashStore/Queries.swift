internal import FlashModel
internal import FlashSQL

extension Store {
  /// All rows of a query, each read by `row`.
  func rows<Row>(
    _ sql: String, _ values: [SQLValue] = [], _ row: (SQLiteStatement) throws(SQLError) -> Row
  ) throws(StoreError) -> [Row] {
    try storing { () throws(SQLError) in
      let statement = try connection.statement(sql)
      for (index, value) in values.enumerated() { statement.bind(value, at: index + 1) }
      defer { statement.reset() }
      var rows: [Row] = []
      while try statement.step() { rows.append(try row(statement)) }
      return rows
    }
  }

  /// The first row of a query, read by `row`.
  func row<Row>(
    _ sql: String, _ values: [SQLValue] = [], _ row: (SQLiteStatement) throws(SQLError) -> Row
  ) throws(StoreError) -> Row? {
    try storing { () throws(SQLError) in
      let statement = try connection.statement(sql)
      for (index, value) in values.enumerated() { statement.bind(value, at: index + 1) }
      defer { statement.reset() }
      return try statement.step() ? try row(statement) : nil
    }
  }

  /// A whole number, 0 if the query has no row.
  func count(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) -> Int {
    Int(try row(sql, values) { $0.integer(0) } ?? 0)
  }

  /// Inserts a row, counts the change, and notes it for undo.
  /// - Parameter values: in the order of `columns`, which leave out `change_seq`.
  /// - Returns: the row's key.
  func insert(
    _ entity: SyncEntity, _ columns: String, _ values: [SQLValue]
  ) throws(StoreError) -> Int64 {
    let change = try nextChange()
    let marks = (1...values.count + 1).map { "$\($0)" }.joined(separator: ", ")
    let key = try storing { () throws(SQLError) in
      let statement = try connection.statement(
        "insert into \(entity.key) (\(columns), change_seq) values (\(marks))")
      for (index, value) in values.enumerated() { statement.bind(value, at: index + 1) }
      statement.bind(change, at: values.count + 1)
      try statement.run()
      return connection.lastInsertedKey
    }
    try journalInsert(entity, key: key)
    return key
  }
}
