import FlashModel
import FlashScheduler

/// True retention of some days.
struct RetentionSpan: Sendable, Hashable {
  /// A stable word for programs.
  var name: String
  /// What people read.
  var title: String
  var retention: TrueRetention
}

extension StudyFigures {
  /// True retention of today, the last week and month, the period, and of all days.
  var retentionSpans: [RetentionSpan] {
    func span(_ name: String, _ title: String, _ days: Int) -> RetentionSpan {
      RetentionSpan(
        name: name, title: title,
        retention: history.tally(of: today.day.advanced(by: 1 - days)...today.day).retention)
    }
    return [
      span("today", "today", 1), span("last_7_days", "7 days", 7),
      span("last_30_days", "30 days", StudyFigures.recentDays),
      RetentionSpan(name: "period", title: periodTitle, retention: inPeriod.retention),
      RetentionSpan(
        name: "all", title: "all",
        retention: days.reduce(into: TrueRetention()) { $0 += $1.tally.retention }),
    ]
  }

  /// True retention of each month of the period that has reviews for it, the oldest first; its name
  /// is `2026-11`.
  var retentionByMonth: [RetentionSpan] {
    var months: [RetentionSpan] = []
    for day in days where request.period.contains(day.day) {
      let month = day.day.date.monthText
      if months.last?.name != month {
        months.append(RetentionSpan(name: month, title: month, retention: TrueRetention()))
      }
      months[months.count - 1].retention += day.tally.retention
    }
    return months.filter { $0.retention.all.total > 0 }
  }

  var dayCount: Int { request.period.upperBound.days(since: request.period.lowerBound) + 1 }

  /// `365 days`, or the dates of a period that does not end today.
  var periodTitle: String {
    request.period.upperBound == today.day
      ? counted(dayCount, "day")
      : "\(request.period.lowerBound.date) to \(request.period.upperBound.date)"
  }

  /// Reviews on each day of the period, from the first that has any if the period is longer than a
  /// year; of a century at most.
  var heat: (first: StudyDay, reviews: [Int]) {
    let last = request.period.upperBound
    let earliest = days.first { request.period.contains($0.day) }?.day ?? last
    let year = last.advanced(by: 1 - StatsRequest.days)
    let first = max(
      request.period.lowerBound, min(earliest, year), last.advanced(by: -36_500))
    var reviews = [Int](repeating: 0, count: last.days(since: first) + 1)
    for day in days where day.day >= first && day.day <= last {
      reviews[day.day.days(since: first)] = day.tally.reviews
    }
    return (first, reviews)
  }
}
