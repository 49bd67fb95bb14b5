import FlashCollection
import FlashCommand
import FlashModel
import FlashScheduler
import FlashStore
import FlashTerminal

/// `flash study`: a session in the terminal, and the commands that scripts study with.
@main
struct FlashStudy: Command {
  struct Options: CommandOptions {
    var deck: String?
    var query: String?
    var mode: StudyMode?
    var newPerDay: Int?
    var limit: Int?
  }

  static let description = CommandDescription<Options>(
    name: "flash-study", abstract: "study the cards that are due, and learn new ones",
    operands: [.deck(into: \.deck)],
    options: [
      .query("only what this finds; see flash-query(7)", into: \.query),
      .value("mode", help: "study by the schedule, or from front to back", into: \.mode),
      .value(
        "new", in: 0...9_999, help: "new cards a day from each deck", into: \.newPerDay),
      .value("limit", in: 1...100_000, help: "end after so many answers", into: \.limit),
    ],
    subcommands: [
      Subcommand(Due.self), Subcommand(NextCard.self), Subcommand(PreviewCard.self),
      Subcommand(GiveAnswer.self), Subcommand(UndoAnswer.self), Subcommand(ReviewLog.self),
      Subcommand(Stats.self), Subcommand(Remind.self),
    ],
    exitCodes: [.cancelled, .badInput, .notFound], manual: StudyManual.text)

  static func run(_ options: Options, in context: inout CommandContext) throws {
    guard context.terminal.inputIsTerminal, context.terminal.outputIsTerminal,
      !context.terminal.isDumb, context.common.mayPrompt
    else {
      throw UsageError.other(
        "a session needs a person at a terminal that is not dumb",
        hint: "in scripts use 'flash study next' and 'flash study answer'")
    }
    var scope = try StudyScope(options.deck, query: options.query, for: .writing, in: context)
    scope.rules.newPerDay = options.newPerDay ?? scope.rules.newPerDay
    let session = try StudySitting(scope, options, in: context)
    try session.run(in: &context)
  }

  static func candidates(
    for request: CompletionRequest, in context: inout CommandContext
  ) throws -> [CompletionCandidate] {
    try CollectionCompletion.candidates(for: request, in: &context)
  }
}

/// A session from its first card to its summary.
struct StudySitting {
  private let scope: StudyScope
  private let model: SessionModel
  private let runner: EffectRunner
  private let hook: AnswerHook?

  init(_ scope: StudyScope, _ options: FlashStudy.Options, in context: CommandContext) throws {
    let now = context.now
    let (decks, mode) = scope.together(options.mode)
    let plan = try scope.store.studyPlan(
      for: decks, mode: mode, only: scope.filter, by: scope.rules, at: now)
    var model = SessionModel(plan: plan, mode: mode, size: context.terminal.size)
    model.limit = options.limit
    if let goal = try context.settings.int("study.goal") {
      let today = scope.rules.calendar.start(of: scope.rules.calendar.day(of: now))
      model.goal = DailyGoal(cards: goal, done: try scope.store.reviewCount(since: today))
    }
    let clock = context.clock
    self.scope = scope
    self.model = model
    hook = try AnswerHook(scope.store, by: scope.rules, in: context)
    runner = EffectRunner(
      scope.store, by: scope.rules, decks: decks, mode: mode, hook: hook, clock: { clock.now })
  }

  /// Runs the session in the terminal, and tells what it came to.
  func run(in context: inout CommandContext) throws {
    let width = context.terminal.size.columns
    var queue = model.queue
    guard queue.next(at: context.now) != nil else {
      return try context.show(try nothing(at: context.now).flatMap { $0.wrapped(to: width) })
    }
    let clock = context.clock
    let editing = CardEditing(store: scope.store, context: context)
    let runner = runner
    let running = context
    let ending = try Loop.run(
      SessionProgram(), from: SessionUpdate.begin(model, at: context.now), on: .standard(),
      appearance: try context.appearance, clock: { clock.now }
    ) { effect, session in
      // A signal that came while the program was starting is not one that the loop has heard.
      try running.check()
      switch effect {
      case .forgetTypedKeys:
        session.discardTypedAhead()
        return []
      case .edit(let card, let now):
        return [try session.suspended { try editing.edit(card, at: now) }]
      default: return try runner.perform(effect)
      }
    }
    // What a signal ends, the shell tells of.
    if case .signal = ending.cause {
      hook?.finishSession(endedBySignal: true, in: context)
      return
    }
    try context.show(SessionSummary.lines(ending.model, by: scope.rules, width: width))
    context.output.flush()
    hook?.finishSession(endedBySignal: false, in: context)
  }

  private func nothing(at now: Timestamp) throws -> [StyledLine] {
    guard !scope.decks.isEmpty else {
      return [
        StyledLine("There are no decks yet."),
        StyledLine(
          "Make one with 'flash deck add', or bring cards in with 'flash import'.", .muted),
      ]
    }
    if scope.filter != nil {
      return [StyledLine("Nothing to study now of what the query finds.", .strong)]
    }
    var lines = [StyledLine("Nothing to study now.", .strong)]
    let dues = try scope.decks.compactMap { deck throws(StoreError) in
      try scope.store.nextDue(of: deck, after: now)
    }
    if let next = dues.min() { lines.append(NextDue.line(next, by: scope.rules, at: now)) }
    return lines
  }
}
