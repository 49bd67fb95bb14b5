import FlashModel

/// The waits between a card's first reviews, in learning or relearning.
public struct Steps: Hashable, Sendable {
  /// Seconds.
  public let seconds: [Int]

  /// - Throws: ``SchedulerError/steps(_:)`` if there are more than ten, or one is not from 1 second
  ///   to 365 days.
  public init(_ seconds: [Int]) throws(SchedulerError) {
    guard seconds.count <= 10, seconds.allSatisfy({ StudyOptions.stepRange.contains($0) }) else {
      throw .steps(seconds)
    }
    self.seconds = seconds
  }

  /// Where a rating leads from step `index`: the next step and the wait for it, or nil for the end
  /// of the steps. With no steps, or past the last (they were shortened meanwhile), only Again finds
  /// one.
  func next(
    after rating: Rating, from index: Int, rules: SchedulingRules
  ) -> (step: Int, milliseconds: Int64)? {
    guard let first = seconds.first else { return nil }
    if rating == .again { return (0, Int64(first) * 1_000) }
    guard seconds.indices.contains(index) else { return nil }
    switch rating {
    case .again, .hard:
      return (index, hardWait(at: index, rules: rules))
    case .good:
      guard index + 1 < seconds.count else { return nil }
      return (index + 1, Int64(seconds[index + 1]) * 1_000)
    case .easy:
      return nil
    }
  }

  /// Hard repeats the step, but the first one waits longer than Again and shorter than Good would.
  private func hardWait(at index: Int, rules: SchedulingRules) -> Int64 {
    let step = Int64(seconds[index]) * 1_000
    guard index == 0 else { return step }
    let isOnly = seconds.count == 1
    let wait = isOnly ? step * 3 / 2 : (step + Int64(seconds[1]) * 1_000) / 2
    guard rules == .product else { return wait }
    let limited = isOnly ? min(wait, step + Timestamp.millisecondsPerDay) : wait
    guard limited > Timestamp.millisecondsPerDay else { return limited }
    let days = Double(limited) / Double(Timestamp.millisecondsPerDay)
    return Int64(days.rounded()) * Timestamp.millisecondsPerDay
  }
}
