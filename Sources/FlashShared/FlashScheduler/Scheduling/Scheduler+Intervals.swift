import FlashModel

extension Scheduler {
  /// Days until the desired retention is reached, neither rounded nor limited.
  @inline(__always)
  func rawDays(_ stability: Double) -> Double { stability * intervalFactor }

  /// Days for a card that enters review, or lapses without steps.
  /// - Parameters:
  ///   - raw: not rounded.
  ///   - minimum: used by the product's rules only.
  ///   - fraction: nil for no fuzz.
  func graduatingDays(_ raw: Double, minimum: Double, fraction: Double?) -> Double {
    switch rules {
    case .product:
      return productDays(max(1, raw.rounded()), minimum: minimum, fraction: fraction)
    case .reference:
      let days = min(max(raw.rounded(.toNearestOrEven), 1), maximumDays)
      guard let fraction else { return days }
      return Fuzz.referenceDays(days, maximum: maximumDays, fraction: fraction)
    }
  }

  /// Days for Hard, Good and Easy on a card in review: different from one another, and not less
  /// than the previous interval where they would only be so by fuzz.
  /// - Parameters:
  ///   - states: only the stabilities are used.
  ///   - previous: days of the interval that has just ended.
  ///   - rating: what the days are for; not Again.
  func passingDays(
    _ states: NextStates, after previous: Double, rated rating: Rating, fraction: Double?
  ) -> Double {
    guard rules == .product else {
      return graduatingDays(rawDays(states[rating].stability), minimum: 1, fraction: fraction)
    }
    var minimum = 1.0
    var days = 0.0
    for candidate in [Rating.hard, .good, .easy] where candidate <= rating {
      let raw = rawDays(states[candidate].stability)
      let least = max(minimum, leastDays(raw, after: previous))
      days = productDays(raw, minimum: least, fraction: fraction)
      minimum = days + 1
    }
    return days
  }

  private func productDays(_ raw: Double, minimum: Double, fraction: Double?) -> Double {
    Fuzz.days(
      raw, minimum: min(minimum, maximumDays), maximum: maximumDays, fraction: fraction)
  }

  private func leastDays(_ raw: Double, after previous: Double) -> Double {
    if raw.rounded() > previous { return previous + 1 }
    let window = Fuzz.window(of: raw)
    return window.low <= previous && previous <= window.high ? previous : 0
  }

  /// The moment a card is due `days` after `moment`, which lies on `day`.
  func due(afterDays days: Double, from moment: Timestamp, on day: StudyDay) -> Timestamp {
    switch rules {
    case .product: calendar.start(of: day.advanced(by: Int(days)))
    case .reference: moment.advanced(by: Int64(days) * Timestamp.millisecondsPerDay)
    }
  }
}
