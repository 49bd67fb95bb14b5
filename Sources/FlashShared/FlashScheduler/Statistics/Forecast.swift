public import FlashModel

/// How many cards fall due on the days to come.
public struct Forecast: Hashable, Sendable {
  /// For each study day from today on; today includes what is overdue.
  public let counts: [Int]
  /// Of today's, those that were due on an earlier day.
  public let overdue: Int

  /// - Parameters:
  ///   - dues: of live cards that are not new, in any order.
  ///   - days: at least 1; what is due later is left out.
  public init(dues: [Timestamp], days: Int, calendar: StudyCalendar, at now: Timestamp) {
    let today = calendar.day(of: now)
    var counts = Array(repeating: 0, count: max(1, days))
    var overdue = 0
    for due in dues {
      let ahead = calendar.day(of: due).days(since: today)
      guard ahead < counts.count else { continue }
      counts[max(0, ahead)] += 1
      if ahead < 0 { overdue += 1 }
    }
    self.counts = counts
    self.overdue = overdue
  }
}
