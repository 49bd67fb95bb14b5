import FlashCommand
import FlashTerminal

/// A part of the statistics.
enum StatsSection: String, Choice, Sendable {
  case overview, heatmap, forecast, retention, cards, intervals, stability, difficulty
  case retrievability, hours, answers, time, weak, leeches
  /// Every other one.
  case all

  /// The sections themselves, in the order in which all of them are shown.
  static var each: [StatsSection] { allCases.filter { $0 != .all && $0 != .overview } }

  /// The lines of the section.
  func lines(_ figures: StudyFigures, on page: StatsPage) -> [StyledLine] {
    switch self {
    case .overview: OverviewSection(figures: figures, page: page).lines
    case .heatmap: HeatMapSection(figures: figures, page: page).lines
    case .forecast: ForecastSection(figures: figures, page: page).lines(height: 8)
    case .retention: RetentionSection(figures: figures, page: page).lines
    case .cards: CardsSection(figures: figures, page: page).lines
    case .intervals: HistogramSection.intervals(figures, page)
    case .stability: HistogramSection.stability(figures, page)
    case .difficulty: HistogramSection.difficulty(figures, page)
    case .retrievability: HistogramSection.retrievability(figures, page)
    case .hours: HoursSection(figures: figures, page: page).lines
    case .answers: AnswersSection(figures: figures, page: page).lines
    case .time: TimeSection(figures: figures, page: page).lines
    case .weak: WeakSection(figures: figures, page: page).lines
    case .leeches: LeechSection(figures: figures, page: page).lines
    case .all:
      Array(StatsSection.each.map { $0.lines(figures, on: page) }.joined(separator: [StyledLine()]))
    }
  }
}

/// What statistics are drawn on.
struct StatsPage: Sendable {
  /// Columns, at least 20.
  var width: Int
  /// Rows of the window.
  var height = 24
  /// Whether plots are drawn in ASCII; texts are left to the terminal's charset.
  var isASCII = false

  /// Lines of a plot.
  func plot(_ lines: [StyledLine]) -> [StyledLine] {
    lines.map { line in
      let fitted = line.trimmed.truncated(to: width)
      return isASCII ? fitted.inASCII : fitted
    }
  }

  /// The title of a section, and what it is about where that fits.
  func heading(_ title: String, _ rest: StyledLine = StyledLine()) -> [StyledLine] {
    let heading = StyledLine(title, .heading)
    guard !rest.spans.isEmpty else { return [heading] }
    let whole = heading + StyledLine("  ") + rest
    return whole.cellWidth <= width ? [whole] : [heading] + rest.wrapped(to: width)
  }

  func heading(_ title: String, _ rest: String) -> [StyledLine] {
    heading(title, StyledLine(rest, .faint))
  }

  /// A name and what is said about it, which goes on below itself.
  func fact(_ name: String, _ text: StyledLine) -> [StyledLine] {
    let margin = 11
    guard width >= 3 * margin else { return [StyledLine(name, .muted)] + text.wrapped(to: width) }
    return text.wrapped(to: width - margin).enumerated().map { index, line in
      StyledLine((index == 0 ? name : "").padded(to: margin), .muted) + line
    }
  }

  func note(_ text: String) -> [StyledLine] { StyledLine.lines(of: text, .faint, width: width) }
}
