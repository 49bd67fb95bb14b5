import FlashModel
import FlashScheduler
import FlashTerminal

/// Which ratings were given at which stage.
struct AnswersSection {
  let figures: StudyFigures
  let page: StatsPage

  private static let styles: [Style] = [.again, .hard, .good, .easy]

  var lines: [StyledLine] {
    let rows = ReviewStage.allCases.map { stage in
      (stage, Rating.allCases.map { figures.history.answers(stage, $0) })
    }
    let total = rows.reduce(0) { $0 + $1.1.reduce(0, +) }
    let heading = page.heading("Answers", "\(total) in \(figures.periodTitle)")
    guard total > 0 else { return heading }
    var table = Table(
      [.text("", minimumWidth: 8)] + Rating.allCases.map { .number($0.word) }
        + (page.width >= 50 ? [.number("of")] : []))
    for (stage, counts) in rows {
      let sum = counts.reduce(0, +)
      table.append(
        [StyledLine(stage.word, .muted)]
          + counts.map { StyledLine(Share($0, of: sum).tenths) }
          + (page.width >= 50 ? [StyledLine("\(sum)", .faint)] : []))
    }
    return heading + table.lines(width: page.width) + [StyledLine()] + page.plot(bars(rows))
  }

  private func bars(_ rows: [(ReviewStage, [Int])]) -> [StyledLine] {
    var legend = StyledLine(String(repeating: " ", count: 10))
    for (index, rating) in Rating.allCases.enumerated() {
      legend.append("\(StackedBar.shades[index])", AnswersSection.styles[index])
      legend.append(" \(rating.word)  ", .faint)
    }
    return [legend]
      + rows.map { stage, counts in
        StyledLine(stage.word.padded(to: 10), .muted)
          + StackedBar.line(
            zip(counts, AnswersSection.styles).map { ($0, $1) }, width: page.width - 10)
      }
  }
}
