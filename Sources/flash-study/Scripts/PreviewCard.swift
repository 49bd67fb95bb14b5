import FlashCollection
import FlashCommand
import FlashModel
import FlashScheduler
import FlashStore
import FlashTerminal

/// `flash study preview`: what each rating of a card would lead to.
struct PreviewCard: Command {
  struct Options: CommandOptions { var card = "" }

  static let description = CommandDescription<Options>(
    name: "preview", abstract: "show what each rating of a card would lead to",
    operands: [
      .required("CARD_ID", help: "the card", into: \.card, completion: .cards)
    ],
    fields: PreviewRow.fields.specifications, exitCodes: [.notFound],
    manual: Manual(
      "Shows the four ratings with the state, the interval and the due time that each leads to. "
        + "Nothing is changed."))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let store = try context.openStore(for: .reading)
    let rules = try context.studyRules(store)
    let id = try CardID(operand: options.card)
    let now = context.now
    let card = try store.card(id).card
    let deck = try store.deck(id: card.deckID)
    let scheduler = try store.scheduler(of: deck, by: rules)
    let rows = Rating.allCases.map { rating in
      PreviewRow(
        card: id, rating: rating,
        after: deck.mode == .basic
          ? Scheduler.basic(card.scheduling, at: now)
          : scheduler.preview(card.scheduling, card: id, at: now)[rating],
        scheduler: scheduler)
    }
    if let lines = try context.jsonLines(PreviewRow.fields) {
      for row in rows { try lines.write(row) }
      return try lines.finish()
    }
    var table = Table([.text("Rating"), .text("State"), .number("Interval"), .text("Due")])
    for row in rows {
      table.append([
        StyledLine(row.rating.word, row.rating.style), StyledLine(row.after.state.word),
        StyledLine(IntervalLabel.text(row.after, by: scheduler, at: now)),
        StyledLine(row.after.due.map(rules.local) ?? ""),
      ])
    }
    try context.show(table.lines(width: context.tableWidth))
  }
}

/// One rating and what it leads to.
struct PreviewRow: Sendable {
  let card: CardID
  let rating: Rating
  let after: Scheduling
  let scheduler: Scheduler

  static let fields = Fields<PreviewRow>([
    .string("card_id") { $0.card.description },
    .string("rating") { $0.rating.word },
    .string("state") { $0.after.state.word },
    .integer("step") { $0.after.step },
    .number("stability") { $0.after.memory?.stability },
    .number("difficulty") { $0.after.memory?.difficulty },
    .integer("interval_days") { $0.scheduler.intervalDays(of: $0.after) },
    .time("due_at") { $0.after.due },
  ])
}

extension Identifier where Entity == Card {
  /// Reads an operand.
  /// - Throws: `CollectionError.notAnID`.
  init(operand: String) throws(CollectionError) {
    guard let id = CardID(operand) else { throw .notAnID(operand, line: nil) }
    self = id
  }
}

extension Rating {
  /// The style of the rating's word; the word itself always stands there.
  var style: Style {
    switch self {
    case .again: .again
    case .hard: .hard
    case .good: .good
    case .easy: .easy
    }
  }
}
