import FlashModel
import FlashScheduler
import FlashTerminal

/// Cards that fall due on the days to come.
struct ForecastSection {
  let figures: StudyFigures
  let page: StatsPage

  func lines(height: Int) -> [StyledLine] {
    let forecast = figures.cards.forecast
    let title = "Forecast"
    guard forecast.total > 0 else {
      return page.heading(title) + page.note("nothing in \(counted(forecast.counts.count, "day"))")
    }
    let chart = chart(height: height)
    return page.heading(title, summary) + page.plot(chart.lines(width: page.width))
  }

  /// The days from today on. What is overdue is told in the title: beside a backlog of weeks the
  /// days would all look alike.
  private func chart(height: Int) -> ColumnChart {
    let forecast = figures.cards.forecast
    let today = figures.today.day
    var columns = [
      ColumnChart.Column("now", Double(forecast.counts[0] - forecast.overdue), .good)
    ]
    for (offset, count) in forecast.counts.enumerated().dropFirst() {
      let day = today.advanced(by: offset)
      // Weeks are told apart by the dates of their Mondays.
      let label = day.weekday == 0 ? "\(day.date.day) \(day.date.monthName)" : ""
      columns.append(ColumnChart.Column(label, Double(count), .good))
    }
    var sum = 0.0
    let sums = columns.map { column in
      sum += column.value
      return sum
    }
    return ColumnChart(columns, dots: sums, height: height)
  }

  private var summary: StyledLine {
    let forecast = figures.cards.forecast
    let days = forecast.counts.count
    let coming = forecast.total - forecast.overdue
    var line = StyledLine()
    if forecast.overdue > 0 { line.append("\(forecast.overdue) overdue, ", .again) }
    line.append(
      "\(coming) in \(counted(days, "day")), \((Double(coming) / Double(days)).tenths) a day  ",
      .faint)
    line.append("•", Style(.amber))
    line.append(" sum", .faint)
    return page.isASCII ? line.inASCII : line
  }
}
