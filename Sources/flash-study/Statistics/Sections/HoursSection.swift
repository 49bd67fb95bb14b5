import FlashScheduler
import FlashTerminal

/// When on the day answers are given, and how many of them recall.
struct HoursSection {
  let figures: StudyFigures
  let page: StatsPage

  private static let height = 6

  var lines: [StyledLine] {
    let hours = figures.history.hours
    let total = hours.reduce(RecallTally(), +)
    let title = page.heading("Hours", "\(figures.periodTitle); below, the percentage recalled")
    guard total.total > 0 else { return page.heading("Hours", "none yet") }
    let columns = groups(of: hours).map { group in
      ColumnChart.Column(
        "\(group.hour)", Double(group.tally.total), Style(.iris),
        note: group.tally.total == 0 ? "" : "\(group.tally.share.roundedPercent)")
    }
    let chart = ColumnChart(columns, height: HoursSection.height)
    return title + page.plot(chart.lines(width: page.width))
  }

  /// As many hours together as it takes for three columns each.
  private func groups(of hours: [RecallTally]) -> [(hour: Int, tally: RecallTally)] {
    // The widest axis is not drawn yet; a percentage and a gap take three columns, 100 four.
    let room = page.width - 6
    let size = [1, 2, 3, 4, 6].first { 24 / $0 * 3 <= room } ?? 6
    return stride(from: 0, to: 24, by: size).map { hour in
      (hour, hours[hour..<hour + size].reduce(RecallTally(), +))
    }
  }
}
