import FlashAPI
import FlashCollection
import FlashCommand
import FlashModel
import FlashTerminal

/// The steps in which activity is counted.
enum StatsStep: String, Choice {
  case day
  case week
  case month
}

/// A day of the calendar.
struct DayText: CommandValue, Hashable {
  let text: String

  init?(argument: String) {
    guard let day = CivilDate(argument) else { return nil }
    text = day.description
  }

  static let expected = "a day such as 2026-11-30"
  static let valueName = "DAY"
}

/// `flash admin stats`.
struct AdminStatsCommand: Command {
  struct Options: CommandOptions {
    var from: DayText?
    var to: DayText?
    var step = StatsStep.day
  }

  private static let fields = Fields<JSONValue>.members([
    ("users", .object), ("activity", .object), ("content", .object), ("subscriptions", .object),
    ("sync", .object),
  ])

  static let description = CommandDescription<Options>(
    name: "stats", abstract: "tell how many accounts there are, and what they do",
    options: [
      .value("since", help: "count from this day on", into: \.from),
      .value("until", help: "count up to this day", into: \.to),
      .value("step", help: "the steps in which it is counted", into: \.step),
    ],
    fields: fields.specifications, exitCodes: AdminExit.codes, traits: [])

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let stats: AdminStats = try AdminSession(in: context).call(
      Endpoints.adminStats,
      query: StatsQuery(
        from: options.from?.text, to: options.to?.text, bucket: options.step.rawValue))
    try context.tell(stats, fields) { try show(stats, in: $0) }
  }

  private static func show(_ stats: AdminStats, in context: CommandContext) throws {
    let users = stats.users
    var facts = [
      ("accounts", "\(users.total)"),
      ("active", "\(users.active1d) today, \(users.active7d) in 7 days, \(users.active30d) in 30"),
      ("disabled", "\(users.disabled)"), ("to be removed", "\(users.pendingDeletion)"),
      ("by plan", list(stats.subscriptions.byPlan)),
      ("by subscription", list(stats.subscriptions.byStatus)), ("content", list(stats.content)),
    ]
    if let sync = stats.sync {
      facts.append(("rows sent in 24 h", "\(sync.pushRows24h)"))
      facts.append(("not taken", list(sync.rejected24h)))
    }
    try context.show(facts)
    var list = context.list([
      .text("FROM", minimumWidth: 10), .number("NEW"), .number("ACTIVE"), .number("ANSWERS"),
      .number("SESSIONS"), .number("CARDS"),
    ])
    for row in stats.activity {
      list.append([
        row.from, "\(row.signUps)", "\(row.activeUsers)", "\(row.reviews)", "\(row.sessions)",
        "\(row.cardsCreated)",
      ])
    }
    list.finish(in: context, orSay: "nothing was done in that time")
  }

  private static func list(_ counts: NamedValues<Int>) -> String {
    counts.members.isEmpty
      ? "-" : counts.members.map { "\($0.name) \($0.value)" }.joined(separator: ", ")
  }
}
