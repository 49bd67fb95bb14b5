import FlashCollection
import FlashCommand
import FlashModel
import FlashScheduler
import FlashStore
import FlashTerminal

/// `flash card show`.
struct CardShow: Command {
  struct Options: CommandOptions {
    var cards: [String] = []
  }

  static let description = CommandDescription<Options>(
    name: "show", abstract: "show all there is to know of cards",
    operands: [
      .repeated(
        "ID", help: "the cards; '-' reads ids from standard input", isRequired: true, into: \.cards,
        completion: .cards)
    ],
    fields: CardRow.fields.specifications, exitCodes: [.partly, .notFound],
    traits: [.usesStore, .listsNames])

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let store = try context.openStore(for: .reading)
    let cards = try context.resolvedCards(
      options.cards, in: store, deleted: nil, isStrict: false)
    let figures = try CardFigures(store, by: try context.studyRules(store), at: context.now)
    if let lines = try context.jsonLines(CardRow.fields) {
      for id in cards.ids {
        try context.check()
        try lines.write(figures.row(try store.card(id, evenDeleted: true)))
      }
      try lines.finish()
    } else {
      var lines: [StyledLine] = []
      for id in cards.ids {
        try context.check()
        if !lines.isEmpty { lines.append(StyledLine()) }
        lines += CardPage(
          row: figures.row(try store.card(id, evenDeleted: true)), calendar: figures.rules.calendar,
          now: context.now
        ).lines(width: max(20, context.terminal.size.columns))
      }
      context.page(lines)
    }
    try cards.finish()
  }
}

/// A card as people read it.
struct CardPage {
  let row: CardRow
  let calendar: StudyCalendar
  let now: Timestamp

  /// - Parameter width: columns, at least 20.
  func lines(width: Int) -> [StyledLine] {
    let card = row.card
    var lines = side("Front", card.front, width) + side("Back", card.back, width)
    if let hint = card.hint { lines += side("Hint", hint, width) }
    if let text = card.noteText { lines += side("Cloze text", text, width) }
    return lines + FactLines.lines(facts, width: width)
  }

  private func side(_ title: String, _ text: String, _ width: Int) -> [StyledLine] {
    [StyledLine(title, .heading)]
      + StyledLine.lines(of: text, width: width - 2).map { StyledLine("  ") + $0 }
      + [StyledLine()]
  }

  private var facts: [(String, String)] {
    let card = row.card
    var facts = [("deck", row.entry.deckTitle), ("state", card.stateLabel(at: now))]
    if !row.entry.subTopics.isEmpty {
      facts.append(("tags", row.entry.subTopics.joined(separator: ", ")))
    }
    if let day = row.dueDay { facts.append(("due", day.description)) }
    if let memory = card.scheduling.memory {
      facts.append(("stability", "\(rounded(memory.stability)) days"))
      facts.append(("difficulty", "\(rounded(memory.difficulty)) of 10"))
    }
    if let retrievability = row.retrievability {
      facts.append(("recall", "\(Int((retrievability * 100).rounded())) % likely now"))
    }
    facts.append(("reviews", "\(card.scheduling.reps), \(card.scheduling.lapses) lapses"))
    if row.entry.isLeech { facts.append(("leech", "yes")) }
    if let until = card.buriedUntil, until > now { facts.append(("buried until", until.rfc3339)) }
    if card.flag > 0 { facts.append(("flag", String(card.flag))) }
    if card.deletedAt != nil { facts.append(("removed", "yes")) }
    facts.append(("id", card.id.description))
    return facts
  }

  /// One decimal.
  private func rounded(_ value: Double) -> String { ((value * 10).rounded() / 10).description }
}
