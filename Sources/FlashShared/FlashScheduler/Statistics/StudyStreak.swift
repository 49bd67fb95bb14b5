public import FlashModel

/// Consecutive study days with a review.
public struct StudyStreak: Hashable, Sendable {
  /// Days, ending today, or yesterday if today has no review yet.
  public let length: Int
  /// The longest there ever was.
  public let longest: Int
  /// Whether it ends unless there is a review today.
  public let isAtRisk: Bool

  /// - Parameter reviews: when cards were rated, in any order.
  public init(reviews: [Timestamp], calendar: StudyCalendar, at now: Timestamp) {
    self.init(days: reviews.map { calendar.day(of: $0) }, today: calendar.day(of: now))
  }

  /// - Parameter days: those with a review, in any order and as often as they come; days after
  ///   `today` are left out.
  public init(days: [StudyDay], today: StudyDay) {
    let days = Set(days).filter { $0 <= today }.sorted()
    var run = 0
    var longest = 0
    var previous: StudyDay?
    for day in days {
      run = previous?.advanced(by: 1) == day ? run + 1 : 1
      longest = max(longest, run)
      previous = day
    }
    let age = previous.map { today.days(since: $0) } ?? .max
    length = age <= 1 ? run : 0
    self.longest = longest
    isAtRisk = age == 1
  }
}
