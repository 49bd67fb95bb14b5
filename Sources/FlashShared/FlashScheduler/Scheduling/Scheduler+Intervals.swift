import FlashModel

/// Days until a card in review is due, for each rating but Again.
struct PassingDays {
  // Again's lane is not used.
  var lanes = SIMD4<Double>()

  subscript(rating: Rating) -> Double { lanes[rating.rawValue - 1] }
}

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
  ///   - stability: of the states that the ratings lead to.
  ///   - previous: days of the interval that has just ended.
  ///   - rating: the last one the days are for.
  func passingDays(
    _ stability: SIMD4<Double>, after previous: Double, upTo rating: Rating, fraction: Double?
  ) -> PassingDays {
    var days = PassingDays()
    var minimum = 1.0
    for lane in 1..<rating.rawValue {
      let raw = rawDays(stability[lane])
      if rules == .product {
        let least = max(minimum, leastDays(raw, after: previous))
        days.lanes[lane] = productDays(raw, minimum: least, fraction: fraction)
        minimum = days.lanes[lane] + 1
      } else {
        days.lanes[lane] = graduatingDays(raw, minimum: 1, fraction: fraction)
      }
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
