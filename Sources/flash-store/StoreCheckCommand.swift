import FlashCollection
import FlashCommand
import FlashModel
import FlashStore

/// `flash store check`.
struct StoreCheckCommand: Command {
  struct Options: CommandOptions {
    var isRepairing = false
    var isMerging = false
    var isDryRun = false
  }

  /// A finding, and how many of its rows were set right.
  struct Row {
    let finding: StoreFinding
    let fixed: Int?
  }

  static let fields = Fields<Row>([
    .string("rule") { $0.finding.rule.rawValue },
    .string("severity") { $0.finding.rule.severity.rawValue },
    .integer("count") { $0.finding.count },
    .strings("examples") { $0.finding.examples },
    .boolean("fixable") { $0.finding.rule.isRepairable },
    .integer("fixed") { $0.fixed },
    .string("message") { $0.finding.rule.text },
  ])

  static let description = CommandDescription<Options>(
    name: "check", abstract: "find what is damaged or does not agree, and mend it",
    options: [
      .flag("fix", help: "set right what can be worked out from the rest", into: \.isRepairing),
      .flag(
        "merge", help: "make one deck of those that share a path, without asking",
        into: \.isMerging),
      .dryRun(into: \.isDryRun),
    ],
    fields: fields.specifications, exitCodes: [.badInput],
    manual: CheckManual.text)

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let progress = context.progress()
    progress.update("checking the collection")
    let isChanging = options.isRepairing || options.isMerging
    let store =
      try isChanging
      ? context.openStore(isDryRun: options.isDryRun) : context.openStore(for: .reading)
    let rules = try context.studyRules(store)
    let world = context
    let report = try store.check(by: rules, at: context.now) { try world.check() }
    var fixed: [StoreRule: Int] = [:]
    if options.isRepairing, !report.isDamaged {
      fixed = try store.repair(report, by: rules, at: context.now) { try world.check() }
    }
    progress.finish()
    if isChanging, !report.isDamaged {
      fixed[.deckPath] = try merged(options, in: store, &context)
    }
    try tell(report, fixed, &context)
    try end(report, fixed)
  }

  /// Merges decks that share a path, after asking if nobody said so.
  /// - Returns: how many decks went into another.
  private static func merged(
    _ options: Options, in store: Store, _ context: inout CommandContext
  ) throws -> Int? {
    let groups = try store.decksSharingPaths()
    guard !groups.isEmpty, options.isMerging || context.canAsk else { return nil }
    var count = 0
    for group in groups {
      guard let first = group.first else { continue }
      do {
        try context.confirm(
          "Make one deck of the \(group.count) decks '\(first.title)'?",
          answersYes: options.isMerging)
      } catch is Cancelled {
        continue
      }
      try store.mergeDecks(Array(group.dropFirst()), into: first, at: context.now)
      count += group.count - 1
    }
    return count > 0 ? count : nil
  }

  private static func tell(
    _ report: StoreCheckReport, _ fixed: [StoreRule: Int], _ context: inout CommandContext
  ) throws {
    if let lines = try context.jsonLines(fields) {
      for finding in report.findings {
        try lines.write(Row(finding: finding, fixed: fixed[finding.rule]))
      }
      return try lines.finish()
    }
    for finding in report.findings {
      if context.common.isQuiet, finding.rule.severity == .advice { continue }
      let severity = fixed[finding.rule] == nil ? finding.rule.severity.rawValue : "fixed"
      let more = finding.count > finding.examples.count ? ", …" : ""
      context.output.line(
        "\(severity): \(finding.count.grouped) \(finding.rule.text): "
          + finding.examples.joined(separator: ", ") + more)
    }
    guard report.isSound else { return }
    try context.say(
      "the collection is sound: " + Int.inWords(cards: report.cards, reviews: report.reviews))
  }

  private static func end(_ report: StoreCheckReport, _ fixed: [StoreRule: Int]) throws {
    if report.isDamaged { throw Exit(.badInput) }
    let left = report.findings.filter {
      $0.rule.severity != .advice && fixed[$0.rule] == nil
    }
    if !left.isEmpty { throw Exit(.failure) }
  }
}
