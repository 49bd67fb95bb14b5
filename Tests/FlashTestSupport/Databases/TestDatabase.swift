import FlashPostgreSQL
public import FlashSQL
public import Testing

/// What the same tests run on.
public enum TestDatabase: String, Sendable, CaseIterable, CustomTestStringConvertible {
  case sqlite = "SQLite"
  case postgreSQL = "PostgreSQL"

  /// Those that are on this machine.
  public static var here: [TestDatabase] {
    TestPostgreSQL.isInstalled ? allCases : [.sqlite]
  }

  public var testDescription: String { rawValue }

  /// A connection to a new, empty database.
  public func connect() throws -> any SQLConnection {
    switch self {
    case .sqlite: try SQLiteConnection(path: ":memory:", access: .write)
    case .postgreSQL: try PostgreSQLConnection(TestPostgreSQL.database())
    }
  }
}
