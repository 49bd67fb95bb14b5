import FlashModel
import FlashSQL

/// The right to do a job, which one process has at a time, and loses if it is not heard of.
struct JobLease<Storage: ServerStorage>: Sendable {
  let name: String
  private let server: Server<Storage>
  private let holder: [UInt8]

  /// Milliseconds after which a process that was not heard of is taken for dead.
  private static var life: Int64 { 600_000 }

  /// Whether a job's time has come and nobody is at it.
  static func isDue(_ name: String, on server: Server<Storage>) throws -> Bool {
    let now = server.clock()
    let state = try server.storage.readDirectory { connection in
      try connection.row(
        "select next_run_ms, held_until_ms from jobs where name = $1", [.text(name)]
      ) { ($0.timestamp(0), $0.optionalTimestamp(1)) }
    }
    guard let (next, held) = state else { return true }
    return next <= now && held.map { $0 <= now } ?? true
  }

  /// - Returns: nil if another process holds it, or it is not due.
  init?(_ name: String, on server: Server<Storage>, onlyIfDue: Bool) throws {
    self.name = name
    self.server = server
    let holder = server.random(16)
    self.holder = holder
    let now = server.clock()
    // What was due at the end of time is due always: that is what a run out of turn asks with.
    let dueBy = onlyIfDue ? now : Timestamp(milliseconds: .max)
    let isHeld = try server.storage.directory { connection in
      try connection.row(
        """
        insert into jobs (name, next_run_ms, held_until_ms, holder) values ($1, $2, $3, $4)
        on conflict (name) do update set held_until_ms = $3, holder = $4
        where (jobs.held_until_ms is null or jobs.held_until_ms <= $2) and jobs.next_run_ms <= $5
        returning 1
        """,
        [
          .text(name), SQLValue(now), SQLValue(now.advanced(by: Self.life)), .blob(holder),
          SQLValue(dueBy),
        ]
      ) { _ in true } ?? false
    }
    guard isHeld else { return nil }
  }

  /// Says that the work goes on.
  /// - Returns: false if the lease ran out and another process has it: then stop.
  func renew() throws -> Bool {
    try server.storage.directory { connection in
      try connection.row(
        "update jobs set held_until_ms = $3 where name = $1 and holder = $2 returning 1",
        [
          .text(name), .blob(holder), SQLValue(server.clock().advanced(by: Self.life)),
        ]
      ) { _ in true } ?? false
    }
  }

  /// - Parameter duration: milliseconds that the work took.
  func release(after period: Int, outcome: String, hasFailed: Bool, duration: Int64) throws {
    let now = server.clock()
    try server.storage.directory { connection in
      try connection.run(
        """
        update jobs set held_until_ms = null, holder = null, next_run_ms = $3, last_run_ms = $4,
          last_outcome = $5, has_failed = $6, last_duration_ms = $7
        where name = $1 and holder = $2
        """,
        [
          .text(name), .blob(holder), SQLValue(now.advanced(by: Int64(period) * 1_000)),
          SQLValue(now), .text(outcome), .integer(hasFailed ? 1 : 0), .integer(duration),
        ])
    }
  }
}
