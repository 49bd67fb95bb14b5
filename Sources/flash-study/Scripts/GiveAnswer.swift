import FlashCollection
import FlashCommand
import FlashModel
import FlashStore
import FlashTerminal

/// `flash study answer`: rates cards without a session.
struct GiveAnswer: Command {
  struct Options: CommandOptions {
    var card = ""
    var rating: Rating?
    var at: Timestamp?
    var elapsed: Duration = .zero
    var id: String?
    var isStrict = false
  }

  static let description = CommandDescription<Options>(
    name: "answer", abstract: "rate cards from a script",
    operands: [
      .required(
        "CARD_ID", help: "the card; '-' reads JSON Lines from standard input", into: \.card,
        completion: .cards),
      .optional("RATING", help: "again, hard, good, easy or 1 to 4", into: \.rating),
    ],
    options: [
      .value("at", help: "when the card was rated; now without it", into: \.at),
      .value("elapsed", help: "how long the answer took, such as 8s", into: \.elapsed),
      .value("id", named: "UUID", help: "the answer's id: it counts once", into: \.id),
      .flag("strict", help: "stop at the first bad line", into: \.isStrict),
    ],
    fields: RecordedAnswer.fields.specifications,
    exitCodes: [.partly, .badInput, .notFound], manual: manual)

  private static let manual = Manual(
    """
    Rates one card, or with `-` those of standard input. Each answer is on disk before it is \
    reported, and before the next one is read.

    A line of standard input is an object with `card_id` and `rating` (1 to 4, or the word), and \
    optionally `at` (RFC 3339), `elapsed_ms` and `id` (a UUID of the sender's choice). Answers come \
    in the order of the lines. An answer whose `id` was recorded before is reported again and \
    changes nothing, so whoever is not sure that a line arrived sends it once more.

    A line that can't be used is told on standard error with its number, and the others are \
    answered; with `--strict` it is the last one that is read.

    The hook `post-answer` hears of each answer, see `flash-hooks(7)`.
    """,
    examples: [
      Manual.Example(
        "Two answers at once:",
        """
        printf '%s\\n' '{"card_id":"0196…","rating":3}' '{"card_id":"0197…","rating":"again"}' \
        | flash study answer - --json
        """),
      Manual.Example(
        "Exact intervals, for a test:", "flash -c study.fuzz=false study answer \"$id\" good"),
    ],
    exitCodes: [
      .partly: "some lines could not be used", .badInput: "no line could be used",
    ])

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let store = try context.openStore(for: .writing)
    let rules = try context.studyRules(store)
    var writer = AnswerWriter(lines: try context.jsonLines(RecordedAnswer.fields), rules: rules)
    let hook = try AnswerHook(store, by: rules, in: context)
    if options.card == "-" {
      guard options.rating == nil, options.id == nil, options.at == nil else {
        throw UsageError.other("with '-' ratings, times and ids come from the lines", hint: nil)
      }
      var answering = AnswerLines(
        store: store, rules: rules, hook: hook, isStrict: options.isStrict)
      defer { hook?.finish(in: context) }
      try answering.run(into: &writer, in: &context)
      return
    }
    var answer = try answer(options, at: context.now)
    if let text = options.id {
      guard let id = ReviewID(text) else {
        throw UsageError.badValue(subject: "--id", value: text, expected: "a UUID")
      }
      answer.reviewID = id
    }
    let recorded = try store.record(answer, by: rules)
    hook?.tell(recorded, at: context.now)
    try writer.write(recorded, in: &context)
    try writer.finish()
    context.output.flush()
    hook?.finish(in: context)
  }

  private static func answer(_ options: Options, at now: Timestamp) throws -> Answer {
    guard let rating = options.rating else {
      throw UsageError.missingOperand("RATING", command: "flash study answer")
    }
    guard options.elapsed <= .milliseconds(Review.longestDuration) else {
      throw UsageError.badValue(
        subject: "--elapsed", value: "\(options.elapsed.components.seconds)s",
        expected: "a duration of at most 24 days")
    }
    let (seconds, fraction) = options.elapsed.components
    return Answer(
      cardID: try CardID(operand: options.card), rating: rating, ratedAt: options.at ?? now,
      durationMilliseconds: Int(seconds * 1_000 + fraction / 1_000_000_000_000_000))
  }
}

