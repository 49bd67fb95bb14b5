import FlashCollection
import FlashCommand
import FlashModel
import FlashScheduler
import FlashStore
import FlashTerminal

/// `flash study stats`: how it goes.
struct Stats: Command {
  struct Options: CommandOptions {
    var deck: String?
    var sections: [StatsSection] = []
    var query: String?
    var days: Int?
    var since: PointInTime?
    var until: PointInTime?
    var ahead = 30
  }

  static let description = CommandDescription<Options>(
    name: "stats", abstract: "show how studying goes, and what is to come",
    operands: [.deck(into: \.deck)],
    options: [
      .values(
        "section", short: "s", named: "SECTION", help: "show this part; more than one may be given",
        into: \.sections
      ).explained(StatsManual.sections),
      .value(
        "deck", short: "d", named: "DECK", help: "only this deck and those below it", into: \.deck,
        completion: .decks),
      .value(
        "query", named: "QUERY", help: "only the cards that a query finds", into: \.query,
        completion: .supplied(CollectionCompletion.queries)),
      .value(
        "days", named: "N", in: 1...36_500, help: "look back so many days; 365 without it",
        into: \.days),
      .value("since", named: "DAY", help: "look back to this day", into: \.since),
      .value(
        "until", named: "DAY", help: "history up to this day; today without it", into: \.until),
      .value(
        "ahead", named: "N", in: 1...3_650, help: "forecast so many days; 30 without it",
        into: \.ahead),
    ],
    fields: StudyFigures.fields.specifications, exitCodes: [.badInput, .notFound],
    manual: StatsManual.text)

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let scope = try StudyScope(options.deck, for: .reading, in: context)
    let lines = try context.jsonLines(StudyFigures.fields)
    let request = try StatsRequest(options, scope, in: context)
    let running = context
    let now = context.now
    let figures = try scope.store.anySnapshot {
      try StudyFigures(scope, request, at: now) { try running.check() }
    }
    if let lines {
      try lines.write(figures)
      return try lines.finish()
    }
    let page = StatsPage(
      width: max(20, context.terminal.size.columns), height: context.terminal.size.rows,
      isASCII: context.terminal.outputIsTerminal && context.terminal.isDumb)
    let sections = options.sections.isEmpty ? [.overview] : options.sections
    context.page(
      Array(sections.map { $0.lines(figures, on: page) }.joined(separator: [StyledLine()])))
  }
}
