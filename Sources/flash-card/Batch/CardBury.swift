import FlashCollection
import FlashCommand
import FlashModel
import FlashScheduler
import FlashStore

/// `flash card bury`.
struct CardBury: Command {
  struct Options: BatchOptions {
    var cards: [String] = []
    var query: String?
    var until: PointInTime?
    var isDryRun = false
    var isStrict = false
  }

  static let description = CommandDescription<Options>(
    name: "bury", abstract: "keep cards out of study until tomorrow",
    operands: [.cards(into: \.cards)],
    options: [
      .value("until", help: "until then, rather than tomorrow", into: \.until)
    ] + CommandOption.batch,
    fields: CollectionChange.cardFields.specifications, exitCodes: CardBatch.exitCodes,
    traits: [.usesStore, .listsNames],
    manual: Manual(
      """
      Keeps cards out of study for the rest of the study day, which ends at `study.rollover` in the
      learner's time zone, or until the beginning of the day or the moment that `--until` names.
      """))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let calendar = try context.studyRules(try context.openStore(for: .reading)).calendar
    let until = try moment(options.until, calendar, context)
    try CardBatch(action: "bury", done: "buried").run(options, in: context) { store, ids, now in
      var edit = CardEdit()
      edit.buriedUntil = until
      return try store.editCards(ids, edit, label: "card bury", at: now)
    }
  }

  private static func moment(
    _ until: PointInTime?, _ calendar: StudyCalendar, _ context: CommandContext
  ) throws(UsageError) -> Timestamp {
    let now = context.now
    let moment: Timestamp
    let written: String
    switch until {
    case nil: return calendar.end(of: calendar.day(of: now))
    case .day(let day):
      moment = calendar.start(of: StudyDay(number: Int(day.dayNumber)))
      written = day.description
    case .moment(let given):
      moment = given
      written = given.rfc3339
    }
    guard moment > now else {
      throw .badValue(subject: "--until", value: written, expected: "a time to come")
    }
    return moment
  }
}
