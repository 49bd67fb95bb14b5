public import FlashModel
public import FlashSQL

extension PostgreSQLConnection {
  /// As ``SQLConnection/forEachRow(_:_:of:_:)``.
  public func forEachRow<Entity>(
    _ sql: String, _ values: [SQLValue], of ids: [Identifier<Entity>],
    _ body: (PostgreSQLStatement) throws(SQLError) -> Void
  ) throws(SQLError) {
    guard !ids.isEmpty else { return }
    let last = values.count + 1
    let statement = try statement(sql.replacingMark("{ids}", "= any($\(last)::uuid[])"))
    for (index, value) in values.enumerated() { statement.bind(value, at: index + 1) }
    var array = BinaryArray(.id, count: ids.count)
    for id in ids { array.append(SQLValue(id)) }
    statement.bind(.blob(array.bytes), at: last)
    defer { statement.reset() }
    while try statement.step() { try body(statement) }
  }

  /// As ``SQLConnection/write(_:to:)``.
  public func write(_ rows: [[SQLValue]], to table: SQLTable) throws(SQLError) {
    let target = "(" + table.key.joined(separator: ", ") + ")"
    try run(
      """
      insert into \(table.name) (\(table.list)) select * from \(table.arrays) \
      \(table.replacement(target))
      """, table, rows)
  }

  /// As ``SQLConnection/insert(_:into:)``.
  public func insert(_ rows: [[SQLValue]], into table: SQLTable) throws(SQLError) {
    try run(
      "insert into \(table.name) (\(table.list)) select * from \(table.arrays)", table, rows)
  }

  /// As ``SQLConnection/update(_:in:)``.
  public func update(_ rows: [[SQLValue]], in table: SQLTable) throws(SQLError) {
    let names = table.columns.indices.map { "c\($0)" }.joined(separator: ", ")
    try run(
      table.update(from: " from \(table.arrays) as new (\(names))") { "new.c\($0)" }, table, rows)
  }

  /// Runs a statement that takes an array for each column.
  private func run(_ sql: String, _ table: SQLTable, _ rows: [[SQLValue]]) throws(SQLError) {
    guard !rows.isEmpty else { return }
    let statement = try statement(sql)
    for (index, column) in table.columns.enumerated() {
      var array = BinaryArray(column.type, count: rows.count)
      for row in rows { array.append(row[index]) }
      statement.bind(.blob(array.bytes), at: index + 1)
    }
    try statement.run()
  }
}

extension SQLTable {
  /// The parameters of a statement as a table: one array a column.
  fileprivate var arrays: String {
    let arrays = columns.enumerated()
      .map { "$\($0 + 1)::\(BinaryArray.name(of: $1.type))[]" }.joined(separator: ", ")
    return "unnest(\(arrays))"
  }
}

/// A one-dimensional array in PostgreSQL's binary form.
///
/// - Source: `array_send` of PostgreSQL's backend.
struct BinaryArray {
  private(set) var bytes: [UInt8] = []

  init(_ type: SQLType, count: Int) {
    bytes.reserveCapacity(20 + count * 20)
    // Dimensions, whether there may be nulls, type; length and first index.
    for word in [1, 1, BinaryArray.number(of: type), UInt32(count), 1] { append(word) }
  }

  mutating func append(_ value: SQLValue) {
    switch value {
    case .null: append(UInt32.max)
    case .integer(let value): append(UInt64(bitPattern: value))
    case .double(let value): append((value + 0).bitPattern)
    case .text(let value):
      append(UInt32(value.utf8.count))
      bytes.append(contentsOf: value.utf8)
    case .blob(let value):
      append(UInt32(value.count))
      bytes.append(contentsOf: value)
    case .id(let high, let low):
      append(16 as UInt32)
      for word in [high, low] {
        append(UInt32(truncatingIfNeeded: word >> 32))
        append(UInt32(truncatingIfNeeded: word))
      }
    }
  }

  private mutating func append(_ word: UInt32) {
    for shift in [24, 16, 8, 0] as [UInt32] {
      bytes.append(UInt8(truncatingIfNeeded: word >> shift))
    }
  }

  /// A number of eight bytes, with its length.
  private mutating func append(_ word: UInt64) {
    append(8 as UInt32)
    append(UInt32(truncatingIfNeeded: word >> 32))
    append(UInt32(truncatingIfNeeded: word))
  }

  static func name(of type: SQLType) -> String {
    switch type {
    case .id: "uuid"
    case .integer: "bigint"
    case .double: "double precision"
    case .text: "text"
    case .blob: "bytea"
    }
  }

  /// - Source: `pg_type.dat` of PostgreSQL.
  private static func number(of type: SQLType) -> UInt32 {
    switch type {
    case .id: 2950
    case .integer: 20
    case .double: 701
    case .text: 25
    case .blob: 17
    }
  }
}
