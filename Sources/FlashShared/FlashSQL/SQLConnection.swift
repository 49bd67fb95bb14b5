public import FlashModel

/// What SQLite and PostgreSQL have in common: one text of SQL runs on both.
///
/// Parameters are written `$1`, `$2`, … on both; ids are 16 bytes, whole numbers 64 bits.
public protocol SQLConnection: AnyObject {
  associatedtype Statement: SQLStatement

  /// Where the two really differ.
  var dialect: SQLDialect { get }

  /// A prepared statement, made once and kept.
  func statement(_ sql: String) throws(SQLError) -> Statement

  /// Runs one or more statements without parameters.
  func execute(_ sql: String) throws(SQLError)

  /// Calls `body` for each row that a query finds for any of `ids`, in no order. It must not run the
  /// same query.
  /// - Parameters:
  ///   - sql: has `{ids}` where it compares: `where user_id = $1 and id {ids}`.
  ///   - ids: none twice.
  func forEachRow<Entity>(
    _ sql: String, _ values: [SQLValue], of ids: [Identifier<Entity>],
    _ body: (Statement) throws(SQLError) -> Void
  ) throws(SQLError)

  /// Writes rows, each over the one of the same key if there is one; no key twice.
  func write(_ rows: [[SQLValue]], to table: SQLTable) throws(SQLError)

  /// Writes rows of which none is there.
  /// - Throws: `.constraint` if one is.
  func insert(_ rows: [[SQLValue]], into table: SQLTable) throws(SQLError)

  /// Changes the columns of `table` in rows that are there, told apart by its key; no key twice. The
  /// other columns stay as they are.
  func update(_ rows: [[SQLValue]], in table: SQLTable) throws(SQLError)
}

/// A prepared statement. Parameters count from 1, columns from 0.
///
/// Bind everything, ``step()`` through the rows, ``reset()``.
public protocol SQLStatement: AnyObject {
  func bind(_ value: SQLValue, at index: Int)

  /// Goes to the next row.
  /// - Returns: false once there is none.
  func step() throws(SQLError) -> Bool

  /// Makes ready for the next use.
  func reset()

  func isNull(_ column: Int) -> Bool
  /// The column as a whole number, 0 if it is null.
  func integer(_ column: Int) -> Int64
  func double(_ column: Int) -> Double
  /// The column as text, empty if it is null.
  func text(_ column: Int) -> String
  /// The bytes of a blob, empty if it is null.
  func bytes(_ column: Int) -> [UInt8]
  /// The column as an id; nil if it is not 16 bytes.
  func identifier<Entity>(_ column: Int) -> Identifier<Entity>?
}

/// Where the two databases differ.
public enum SQLDialect: Sendable {
  case sqlite
  case postgreSQL

  /// The type of an id's column.
  public var id: String { self == .sqlite ? "blob" : "uuid" }
  public var blob: String { self == .sqlite ? "blob" : "bytea" }
  public var integer: String { self == .sqlite ? "integer" : "bigint" }
  public var double: String { self == .sqlite ? "real" : "double precision" }
  /// What stands behind the columns of a table.
  public var tableSuffix: String { self == .sqlite ? " strict" : "" }
}

extension SQLStatement {
  public func optionalInteger(_ column: Int) -> Int64? { isNull(column) ? nil : integer(column) }
  public func optionalDouble(_ column: Int) -> Double? { isNull(column) ? nil : double(column) }
  public func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }
  public func timestamp(_ column: Int) -> Timestamp { Timestamp(milliseconds: integer(column)) }
  public func optionalTimestamp(_ column: Int) -> Timestamp? {
    isNull(column) ? nil : timestamp(column)
  }

  /// Runs to the end and makes ready for the next use.
  public func run() throws(SQLError) {
    while try step() {}
    reset()
  }
}

extension SQLConnection {
  /// Runs one statement that returns nothing, with its parameters.
  public func run(_ sql: String, _ values: [SQLValue]) throws(SQLError) {
    let statement = try statement(sql)
    for (index, value) in values.enumerated() { statement.bind(value, at: index + 1) }
    try statement.run()
  }

  /// All rows of a query, each read by `row`.
  public func rows<Row>(
    _ sql: String, _ values: [SQLValue] = [], _ row: (Statement) throws(SQLError) -> Row
  ) throws(SQLError) -> [Row] {
    let statement = try statement(sql)
    for (index, value) in values.enumerated() { statement.bind(value, at: index + 1) }
    defer { statement.reset() }
    var rows: [Row] = []
    while try statement.step() { rows.append(try row(statement)) }
    return rows
  }

  /// The first row of a query, read by `row`; nil if there is none.
  public func row<Row>(
    _ sql: String, _ values: [SQLValue] = [], _ row: (Statement) throws(SQLError) -> Row
  ) throws(SQLError) -> Row? {
    let statement = try statement(sql)
    for (index, value) in values.enumerated() { statement.bind(value, at: index + 1) }
    defer { statement.reset() }
    return try statement.step() ? try row(statement) : nil
  }
}

extension SQLiteConnection: SQLConnection {
  public var dialect: SQLDialect { .sqlite }
}

extension SQLiteStatement: SQLStatement {}
