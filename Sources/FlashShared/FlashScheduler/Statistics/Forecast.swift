public import FlashModel

/// How many cards fall due on the days to come.
public struct Forecast: Hashable, Sendable {
  /// For each study day from today on; today includes what is overdue.
  public private(set) var counts: [Int]
  /// Of today's, those that were due on an earlier day.
  public private(set) var overdue = 0

  private let today: StudyDay
  private let calendar: StudyCalendar

  /// - Parameter days: at least 1; what is due later is left out.
  public init(days: Int, calendar: StudyCalendar, at now: Timestamp) {
    today = calendar.day(of: now)
    self.calendar = calendar
    counts = Array(repeating: 0, count: max(1, days))
  }

  /// Counts a live card that is not new, by its due time.
  public mutating func add(_ due: Timestamp) {
    let ahead = calendar.day(of: due).days(since: today)
    guard ahead < counts.count else { return }
    counts[max(0, ahead)] += 1
    if ahead < 0 { overdue += 1 }
  }

  /// Cards that fall due within the days, overdue ones included.
  public var total: Int { counts.reduce(0, +) }
}
