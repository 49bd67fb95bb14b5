import FlashModel
import FlashScheduler
import FlashTerminal

/// Reviews on each day.
struct HeatMapSection {
  let figures: StudyFigures
  let page: StatsPage

  var lines: [StyledLine] {
    let map = map
    let legend = page.isASCII ? map.legend.inASCII : map.legend
    return page.heading("Reviews a day", legend) + page.plot(map.lines(width: page.width))
  }

  private var map: HeatMap {
    let (first, reviews) = figures.heat
    var labels: [Int: String] = [:]
    for offset in reviews.indices {
      let date = first.advanced(by: offset).date
      if date.day == 1 { labels[offset] = date.monthName }
    }
    return HeatMap(
      values: reviews, lastWeekday: figures.request.period.upperBound.weekday, labels: labels)
  }
}
