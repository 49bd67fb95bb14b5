import FlashCollection
import FlashCommand
import FlashModel
import FlashScheduler
import FlashStore
import FlashTerminal

/// `flash study remind`: tells a person, at most once a day and deck, that cards wait.
struct Remind: Command {
  enum Means: String, Choice { case auto, notify, print }

  struct Options: CommandOptions {
    var deck: String?
    var atLeast: Int?
    var quietHours: QuietHours?
    var means: Means?
    var isForced = false
    var isDryRun = false
  }

  static let description = CommandDescription<Options>(
    name: "remind", abstract: "tell, once a day, that cards are to be studied",
    operands: [.deck(into: \.deck)],
    options: [
      .value(
        "at-least", in: 1...9_999, help: "only if so many cards wait", into: \.atLeast),
      .value("quiet-hours", help: "be silent at these hours", into: \.quietHours),
      .value("via", help: "show a notification, or print a line", into: \.means),
      .flag(
        "force", short: "f", help: "also at quiet hours, and of what was told today",
        into: \.isForced),
      .flag(
        "dry-run", short: "n", help: "print what would be told, remember nothing",
        into: \.isDryRun),
    ],
    subcommands: [Subcommand(RemindSchedule.self)],
    fields: ReminderRow.fields.specifications, exitCodes: [.notFound, .unavailable],
    manual: RemindManual.remind)

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let lines = try context.jsonLines(ReminderRow.fields)
    var reminder = try Reminder(options, in: context)
    for row in try reminder.give(in: &context) { try lines?.write(row) }
    try lines?.finish()
  }
}

/// One run of the command: what waits, who was told of it, and how this time.
struct Reminder {
  private let options: Remind.Options
  private let waiting: [WaitingDeck]
  private let day: StudyDay
  private let isQuiet: Bool
  private let atLeast: Int
  private let means: Remind.Means
  private let record: ReminderRecord

  init(_ options: Remind.Options, in context: CommandContext) throws {
    self.options = options
    let scope = try StudyScope(options.deck, for: .reading, in: context)
    let now = context.now
    let counts = try scope.store.studyCounts(for: scope.decks, by: scope.rules, at: now)
    waiting = zip(scope.decks, counts).filter { $1.total > 0 }.map {
      WaitingDeck(id: $0.id, path: $0.title, count: $1.total)
    }
    day = scope.rules.calendar.day(of: now)
    let hours =
      try options.quietHours
      ?? context.settings.string("remind.quiet-hours").flatMap(QuietHours.init(argument:))
    isQuiet = hours?.contains(now, in: scope.rules.calendar.zone) ?? false
    atLeast = try options.atLeast ?? context.settings.int("remind.at-least") ?? 1
    means =
      try options.means ?? context.settings.string("remind.via").flatMap(Remind.Means.init) ?? .auto
    record = ReminderRecord(in: try context.paths.state)
  }

  /// Reminds of the decks that nobody was reminded of today.
  /// - Returns: a row for each deck in which cards wait.
  mutating func give(in context: inout CommandContext) throws -> [ReminderRow] {
    let isEnough = waiting.reduce(0) { $0 + $1.count } >= atLeast
    let told = options.isForced ? [] : record.decks(on: day)
    var named = waiting.filter { !told.contains($0.id) }
    if !isEnough || (isQuiet && !options.isForced) { named = [] }
    let notifier = means == .print ? nil : Notifier(in: context.environment)
    if means == .notify, notifier == nil, !named.isEmpty { throw RemindError.noMeans }
    // What would go to nobody is told another time.
    if notifier == nil, context.common.isQuiet { named = [] }
    guard !named.isEmpty else { return rows([], via: nil) }
    if options.isDryRun {
      try printLine(ReminderText(named), in: &context)
      return rows([], via: notifier?.name ?? "stdout")
    }
    named = claim(named, in: context)
    guard !named.isEmpty else { return rows([], via: nil) }
    let via = try tell(named, through: notifier, in: &context)
    return rows(via == nil ? [] : named, via: via)
  }

  /// - Returns: the decks that are ours to name.
  private func claim(_ decks: [WaitingDeck], in context: CommandContext) -> [WaitingDeck] {
    do throws(SystemError) {
      let ours = try record.claim(decks.map(\.id), on: day)
      return options.isForced ? decks : decks.filter { ours.contains($0.id) }
    } catch {
      context.warn("cannot remember that this was told: \(error)")
      return decks
    }
  }

  /// - Returns: the means by which it was told; nil if it was not.
  private func tell(
    _ decks: [WaitingDeck], through notifier: Notifier?, in context: inout CommandContext
  ) throws -> String? {
    let text = ReminderText(decks)
    if let notifier {
      do throws(ToolFailure) {
        try notifier.show(text)
        return notifier.name
      } catch {
        if means == .notify || context.common.isQuiet {
          // That it is still to be told can be lost: then it is told tomorrow.
          try? record.release(Set(decks.map(\.id)), on: day)
          throw error
        }
        context.warn(error.message)
      }
    }
    try printLine(text, in: &context)
    return "stdout"
  }

  private func printLine(_ text: ReminderText, in context: inout CommandContext) throws {
    // For programs the rows say it.
    if !context.common.isForPrograms { try context.show([StyledLine(text.line)]) }
  }

  private func rows(_ named: [WaitingDeck], via: String?) -> [ReminderRow] {
    waiting.map { deck in
      let isNotified = named.contains(deck)
      return ReminderRow(
        deck: deck, isNotified: isNotified,
        via: isNotified || (options.isDryRun && via != nil) ? via : nil)
    }
  }
}

/// A deck in which cards wait, and whether somebody was told now.
struct ReminderRow: Sendable {
  let deck: WaitingDeck
  let isNotified: Bool
  let via: String?

  static let fields = Fields<ReminderRow>([
    .string("deck") { $0.deck.path },
    .integer("due_count") { $0.deck.count },
    .boolean("notified") { $0.isNotified },
    .string("via") { $0.via },
  ])
}

/// Why nobody could be reminded.
enum RemindError: UserFacingError, Hashable {
  case noMeans

  var message: String { "there is nothing here that shows notifications" }
  var hint: String? { "install notify-send (libnotify-bin), or use --via=print" }
  var code: String { "helper_missing" }
  var kind: FailureKind { .unavailable }
}
