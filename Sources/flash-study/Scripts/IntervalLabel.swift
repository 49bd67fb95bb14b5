import FlashModel
import FlashScheduler
import FlashStore

/// How long until a moment, as people read it beside a rating: `10m`, `4d`.
enum IntervalLabel {
  /// What an answer leads to.
  /// - Parameters:
  ///   - scheduler: counts the days of a card in review.
  ///   - now: when the answer is given.
  static func text(_ scheduling: Scheduling, by scheduler: Scheduler, at now: Timestamp) -> String {
    if let days = scheduler.intervalDays(of: scheduling) { return "\(days)d" }
    return text(until: scheduling.due ?? now, at: now)
  }

  /// Less than a day is whole minutes, else whole days.
  static func text(until moment: Timestamp, at now: Timestamp) -> String {
    let milliseconds = max(0, moment.milliseconds(since: now))
    if milliseconds >= Timestamp.millisecondsPerDay {
      return "\(milliseconds / Timestamp.millisecondsPerDay)d"
    }
    // A step of some seconds would read as no time at all.
    return milliseconds < 60_000 ? "<1m" : "\(milliseconds / 60_000)m"
  }
}

extension StudyRules {
  /// A moment on the learner's clock: `2026-12-04 10:30`.
  func local(_ moment: Timestamp) -> String {
    let shown = Timestamp(milliseconds: calendar.zone.localMilliseconds(at: moment)).rfc3339
    return "\(shown.prefix(10)) \(shown.dropFirst(11).prefix(5))"
  }
}
