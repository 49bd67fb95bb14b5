import FlashCollection
import FlashCommand
import FlashModel
import FlashTerminal

/// `flash sync schedule`: has the machine sync by itself.
struct SyncSchedule: Command {
  struct Options: CommandOptions {
    var times: [ScheduleTime] = []
    var kind: ScheduleKind?
    var removes = false
    var isDryRun = false
  }

  private static let job = "flash-sync"

  /// A schedule as it was written.
  struct Row: Sendable {
    let kind: ScheduleKind
    let path: String?
    let times: ScheduleTimes
    let next: Timestamp
  }

  static let fields = Fields<Row>([
    .string("kind") { $0.kind.rawValue },
    .string("path") { $0.path },
    .integer("every_s") { row in
      if case .every(let minutes) = row.times { minutes * 60 } else { nil }
    },
    .strings("times") { row in
      if case .daily(let times) = row.times { times.map(\.description) } else { [] }
    },
    .time("next_run_at") { $0.next },
  ])

  static let description = CommandDescription<Options>(
    name: "schedule", abstract: "have the machine sync, by a systemd timer or by cron",
    operands: [
      .repeated(
        "WHEN", help: "an interval such as 30m, or times of the day; 30m without it",
        into: \.times)
    ],
    options: [
      .value("kind", help: "use this one; the first that is there without it", into: \.kind),
      .flag("remove", help: "sync by itself no more", into: \.removes),
      .flag(
        "dry-run", short: "n", help: "show what would be written, change nothing",
        into: \.isDryRun),
    ],
    fields: fields.specifications, exitCodes: [.unavailable, .cannotCreate],
    manual: SyncManual.schedule)

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let lines = try context.jsonLines(fields)
    if options.removes { return try remove(options, in: &context) }
    let given = options.times.isEmpty ? [ScheduleTime.every(minutes: 30)] : options.times
    guard let times = ScheduleTimes(given) else {
      throw UsageError.other("give times of the day, or one interval", hint: nil)
    }
    let job = try ScheduledJob(
      job, summary: "flash: exchange cards and reviews", origin: "flash sync schedule",
      arguments: ["-q"], times: times, in: context)
    let scheduler = try JobScheduler(options.kind, in: context)
    let row = Row(
      kind: scheduler.kind, path: scheduler.path(of: Self.job), times: times,
      next: times.next(after: context.now, in: try context.timeZone(named: nil)))
    if options.isDryRun {
      try show(scheduler.preview(job), in: &context)
    } else {
      try tell(row, isNew: try scheduler.install(job, in: context), in: &context)
    }
    try lines?.write(row)
    try lines?.finish()
  }

  private static func remove(_ options: Options, in context: inout CommandContext) throws {
    guard options.times.isEmpty else {
      throw UsageError.other("'--remove' takes no times", hint: nil)
    }
    if options.isDryRun { return try context.say("would remove '\(job)'") }
    let wasThere = try JobScheduler.remove(job, in: context)
    guard !context.common.isForPrograms else { return }
    try context.say(wasThere ? "syncs by itself no more" : "there was nothing to remove")
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
    _ row: Row, isNew: Bool, in context: inout CommandContext
  ) throws {
    guard !context.common.isForPrograms else { return }
    let means = row.kind == .systemd ? "a systemd timer" : "cron"
    try context.say("\(isNew ? "syncs" : "syncs already") \(row.times.told), by \(means)")
    if row.kind == .systemd, isNew {
      try context.say("while you are signed in; 'loginctl enable-linger' makes it always")
    }
  }
}
