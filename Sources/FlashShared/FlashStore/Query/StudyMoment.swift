public import FlashModel
internal import FlashScheduler

/// A moment, and how days are counted and memory is reckoned at it.
public struct StudyMoment: Sendable, Hashable {
  public var now: Timestamp
  public var rules: StudyRules

  public init(_ now: Timestamp, by rules: StudyRules) {
    self.now = now
    self.rules = rules
  }

  /// When the study day begins that lies `days` from today, negative for the past.
  func start(ofDayAfter days: Int) -> Timestamp {
    rules.calendar.start(of: rules.calendar.day(of: now).advanced(by: days))
  }

  /// When the last so many study days began, today being one of them.
  func start(ofLast days: Int) -> Timestamp { start(ofDayAfter: 1 - days) }
}
