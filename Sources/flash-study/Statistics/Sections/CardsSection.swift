import FlashScheduler
import FlashTerminal

/// How many cards there are in each state.
struct CardsSection {
  let figures: StudyFigures
  let page: StatsPage

  var lines: [StyledLine] {
    let counts = figures.cards.counts
    let parts: [(String, Int, Style)] = [
      ("new", counts.new, .easy), ("learning", counts.learning, .hard),
      ("relearning", counts.relearning, .again), ("young", counts.young, Style(.moss)),
      ("mature", counts.mature, .good),
    ]
    let rows = parts.map { name, count, style in
      BarChart.Row(
        "\(name.padded(to: 10)) \(Share(count, of: counts.total).tenths.padded(to: 7, .right))",
        count, style)
    }
    let summary =
      "\(counts.total), of these \(counts.suspended) suspended, \(counts.buried) buried; "
      + "\(figures.mastery.roundedPercent) % in review"
    return page.heading("Cards", summary) + page.plot(BarChart(rows).lines(width: page.width))
  }
}
