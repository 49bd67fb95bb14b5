import FlashScheduler
import FlashTerminal

/// How cards are spread over a range.
enum HistogramSection {
  static func intervals(_ figures: StudyFigures, _ page: StatsPage) -> [StyledLine] {
    days("Intervals", figures.cards.intervals, Style(.iris), page)
  }

  static func stability(_ figures: StudyFigures, _ page: StatsPage) -> [StyledLine] {
    days("Stability", figures.cards.stability, Style(.moss), page)
  }

  static func difficulty(_ figures: StudyFigures, _ page: StatsPage) -> [StyledLine] {
    let histogram = figures.cards.difficulty
    let summary = histogram.mean.map { "mean \($0.tenths) of 10" } ?? "none yet"
    let labels = histogram.edges.map { "\(Int($0))-\(Int($0) + 1)" }
    return lines("Difficulty", summary, labels, histogram, Style(.rust), page)
  }

  static func retrievability(_ figures: StudyFigures, _ page: StatsPage) -> [StyledLine] {
    let histogram = figures.cards.retrievability
    let summary =
      histogram.mean.map {
        "mean \($0.tenths) %: about \(figures.knownCards) of \(counted(histogram.total, "card")) "
          + "known now"
      } ?? "none yet"
    let labels = histogram.edges.map { "\(Int($0))-\(Int($0) + 10) %" }
    return lines("Retrievability", summary, labels, histogram, .easy, page)
  }

  private static func days(
    _ title: String, _ histogram: Histogram, _ style: Style, _ page: StatsPage
  ) -> [StyledLine] {
    var summary = "none yet"
    if let median = histogram.median, let mean = histogram.mean {
      summary = "median \(median.daysText), mean \(mean.daysText)"
    }
    return lines(title, summary, dayLabels(histogram.edges), histogram, style, page)
  }

  /// `<1 d`, `3-4 d`, `2-3 mo`, `1-2 y`, `5 y+`.
  private static func dayLabels(_ edges: [Double]) -> [String] {
    edges.indices.map { index in
      let from = Int(edges[index])
      guard index + 1 < edges.count else { return "\((from + 1) / 365) y+" }
      let below = Int(edges[index + 1])
      if below <= 1 { return "<1 d" }
      if from < 31 { return below - 1 == from ? "\(from) d" : "\(from)-\(below - 1) d" }
      if from < 366 { return "\(from / 30)-\(below / 30) mo" }
      return "\(from / 365)-\(below / 365) y"
    }
  }

  private static func lines(
    _ title: String, _ summary: String, _ labels: [String], _ histogram: Histogram,
    _ style: Style, _ page: StatsPage
  ) -> [StyledLine] {
    guard histogram.total > 0 else { return page.heading(title, summary) }
    let widest = labels.map(\.utf8.count).max() ?? 0
    let rows = zip(labels, histogram.counts).map { label, count in
      let share = Share(count, of: histogram.total)
      return BarChart.Row(
        "\(label.padded(to: widest, .right)) \("\(share.roundedPercent) %".padded(to: 5, .right))",
        count, style)
    }
    return page.heading(title, summary) + page.plot(BarChart(rows).lines(width: page.width))
  }
}
