import FlashScheduler
import FlashTerminal

/// How long studying took.
struct TimeSection {
  let figures: StudyFigures
  let page: StatsPage

  /// Days up to which each has a column.
  private static let mostDays = 62
  private static let height = 6

  var lines: [StyledLine] {
    let figures = figures.time
    let heading = page.heading("Time", self.figures.periodTitle)
    guard figures.reviews > 0 else { return page.heading("Time", "none yet") }
    let facts: [(String, String)] = [
      ("Total", DurationText.text(milliseconds: figures.elapsedMilliseconds)),
      (
        "A day",
        "\(minutes(figures.perDay)); on the \(counted(figures.studiedDays, "day")) "
          + "with a review \(minutes(figures.perStudiedDay))"
      ),
      (
        "An answer",
        "\((figures.perReview / 1_000).tenths) s; \(counted(figures.reviews, "answer")), "
          + "\(counted(figures.introduced, "new card"))"
      ),
    ]
    return heading + facts.flatMap { page.fact($0.0, StyledLine($0.1)) } + [StyledLine()] + plot
  }

  private func minutes(_ milliseconds: Double) -> String { "\((milliseconds / 60_000).tenths) min" }

  private var plot: [StyledLine] {
    let (first, minutes) = figures.minutesByDay
    let size = minutes.count > TimeSection.mostDays ? 7 : 1
    var month = ""
    let columns = stride(from: 0, to: minutes.count, by: size).map { start in
      let date = first.advanced(by: start).date
      let isNew = date.monthName != month
      month = date.monthName
      let sum = minutes[start..<min(start + size, minutes.count)].reduce(0, +)
      return ColumnChart.Column(isNew ? date.monthName : "", sum, Style(.amber))
    }
    let chart = ColumnChart(columns, height: TimeSection.height)
    let days = size * chart.merged(width: page.width)
    let unit = days == 1 ? "a day" : days == 7 ? "a week" : "in \(days) days"
    return [StyledLine("Minutes \(unit)", .faint)] + page.plot(chart.lines(width: page.width))
  }
}

/// How long the answers of a period took.
struct TimeFigures: Sendable, Hashable {
  var elapsedMilliseconds: Int
  var days: Int
  /// Days with a review.
  var studiedDays: Int
  var reviews: Int
  var introduced: Int

  // Milliseconds; 0 where there is nothing to divide by.
  var perDay: Double { mean(days) }
  var perStudiedDay: Double { mean(studiedDays) }
  var perReview: Double { mean(reviews) }

  private func mean(_ count: Int) -> Double {
    count == 0 ? 0 : Double(elapsedMilliseconds) / Double(count)
  }
}

extension StudyFigures {
  var time: TimeFigures {
    let tally = inPeriod
    return TimeFigures(
      elapsedMilliseconds: tally.durationMilliseconds, days: dayCount,
      studiedDays: days.count { request.period.contains($0.day) }, reviews: tally.reviews,
      introduced: tally.introduced)
  }

  /// Minutes on each day, as far back as ``heat``.
  fileprivate var minutesByDay: (first: StudyDay, minutes: [Double]) {
    let (first, reviews) = heat
    var minutes = [Double](repeating: 0, count: reviews.count)
    for day in days where day.day >= first && day.day <= request.period.upperBound {
      minutes[day.day.days(since: first)] = Double(day.tally.durationMilliseconds) / 60_000
    }
    return (first, minutes)
  }
}
