internal import FlashSQL

/// Inserts rows into a table, several by one statement: SQLite gets ready once for all of them.
///
/// Where no check of a column calls a function and no foreign key is looked at, SQLite keeps no
/// journal of such a statement; else what that costs is more than what is won.
struct GroupInsert {
  /// A column, with the number of its parameter within a row, or what it is in SQL.
  enum Column {
    case parameter(String, Int)
    case constant(String, String)

    fileprivate var name: String {
      switch self {
      case .parameter(let name, _), .constant(let name, _): name
      }
    }

    fileprivate func value(from first: Int) -> String {
      switch self {
      case .parameter(_, let number): "$\(first + number)"
      case .constant(_, let value): value
      }
    }
  }

  /// Rows that one statement writes.
  static let rows = 8

  private let one: SQLiteStatement
  private let many: SQLiteStatement
  /// Parameters of a row.
  let width: Int

  init(
    into table: String, _ columns: [Column], width: Int, on connection: SQLiteConnection
  ) throws(SQLError) {
    func sql(_ rows: Int) -> String {
      let values = (0..<rows).map { row in
        "(" + columns.map { $0.value(from: row * width) }.joined(separator: ", ") + ")"
      }
      return """
        insert or fail into \(table) (\(columns.map(\.name).joined(separator: ", ")))
        values \(values.joined(separator: ", "))
        """
    }
    self.width = width
    one = try connection.statement(sql(1))
    many = try connection.statement(sql(GroupInsert.rows))
  }

  /// The statement for the next rows where so many are left, and how many it takes.
  func statement(for left: Int) -> (statement: SQLiteStatement, rows: Int) {
    left >= GroupInsert.rows ? (many, GroupInsert.rows) : (one, 1)
  }
}

extension SQLiteStatement {
  /// Runs an `insert or fail` of rows.
  /// - Returns: how many there are now: those before the first that is there already.
  func insert(
    _ count: Int, _ values: BorrowedValues, on connection: SQLiteConnection
  ) throws(SQLError) -> Int {
    do throws(SQLError) {
      try run(values)
      return count
    } catch .constraint(let reason) where reason.hasPrefix("UNIQUE") {
      return connection.changedRows
    }
  }
}