/// Gives the answers of standard input, line by line.
struct AnswerLines {
  let store: Store
  let rules: StudyRules
  let hook: AnswerHook?
  let isStrict: Bool
  private var given = 0
  private var faults = 0

  init(store: Store, rules: StudyRules, hook: AnswerHook?, isStrict: Bool) {
    self.store = store
    self.rules = rules
    self.hook = hook
    self.isStrict = isStrict
  }

  /// - Throws: `Exit` if a line could not be used; with `--strict` its ``AnswerFault``; what stops
  ///   all of them, such as a full disk.
  mutating func run(into writer: inout AnswerWriter, in context: inout CommandContext) throws {
    var number = 0
    while let line = try context.input.line() {
      try context.check()
      number += 1
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
      do {
        let answer = try Answer(json: line, line: number, at: context.now)
        let recorded = try record(answer, line: number)
        hook?.tell(recorded, at: context.now)
        try writer.write(recorded, in: &context)
        given += 1
      } catch let fault as AnswerFault {
        try writer.flush(in: &context)
        if isStrict { throw fault }
        faults += 1
        tell(fault, in: &context)
      }
      // Somebody may wait for this answer before the next line is sent.
      if !context.input.hasLine { try writer.flush(in: &context) }
      hook?.keepUp(in: context)
    }
    try writer.finish()
    if faults > 0 { throw Exit(given > 0 ? .partly : .badInput) }
  }

  /// What is wrong with this one answer is told; what is wrong with the collection ends it all.
  private func record(_ answer: Answer, line: Int) throws -> RecordedAnswer {
    do throws(StoreError) {
      return try store.record(answer, by: rules)
    } catch {
      switch error {
      case .notFound, .invalid:
        throw AnswerFault(line: line, error.message, code: error.code, kind: error.kind)
      default: throw error
      }
    }
  }

  private func tell(_ fault: AnswerFault, in context: inout CommandContext) {
    let report = ErrorReport(fault)
    context.errors.write(
      context.common.isForPrograms ? report.json : report.text(program: context.program))
  }
}

/// Reports answers as they are given.
struct AnswerWriter {
  let lines: JSONLines<RecordedAnswer>?
  let rules: StudyRules

  mutating func write(_ answer: RecordedAnswer, in context: inout CommandContext) throws {
    if let lines { return try lines.write(answer) }
    let due = answer.after.due.map { ", due " + rules.local($0) } ?? ""
    let repeated = answer.isRepeat ? " (already recorded)" : ""
    try context.say("\(answer.rating.word): \(answer.after.state.word)\(due)\(repeated)")
    if answer.hasBecomeLeech {
      context.warn("card \(answer.cardID) is a leech: \(answer.after.lapses) lapses")
    }
  }

  /// Hands over what has been written, so that whoever reads it sees it now.
  mutating func flush(in context: inout CommandContext) throws {
    try lines?.flush()
    context.output.flush()
  }

  mutating func finish() throws { try lines?.finish() }
}

extension RecordedAnswer {
  static let fields = Fields<RecordedAnswer>([
    .string("card_id") { $0.cardID.description },
    .string("review_id") { $0.reviewID.description },
    .string("rating") { $0.rating.word },
    .time("rated_at") { $0.ratedAt },
    .integer("elapsed_ms") { $0.durationMilliseconds },
    .string("state") { $0.after.state.word },
    .integer("step") { $0.after.step },
    .number("stability") { $0.after.memory?.stability },
    .number("difficulty") { $0.after.memory?.difficulty },
    .integer("interval_days") { $0.intervalDays },
    .time("due_at") { $0.after.due },
  ])
}
