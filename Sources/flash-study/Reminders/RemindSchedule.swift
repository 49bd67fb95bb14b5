import FlashCommand
import FlashModel
import FlashStore
import FlashTerminal

/// `flash study remind schedule`: has the machine remind, every day.
struct RemindSchedule: Command {
  struct Options: CommandOptions {
    var times: [ScheduleTime] = []
    var deck: String?
    var kind: ScheduleKind?
    var removes = false
    var isDryRun = false
  }

  private static let job = "flash-remind"

  static let description = CommandDescription<Options>(
    name: "schedule", abstract: "have the machine remind, by a systemd timer or by cron",
    operands: [
      .repeated(
        "WHEN", help: "times of the day such as 8:00, or one interval such as 2h; 9:00 without it",
        into: \.times)
    ],
    options: [
      .value(
        "deck", short: "d", named: "DECK", help: "only of this deck and those below it",
        into: \.deck, completion: .decks),
      .value("kind", help: "use this one; the first that is there without it", into: \.kind),
      .flag("remove", help: "remind no more", into: \.removes),
      .flag(
        "dry-run", short: "n", help: "show what would be written, change nothing",
        into: \.isDryRun),
    ],
    fields: ScheduleRow.fields.specifications, exitCodes: [.notFound, .unavailable, .cannotCreate],
    manual: RemindManual.schedule)

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let lines = try context.jsonLines(ScheduleRow.fields)
    if options.removes { return try remove(options, in: &context) }
    let given = options.times.isEmpty ? [TimeOfDay(hour: 9, minute: 0)] : []
    guard let times = ScheduleTimes(options.times + given.compactMap { $0.map(ScheduleTime.at) })
    else { throw UsageError.other("give times of the day, or one interval", hint: nil) }
    // A name that is wrong is told now, not by mail every day.
    if let deck = options.deck { _ = try StudyScope(deck, for: .reading, in: context) }
    let job = try ScheduledJob(
      job, summary: "flash: tell that cards are to be studied",
      origin: "flash study remind schedule",
      arguments: ["remind"] + (options.deck.map { ["--", $0] } ?? []), times: times, in: context)
    let scheduler = try JobScheduler(options.kind, in: context)
    let row = ScheduleRow(
      kind: scheduler.kind, path: scheduler.path(of: Self.job), times: times,
      next: times.next(after: context.now, in: try context.timeZone(named: nil)))
    if options.isDryRun {
      try show(scheduler.preview(job), in: &context)
    } else {
      let isNew = try scheduler.install(job, in: context)
      try tell(row, isNew: isNew, in: &context)
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
    try context.say(wasThere ? "no more reminders" : "there was no reminder to remove")
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
    _ row: ScheduleRow, isNew: Bool, in context: inout CommandContext
  ) throws {
    guard !context.common.isForPrograms else { return }
    let means = row.kind == .systemd ? "a systemd timer" : "cron"
    try context.say("\(isNew ? "reminds" : "reminds already") \(row.times.told), by \(means)")
    if row.kind == .systemd, isNew {
      try context.say("while you are signed in; 'loginctl enable-linger' makes it always")
    }
  }
}

/// A schedule as it was written.
struct ScheduleRow: Sendable {
  let kind: ScheduleKind
  let path: String?
  let times: ScheduleTimes
  let next: Timestamp

  static let fields = Fields<ScheduleRow>([
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
