public import FlashModel

// Many rows at once: what costs a database in this process a loop, and one behind a socket a single
// round trip.

/// A table as rows are written to it.
public struct SQLTable: Sendable {
  public struct Column: Sendable {
    public let name: String
    public let type: SQLType

    public init(_ name: String, _ type: SQLType) {
      self.name = name
      self.type = type
    }
  }

  public let name: String
  public let columns: [Column]
  /// What makes a row the same row, where more than one is told apart by it.
  public let key: [String]

  public init(_ name: String, key: [String], _ columns: [Column]) {
    self.name = name
    self.key = key
    self.columns = columns
  }

  /// Its columns with commas between, as a query selects them.
  public var list: String { columns.map(\.name).joined(separator: ", ") }

  /// What follows `insert into … values …`, so that a row that is there is replaced.
  /// - Parameter target: the columns of the key in parentheses, or nothing for any.
  public func replacement(_ target: String) -> String {
    let set = columns.filter { !key.contains($0.name) }
      .map { "\($0.name) = excluded.\($0.name)" }.joined(separator: ", ")
    return "on conflict \(target) do update set \(set)"
  }

  /// An `update` of the columns that are not the key's.
  /// - Parameters:
  ///   - source: a table with the new values and what follows it, if they come from one.
  ///   - value: the new value of the n-th column.
  public func update(from source: String = "", _ value: (Int) -> String) -> String {
    var set: [String] = []
    var same: [String] = []
    for (index, column) in columns.enumerated() {
      if key.contains(column.name) {
        same.append("\(name).\(column.name) = \(value(index))")
      } else {
        set.append("\(column.name) = \(value(index))")
      }
    }
    return """
      update \(name) set \(set.joined(separator: ", "))\(source) \
      where \(same.joined(separator: " and "))
      """
  }
}

/// What a column holds.
public enum SQLType: Sendable {
  case id
  case integer
  case double
  case text
  case blob
}

extension SQLiteConnection {
  /// As ``SQLConnection/forEachRow(_:_:of:_:)``.
  public func forEachRow<Entity>(
    _ sql: String, _ values: [SQLValue], of ids: [Identifier<Entity>],
    _ body: (SQLiteStatement) throws(SQLError) -> Void
  ) throws(SQLError) {
    guard !ids.isEmpty else { return }
    let last = values.count + 1
    let statement = try statement(sql.replacingMark("{ids}", "= $\(last)"))
    for (index, value) in values.enumerated() { statement.bind(value, at: index + 1) }
    defer { statement.reset() }
    for id in ids {
      statement.bind(id, at: last)
      while try statement.step() { try body(statement) }
      statement.reset()
    }
  }

  /// As ``SQLConnection/write(_:to:)``.
  public func write(_ rows: [[SQLValue]], to table: SQLTable) throws(SQLError) {
    let numbers = (1...table.columns.count).map { "$\($0)" }.joined(separator: ", ")
    try run(
      "insert into \(table.name) (\(table.list)) values (\(numbers)) \(table.replacement(""))",
      for: rows)
  }

  /// As ``SQLConnection/insert(_:into:)``.
  public func insert(_ rows: [[SQLValue]], into table: SQLTable) throws(SQLError) {
    let numbers = (1...table.columns.count).map { "$\($0)" }.joined(separator: ", ")
    try run("insert into \(table.name) (\(table.list)) values (\(numbers))", for: rows)
  }

  /// As ``SQLConnection/update(_:in:)``.
  public func update(_ rows: [[SQLValue]], in table: SQLTable) throws(SQLError) {
    try run(table.update { "$\($0 + 1)" }, for: rows)
  }

  private func run(_ sql: String, for rows: [[SQLValue]]) throws(SQLError) {
    guard !rows.isEmpty else { return }
    let statement = try statement(sql)
    for row in rows {
      for (index, value) in row.enumerated() { statement.bind(value, at: index + 1) }
      try statement.run()
    }
  }
}

extension String {
  /// The text with the first `mark` replaced.
  public func replacingMark(_ mark: String, _ text: String) -> String {
    guard let range = firstRange(of: mark) else { return self }
    return String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
  }
}
