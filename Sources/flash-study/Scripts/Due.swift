import FlashCommand
import FlashModel
import FlashScheduler
import FlashStore
import FlashTerminal

/// `flash study due`: how many cards wait, by deck.
struct Due: Command {
  struct Options: CommandOptions {
    var deck: String?
    var printsCount = false
    var checks = false
  }

  static let description = CommandDescription<Options>(
    name: "due", abstract: "tell how many cards are to be studied",
    operands: [.deck(into: \.deck)],
    options: [
      .flag("count", help: "print one number: new, learning and due", into: \.printsCount),
      .flag("check", help: "print nothing; exit 0 if cards are due, else 1", into: \.checks),
    ],
    fields: DueRow.fields.specifications, exitCodes: [.notFound],
    manual: Manual(
      """
      Tells for each deck how many cards a session would show now: new ones within the day's limit, \
      cards in learning that fall due today, and reviews. With `--json` the last line is the total, \
      its `deck` null.
      """,
      examples: [
        Manual.Example("A number for the prompt of a shell:", "flash study due --count"),
        Manual.Example(
          "Study only if something waits:", "flash study due --check spanish && flash study spanish"
        ),
      ],
      exitCodes: [.failure: "with `--check`: nothing is due"]))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let scope = try StudyScope(options.deck, for: .reading, in: context)
    let now = context.now
    let counts = try scope.store.studyCounts(for: scope.decks, by: scope.rules, at: now)
    let total = counts.reduce(0) { $0 + $1.total }
    if options.printsCount { context.output.line("\(total)") }
    if options.checks, total == 0 { throw Exit(.failure) }
    if options.checks || options.printsCount { return }
    var rows: [DueRow] = []
    for (deck, counts) in zip(scope.decks, counts) {
      rows.append(
        DueRow(deck: deck, counts: counts, nextDue: try scope.store.nextDue(of: deck, after: now)))
    }
    if let lines = try context.jsonLines(DueRow.fields) {
      for row in rows + [DueRow(total: rows)] { try lines.write(row) }
      try lines.finish()
    } else {
      try context.show(table(rows, at: now).lines(width: context.tableWidth))
    }
  }

  private static func table(_ rows: [DueRow], at now: Timestamp) -> Table {
    var table = Table([
      .text("Deck"), .number("New"), .number("Learning"), .number("Due"), .number("Next"),
    ])
    for row in rows.count == 1 ? rows : rows + [DueRow(total: rows)] {
      let next = row.nextDue.map { "in " + IntervalLabel.text(until: $0, at: now) } ?? ""
      let isTotal = row.deck == nil
      table.append([
        StyledLine(row.deck?.title ?? "Total", isTotal ? .strong : .plain),
        StyledLine("\(row.counts.new)", .easy), StyledLine("\(row.counts.learning)", .hard),
        StyledLine("\(row.counts.due)", .good), StyledLine(next, .muted),
      ])
    }
    return table
  }
}

/// What waits in a deck, or in all of them.
struct DueRow: Sendable {
  /// Nil in the total.
  let deck: Deck?
  let counts: QueueCounts
  let nextDue: Timestamp?

  init(deck: Deck, counts: QueueCounts, nextDue: Timestamp?) {
    self.deck = deck
    self.counts = counts
    self.nextDue = nextDue
  }

  init(total rows: [DueRow]) {
    deck = nil
    counts = rows.reduce(into: QueueCounts(new: 0, learning: 0, due: 0)) { sum, row in
      sum.new += row.counts.new
      sum.learning += row.counts.learning
      sum.due += row.counts.due
    }
    nextDue = rows.compactMap(\.nextDue).min()
  }

  static let fields = Fields<DueRow>([
    .string("deck_id") { $0.deck?.id.description },
    .string("deck") { $0.deck?.title },
    .integer("new_count") { $0.counts.new },
    .integer("learning_count") { $0.counts.learning },
    .integer("due_count") { $0.counts.due },
    .time("next_due_at") { $0.nextDue },
  ])
}

extension CommandContext {
  /// The columns that a table is fitted into; nil for files and pipes.
  var tableWidth: Int? { terminal.outputIsTerminal ? max(20, terminal.size.columns) : nil }
}

extension CommandOperand {
  /// `[DECK]`: a deck and those below it.
  static func deck(into path: any WritableKeyPath<Options, String?> & Sendable) -> Self {
    .optional(
      "DECK", help: "only this deck and those below it; all without it", into: path,
      completion: .decks)
  }
}
