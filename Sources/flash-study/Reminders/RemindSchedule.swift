import FlashCommand
import FlashStore

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
    if options.removes {
      return try ScheduledJob.remove(
        job, given: options.times, isDryRun: options.isDryRun, gone: "no more reminders",
        absent: "there was no reminder to remove", in: &context)
    }
    let given = options.times.isEmpty ? [TimeOfDay(hour: 9, minute: 0)] : []
    guard let times = ScheduleTimes(options.times + given.compactMap { $0.map(ScheduleTime.at) })
    else { throw UsageError.other("give times of the day, or one interval", hint: nil) }
    // A name that is wrong is told now, not by mail every day.
    if let deck = options.deck { _ = try StudyScope(deck, for: .reading, in: context) }
    let job = try ScheduledJob(
      job, summary: "flash: tell that cards are to be studied",
      origin: "flash study remind schedule",
      arguments: ["remind"] + (options.deck.map { ["--", $0] } ?? []), times: times, in: context)
    let row = try job.schedule(
      by: options.kind, verb: "reminds", isDryRun: options.isDryRun, in: &context)
    try lines?.write(row)
    try lines?.finish()
  }
}
