import FlashCommand
import FlashModel
import FlashScheduler
import FlashStore
import FlashTerminal

/// `flash study stats`: how it goes.
struct Stats: Command {
  struct Options: CommandOptions { var deck: String? }

  static let description = CommandDescription<Options>(
    name: "stats", abstract: "show how studying goes, and what is to come",
    operands: [.deck(into: \.deck)],
    fields: StudyFigures.fields.specifications, exitCodes: [.notFound],
    manual: Manual(
      """
      Shows today's reviews, the streak of days with a review, retention, cards by state, a \
      forecast of 30 days and the sub-topics in which most is forgotten.

      *Retention* counts the first review of a card and day that found it in review: the share that \
      was rated hard, good or easy. It is what the option `desired_retention` aims at. *Mastery* is \
      the share of cards in review. A day begins at `study.rollover`.
      """,
      examples: [Manual.Example("The streak, in days:", "flash study stats --jq .streak.days")],
      seeAlso: ["flash-config(5)"]))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let scope = try StudyScope(options.deck, for: .reading, in: context)
    let lines = try context.jsonLines(StudyFigures.fields)
    let figures = try StudyFigures(scope, deck: options.deck, at: context.now)
    if let lines {
      try lines.write(figures)
      return try lines.finish()
    }
    try context.show(figures.lines(width: max(20, context.terminal.size.columns)))
  }
}

extension StudyFigures {
  /// The figures for people.
  /// - Parameter width: columns, at least 20.
  func lines(width: Int) -> [StyledLine] {
    var lines = [StyledLine(deck ?? "All decks", .heading)]
    for (name, text) in facts {
      var line = StyledLine(name.padded(to: 11), .muted)
      line.append(text)
      lines +=
        line.cellWidth <= width
        ? [line]
        : [StyledLine(name, .muted)]
          + StyledLine.lines(of: text, width: width)
    }
    lines += [StyledLine(), StyledLine("Forecast", .heading)]
    lines += days.isEmpty ? [StyledLine("nothing in 30 days", .muted)] : chart.lines(width: width)
    guard !weakAreas.isEmpty else { return lines }
    lines += [StyledLine(), StyledLine("Weak areas", .heading)]
    for area in weakAreas {
      var line = StyledLine("\(area.accuracy.roundedPercent) %".padded(to: 5, .right), .again)
      line.append(" \(area.name)")
      line.append("  \(area.accuracy.total) reviews, \(area.deck)", .faint)
      lines.append(line.truncated(to: width))
    }
    return lines
  }

  private var facts: [(String, String)] {
    let right = today.reviews == 0 ? "" : ", \(today.accuracy.roundedPercent) % right"
    let risk = streak.isAtRisk ? ", ends today without a review" : ""
    return [
      (
        "Today",
        "\(counted(today.reviews, "review")) of \(counted(today.cards, "card"))\(right), "
          + "\(DurationText.text(milliseconds: today.durationMilliseconds)); \(today.left) to go"
      ),
      ("Streak", "\(counted(streak.length, "day")), longest \(streak.longest)\(risk)"),
      ("Retention", "30 days \(text(recentRetention)), all \(text(retention))"),
      (
        "Cards",
        "\(states.total): \(states.new) new, \(states.learning) learning, \(states.review) review, "
          + "\(states.relearning) relearning; \(states.suspended) suspended"
      ),
      ("Mastery", "\(mastery.roundedPercent) %"),
    ]
  }

  private func text(_ share: Share) -> String {
    share.total == 0 ? "none yet" : "\(share.roundedPercent) % of \(share.total)"
  }

  /// The counts of the coming days, up to the last on which something falls due.
  private var days: ArraySlice<Int> {
    forecast.counts[..<((forecast.counts.lastIndex { $0 > 0 } ?? -1) + 1)]
  }

  private var chart: BarChart {
    BarChart(
      days.enumerated().map { offset, count in
        let date = today.day.advanced(by: offset).date.description.dropFirst(5)
        return BarChart.Row(offset == 0 ? "today" : String(date), count, .good)
      })
  }
}

/// `1 card`, `2 cards`.
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

/// How long something took, as people say it.
enum DurationText {
  static func text(milliseconds: Int) -> String {
    let seconds = milliseconds / 1_000
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3_600 { return "\(seconds / 60) min" }
    return "\(seconds / 3_600) h \(seconds / 60 % 60) min"
  }
}
