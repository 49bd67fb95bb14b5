import FlashCollection
import FlashCommand
import FlashModel
import FlashScheduler
import FlashStore
import FlashTerminal

/// `flash study next`: the card that a session would show first.
struct NextCard: Command {
  struct Options: CommandOptions {
    var deck: String?
    var query: String?
    var mode: StudyMode?
    var showsAnswer = false
    var checks = false
  }

  static let description = CommandDescription<Options>(
    name: "next", abstract: "print the card that comes next",
    operands: [.deck(into: \.deck)],
    options: [
      .query("only what this finds; see flash-query(7)", into: \.query),
      .value("mode", help: "study by the schedule, or from front to back", into: \.mode),
      .flag("answer", help: "print the answer too", into: \.showsAnswer),
      .flag("check", help: "exit 1 if there is no card", into: \.checks),
    ],
    fields: CardRow.fields.specifications, exitCodes: [.badInput, .notFound],
    manual: Manual(
      """
      Prints the card that a session would show first: its id, then its question. Nothing is \
      printed if no card is to be studied, and that is a success unless `--check` is given.

      The card stays the next one until `flash study answer` rates it.
      """,
      examples: [
        Manual.Example("The question alone:", "flash study next --template '{front}'"),
        Manual.Example(
          "Rate the next card as good:",
          "flash study answer \"$(flash study next --template '{id}')\" good"),
      ],
      exitCodes: [.failure: "with `--check`: no card is to be studied"]))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let scope = try StudyScope(options.deck, query: options.query, for: .reading, in: context)
    let lines = try context.jsonLines(CardRow.fields)
    let now = context.now
    guard let card = try scope.nextCard(options.mode, at: now) else {
      if options.checks { throw Exit(.failure) }
      return
    }
    let entry = try scope.store.card(card)
    if let lines {
      let figures = try CardFigures(scope.store, by: scope.rules, at: now)
      try lines.write(figures.row(entry))
      try lines.finish()
    } else {
      try context.show(text(of: entry.card, options, width: context.tableWidth ?? 10_000))
    }
  }

  private static func text(of card: Card, _ options: Options, width: Int) -> [StyledLine] {
    var lines = [StyledLine(card.id.description, .faint)]
    lines += StyledLine.lines(of: card.front, width: width)
    if options.showsAnswer {
      lines.append(.rule(width: min(width, 40)))
      lines += StyledLine.lines(of: card.back, width: width)
    }
    return lines
  }
}

extension StudyScope {
  /// The id of the card that comes first in a session.
  func nextCard(_ mode: StudyMode?, at now: Timestamp) throws(StoreError) -> CardID? {
    let (decks, mode) = together(mode)
    var queue = try store.studyPlan(for: decks, mode: mode, only: filter, by: rules, at: now).queue
    while let queued = queue.next(at: now) {
      // Another process may have changed it since the queue was read.
      if let card = try store.studyCard(queued, at: now) { return card.id }
    }
    return nil
  }
}
