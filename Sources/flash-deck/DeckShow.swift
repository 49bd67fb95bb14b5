import FlashCollection
import FlashCommand
import FlashModel
import FlashScheduler
import FlashStore
import FlashTerminal

/// `flash deck show`.
struct DeckShow: Command {
  struct Options: CommandOptions {
    var deck = ""
  }

  static let description = CommandDescription<Options>(
    name: "show", abstract: "show all there is to know of a deck",
    operands: [.required("DECK", help: "the deck", into: \.deck, completion: .decks)],
    fields: DeckSummary.fields.specifications, exitCodes: [.notFound])

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let store = try context.openStore(for: .reading)
    let deck = try store.deck(named: options.deck)
    let rules = try context.studyRules(store)
    let summaries = try store.deckSummaries(of: [deck], by: rules, at: context.now)
    if let lines = try context.jsonLines(DeckSummary.fields) {
      for summary in summaries { try lines.write(summary) }
      return try lines.finish()
    }
    let subTopics = try store.subTopics(of: deck.id).map(\.name)
    for summary in summaries {
      context.page(
        lines(summary, subTopics, rules.calendar, width: max(20, context.terminal.size.columns)))
    }
  }

  /// The deck as people read it.
  /// - Parameter width: columns, at least 20.
  static func lines(
    _ summary: DeckSummary, _ subTopics: [String], _ calendar: StudyCalendar, width: Int
  ) -> [StyledLine] {
    let deck = summary.deck
    let counts = summary.counts
    var facts: [(String, String)] = [
      ("cards", "\(summary.cardCount), \(summary.knownCount) known"),
      ("today", "\(counts.new) new, \(counts.learning) learning, \(counts.due) due"),
      ("mode", deck.mode.rawValue), ("accent", deck.accentColor),
    ]
    if let topic = summary.topic { facts.insert(("topic", topic), at: 0) }
    if let next = summary.nextDue {
      facts.append(("next due", calendar.day(of: next).date.description))
    }
    if let studied = deck.lastStudiedAt { facts.append(("last studied", studied.rfc3339)) }
    if !subTopics.isEmpty { facts.append(("sub-topics", subTopics.joined(separator: ", "))) }
    let options = StudyOptions.names.compactMap { name in
      deck.options.value(of: name).map { "\(name)=\(OptionText.text(of: $0, name))" }
    }
    if !options.isEmpty { facts.append(("options", options.joined(separator: " "))) }
    facts.append(("id", deck.id.description))
    var lines = [StyledLine(deck.title, .heading)] + FactLines.lines(facts, width: width)
    if let text = deck.description {
      lines.append(StyledLine())
      lines += StyledLine.lines(of: text, width: width)
    }
    return lines
  }
}
