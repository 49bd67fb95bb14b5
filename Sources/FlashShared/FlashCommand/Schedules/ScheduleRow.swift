public import FlashModel
internal import FlashTerminal

/// A schedule as it was written.
public struct ScheduleRow: Sendable {
  public let kind: ScheduleKind
  /// Where it stands; nil for a crontab.
  public let path: String?
  public let times: ScheduleTimes
  public let next: Timestamp

  /// What `--json` tells of it.
  public static let fields = Fields<ScheduleRow>([
    .string("kind") { $0.kind.rawValue },
    .string("path") { $0.path },
    .strings("times") { row in
      if case .daily(let times) = row.times { times.map(\.description) } else { [] }
    },
    .integer("every_s") { row in
      if case .every(let minutes) = row.times { minutes * 60 } else { nil }
    },
    .time("next_run_at") { $0.next },
  ])
}

extension ScheduledJob {
  /// Has the machine run the job, by `kind` or by what is there, and tells people so.
  /// - Parameters:
  ///   - verb: what the machine does from now on: `reminds`.
  ///   - isDryRun: shows what would be written instead, and changes nothing.
  /// - Throws: ``ScheduleError``, ``ConfigurationError``.
  public func schedule(
    by kind: ScheduleKind?, verb: String, isDryRun: Bool, in context: inout CommandContext
  ) throws -> ScheduleRow {
    let scheduler = try JobScheduler(kind, in: context)
    let row = ScheduleRow(
      kind: scheduler.kind, path: scheduler.path(of: name), times: times,
      next: times.next(after: context.now, in: try context.timeZone(named: nil)))
    if isDryRun {
      try ScheduledJob.show(scheduler.preview(self), in: &context)
    } else {
      try ScheduledJob.tell(
        row, verb: verb, isNew: try scheduler.install(self, in: context), in: &context)
    }
    return row
  }

  /// Takes a job out of wherever it is, and tells people so.
  /// - Parameters:
  ///   - given: times that were given, of which there should be none.
  ///   - gone: what is said once it is gone.
  ///   - absent: what is said if it was nowhere.
  public static func remove(
    _ name: String, given: [ScheduleTime], isDryRun: Bool, gone: String, absent: String,
    in context: inout CommandContext
  ) throws {
    guard given.isEmpty else { throw UsageError.other("'--remove' takes no times", hint: nil) }
    if isDryRun { return try context.say("would remove '\(name)'") }
    let wasThere = try JobScheduler.remove(name, in: context)
    guard !context.common.isForPrograms else { return }
    try context.say(wasThere ? gone : absent)
  }

  private static func show(
    _ files: [(name: String, lines: [String])], in context: inout CommandContext
  ) throws {
    guard !context.common.isForPrograms else { return }
    for (index, file) in files.enumerated() {
      if index > 0 { try context.show([StyledLine("")]) }
      try context.show([StyledLine("\(file.name):", .strong)])
      try context.show(file.lines.map { StyledLine($0.isEmpty ? "" : "  \($0)") })
    }
  }

  private static func tell(
    _ row: ScheduleRow, verb: String, isNew: Bool, in context: inout CommandContext
  ) throws {
    guard !context.common.isForPrograms else { return }
    let means = row.kind == .systemd ? "a systemd timer" : "cron"
    try context.say("\(isNew ? verb : "\(verb) already") \(row.times.told), by \(means)")
    if row.kind == .systemd, isNew {
      try context.say("while you are signed in; 'loginctl enable-linger' makes it always")
    }
  }
}
