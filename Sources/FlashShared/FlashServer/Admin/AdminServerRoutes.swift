import FlashAPI
import FlashModel
import FlashSQL

/// The operations of operators on the service itself.
public struct AdminServerRoutes<Storage: ServerStorage>: Sendable {
  let jobs: [Job<Storage>]

  /// - Parameter jobs: those that the server does.
  public init(jobs: [Job<Storage>]) { self.jobs = jobs }

  public var all: [Route<Storage>] {
    [
      Route(Endpoints.adminWhoami) { call, _ in
        guard let admin = call.admin else { throw Problem(.unauthenticated, "Send a token.") }
        return try call.storage.readDirectory { connection in
          guard let token = try OperatorTokens.read(admin.token, in: connection) else {
            throw Problem(.tokenRevoked, "The admin token was revoked.")
          }
          return token
        }
      },
      Route(Endpoints.adminTokens) { call, _ in
        AdminTokens(tokens: try call.storage.readDirectory { try OperatorTokens.list(in: $0) })
      },
      Route(Endpoints.adminCreateToken, createToken),
      Route(Endpoints.adminRevokeToken, revokeToken),
      Route(Endpoints.adminStats) { call, _ in
        let stats = try ServiceStats(call)
        return try call.storage.readDirectory { try stats.read(in: $0) }
      },
      Route(Endpoints.adminAuditLog) { call, _ in
        try call.storage.readDirectory { try AuditLog.page(call, in: $0) }
      },
      Route(Endpoints.adminMail) { call, _ in
        try call.storage.readDirectory { try MailRows.page(call, in: $0) }
      },
      Route(Endpoints.adminJobs) { call, _ in
        JobReports(
          jobs: try call.storage.readDirectory { connection in
            try jobs.map { try JobState.report($0, in: connection, now: call.now) }
          })
      },
      Route(Endpoints.adminRunJob, runJob),
    ]
  }

  @Sendable private func createToken(
    _ call: Call<Storage>, _ body: AdminTokenInput
  ) throws -> IssuedAdminToken {
    let name = try Call<Storage>.text(body.name, "name", 1...100)
    guard let abilities = AdminAbilities(body.abilities) else {
      throw Problem.invalid("abilities", "must be at least one, each one that there is")
    }
    let life = body.ttlSeconds ?? OperatorTokens.usualLife
    guard OperatorTokens.lives.contains(life) else {
      throw Problem.invalid("ttl_seconds", "must be a whole number from 60 to 31536000")
    }
    guard call.admin?.abilities.cover(abilities) ?? false else {
      throw Problem(
        .insufficientAbility, "A token cannot hand out abilities that it does not hold.")
    }
    return try call.storage.directory { connection in
      try OperatorTokens.issue(
        name, abilities, life: life, by: call.entry("token.create"), in: connection,
        now: call.now, random: call.server.random)
    }
  }

  @Sendable private func revokeToken(_ call: Call<Storage>, _: NoBody) throws -> NoBody {
    let id = AdminTokenID(call.parameters["token_id"] ?? "")
    try call.storage.directory { connection in
      guard let id,
        try OperatorTokens.revoke(
          id, by: call.entry("token.revoke"), in: connection, now: call.now,
          random: call.server.random)
      else { throw Problem(.notFound, "There is no such token.") }
    }
    return NoBody()
  }

  @Sendable private func runJob(_ call: Call<Storage>, _: NoBody) throws -> JobReport {
    guard let job = jobs.first(where: { $0.name == call.parameters["job_name"] }) else {
      throw Problem(.notFound, "There is no such job.")
    }
    if try call.choice("dry_run", of: ["true", "false"]) != "true" {
      let outcome: String
      do {
        guard case .done(let line) = try job.run(on: call.server) else {
          throw Problem(.conflict, "The job is running already.")
        }
        outcome = line
      } catch let error as Problem {
        throw error
      } catch {
        // The answer is how the job stands, and that it failed is part of that.
        outcome = "failed: \(Failure(error).detail ?? "")"
      }
      try call.server.storage.directory {
        try call.record("job.run", target: job.name, outcome: outcome, in: $0)
      }
    }
    return try call.server.storage.readDirectory {
      try JobState.report(job, in: $0, now: call.server.clock())
    }
  }
}

/// How jobs stand.
enum JobState {
  static func report<Storage: ServerStorage>(
    _ job: Job<Storage>, in connection: Storage.Connection, now: Timestamp
  ) throws -> JobReport {
    var report = JobReport(
      name: job.name, state: "idle", schedule: schedule(job.period), lastRunAt: nil,
      lastDurationMs: nil, lastResult: nil, nextRunAt: nil)
    try connection.row(
      """
      select next_run_ms, held_until_ms, last_run_ms, last_outcome, has_failed, last_duration_ms
      from jobs where name = $1
      """, [.text(job.name)]
    ) { row in
      let isRunning = row.optionalTimestamp(1).map { $0 > now } ?? false
      report.state = isRunning ? "running" : row.integer(4) == 1 ? "failed" : "idle"
      report.nextRunAt = isRunning ? nil : row.timestamp(0).rfc3339
      report.lastRunAt = row.optionalTimestamp(2)?.rfc3339
      report.lastResult = row.optionalText(3).map { .object([.init("detail", .string($0))]) }
      report.lastDurationMs = row.optionalInteger(5).map(Int.init)
    }
    return report
  }

  /// A number of seconds in words.
  private static func schedule(_ seconds: Int) -> String {
    for (unit, size) in [("day", 86_400), ("hour", 3_600), ("minute", 60)]
    where seconds % size == 0 {
      return seconds == size ? "every \(unit)" : "every \(seconds / size) \(unit)s"
    }
    return seconds == 1 ? "every second" : "every \(seconds) seconds"
  }
}
