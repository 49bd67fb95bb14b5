public import FlashModel
public import FlashPostgreSQL
import FlashSQL
import Synchronization

/// PostgreSQL: all tables in one database, an account's rows keyed by its user.
public final class PostgreSQLStorage: ServerStorage {
  private let address: String
  private let idle = Mutex([Pooled]())

  /// Connections that are kept between requests.
  private static let mostIdle = 32
  /// How often a transaction that others got in the way of is tried.
  private static let tries = 5

  // A connection is used by one thread at a time: whoever has taken it out of the pool.
  private struct Pooled: @unchecked Sendable {
    let connection: PostgreSQLConnection
  }

  /// - Parameter address: a URL, as libpq takes it.
  public init(address: String) { self.address = address }

  public func migrate() throws {
    try withConnection { connection in
      try connection.execute("begin")
      do {
        // One at a time, of however many servers start at once.
        try connection.execute("select pg_advisory_xact_lock(5063504150345633)")
        // Rows without a part are of the time when the directory's tables had not changed yet.
        try connection.execute(
          """
          create table if not exists schema_version (version bigint not null);
          alter table schema_version add column if not exists part text;
          """)
        for part in Schema.Part.allCases { try PostgreSQLStorage.migrate(part, in: connection) }
        try connection.execute("commit")
      } catch {
        // The first error is the one to tell.
        try? connection.execute("rollback")
        throw error
      }
    }
  }

  private static func migrate(
    _ part: Schema.Part, in connection: PostgreSQLConnection
  ) throws {
    let version =
      try connection.row(
        """
        select max(case when part is null and $1 = 'directory' then 1 else version end)
        from schema_version where part is null or part = $1
        """, [.text(part.rawValue)]
      ) { $0.integer(0) } ?? 0
    let steps = Schema.steps(of: part)
    let newest = Int64(steps.last?.version ?? 0)
    guard version <= newest else {
      throw SQLError.cannotOpen(path: "postgres", reason: "a newer flash wrote it")
    }
    for step in steps where step.version > version {
      try connection.execute(Schema.text(step.sql, .postgreSQL))
    }
    guard version < newest else { return }
    try connection.run(
      "insert into schema_version (version, part) values ($1, $2)",
      [.integer(newest), .text(part.rawValue)])
  }

  public func directory<Result>(
    until deadline: Deadline?, _ body: (PostgreSQLConnection) throws -> Result
  ) throws -> Result {
    try transaction("begin", until: deadline, body)
  }

  public func readDirectory<Result>(
    until deadline: Deadline?, _ body: (PostgreSQLConnection) throws -> Result
  ) throws -> Result {
    try transaction("begin read only", until: deadline, body)
  }

  public func account<Result>(
    _ user: UserID, until deadline: Deadline?, _ body: (PostgreSQLConnection) throws -> Result
  ) throws -> Result {
    try transaction("begin", until: deadline) { connection in
      // The account's lock: two pushes of one account go one after the other.
      try connection.run(
        """
        insert into account_state (user_id, last_arrived_ms, resync_epoch, horizon_ms)
        values ($1, 0, 1, 0) on conflict (user_id) do nothing
        """, [SQLValue(user)])
      _ = try connection.row(
        "select 1::bigint from account_state where user_id = $1 for update", [SQLValue(user)]
      ) { $0.integer(0) }
      return try body(connection)
    }
  }

  public func readAccount<Result>(
    _ user: UserID, until deadline: Deadline?, _ body: (PostgreSQLConnection) throws -> Result
  ) throws -> Result {
    try transaction("begin isolation level repeatable read read only", until: deadline, body)
  }

  public func erase(_ user: UserID) throws {
    try transaction("begin") { connection in
      for table in [
        "topics", "decks", "sub_topics", "cards", "card_sub_topics", "sessions", "reviews",
        "purged_ids", "pull_cursors", "told_stamps", "snapshots", "snapshot_parts",
        "account_state",
      ] {
        try connection.run("delete from \(table) where user_id = $1", [SQLValue(user)])
      }
    }
  }

  /// Runs `body` as a transaction, again if others got in its way.
  private func transaction<Result>(
    _ begin: String, until deadline: Deadline? = nil,
    _ body: (PostgreSQLConnection) throws -> Result
  ) throws -> Result {
    var left = PostgreSQLStorage.tries
    while true {
      left -= 1
      do {
        return try withConnection { connection in
          // One way there and back for both.
          let limit = deadline.map { "; set local statement_timeout = \($0.left)" } ?? ""
          try connection.execute(begin + limit)
          do {
            let result = try body(connection)
            try connection.execute("commit")
            return result
          } catch {
            // The first error is the one to tell; a connection that is gone is thrown away.
            try? connection.execute("rollback")
            throw error
          }
        }
      } catch SQLError.busy where left > 0 && deadline?.isOver != true {
        continue
      }
    }
  }

  private func withConnection<Result>(
    _ body: (PostgreSQLConnection) throws -> Result
  ) throws -> Result {
    let pooled =
      try idle.withLock { $0.popLast() } ?? Pooled(connection: PostgreSQLConnection(address))
    defer {
      if pooled.connection.isAlive, !pooled.connection.isInTransaction {
        idle.withLock { if $0.count < PostgreSQLStorage.mostIdle { $0.append(pooled) } }
      }
    }
    return try body(pooled.connection)
  }
}
