/// One numbered step of a schema. Once released it is never edited again.
public struct Migration: Sendable {
  /// From 1, without gaps.
  public let version: Int
  public let summary: String
  public let sql: String

  public init(version: Int, summary: String, sql: String) {
    self.version = version
    self.summary = summary
    self.sql = sql
  }
}

/// Brings a database to the newest of a list of migrations, one transaction each.
public struct Migrator: Sendable {
  /// What marks our files, `pragma application_id`.
  public let applicationID: Int64
  public let migrations: [Migration]

  public init(applicationID: Int64, migrations: [Migration]) {
    self.applicationID = applicationID
    self.migrations = migrations
  }

  public var newestVersion: Int { migrations.last?.version ?? 0 }

  /// What a database turned out to be.
  public enum Finding: Sendable, Hashable {
    /// Nothing is in it yet.
    case empty
    /// Ours, with the schema of that version.
    case ours(version: Int)
    /// Somebody else's.
    case foreign
  }

  /// Looks at a database without changing it.
  /// - Throws: `.notADatabase`, `.corrupt`.
  public func examine(_ connection: SQLiteConnection) throws(SQLError) -> Finding {
    let application = try connection.integer("pragma application_id") ?? 0
    let version = Int(try connection.integer("pragma user_version") ?? 0)
    if application == applicationID { return .ours(version: version) }
    let tables = try connection.integer("select count(*) from sqlite_schema") ?? 0
    return application == 0 && version == 0 && tables == 0 ? .empty : .foreign
  }

  /// Runs what is missing after `version`. The caller holds the write lock.
  public func run(on connection: SQLiteConnection, from version: Int) throws(SQLError) {
    for migration in migrations where migration.version > version {
      try connection.execute("begin immediate")
      do throws(SQLError) {
        try connection.execute(migration.sql)
        try connection.execute("pragma application_id = \(applicationID)")
        try connection.execute("pragma user_version = \(migration.version)")
        try connection.execute("commit")
      } catch {
        // SQLite may have rolled back by itself; the first error is the one to tell.
        try? connection.execute("rollback")
        throw error
      }
    }
  }
}
