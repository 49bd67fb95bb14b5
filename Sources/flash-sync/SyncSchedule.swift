import FlashCommand

/// `flash sync schedule`: has the machine sync by itself.
struct SyncSchedule: Command {
  struct Options: CommandOptions {
    var times: [ScheduleTime] = []
    var kind: ScheduleKind?
    var removes = false
    var isDryRun = false
  }

  private static let job = "flash-sync"

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
    fields: ScheduleRow.fields.specifications, exitCodes: [.unavailable, .cannotCreate],
    manual: SyncManual.schedule)

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let lines = try context.jsonLines(ScheduleRow.fields)
    if options.removes {
      return try ScheduledJob.remove(
        job, given: options.times, isDryRun: options.isDryRun, gone: "syncs by itself no more",
        absent: "there was nothing to remove", in: &context)
    }
    let given = options.times.isEmpty ? [ScheduleTime.every(minutes: 30)] : options.times
    guard let times = ScheduleTimes(given) else {
      throw UsageError.other("give times of the day, or one interval", hint: nil)
    }
    let job = try ScheduledJob(
      job, summary: "flash: exchange cards and reviews", origin: "flash sync schedule",
      arguments: ["-q"], times: times, in: context)
    let row = try job.schedule(
      by: options.kind, verb: "syncs", isDryRun: options.isDryRun, in: &context)
    try lines?.write(row)
    try lines?.finish()
  }
}
