public import FlashModel

/// A small shift of intervals, so that cards learned together don't stay together.
///
/// It follows from card and review count alone: every device computes the same due date, and the
/// preview shows what the answer will do.
public enum Fuzz {
  /// A number from 0 up to but not including 1, the same everywhere for a card and a count.
  ///
  /// Three rounds of SplitMix64's finaliser, `mix(mix(mix(high) ^ low) ^ reps)`, its upper 53 bits.
  /// - Parameter reps: reviews before this one.
  public static func fraction(card: CardID, reps: Int) -> Double {
    let mixed = mix(mix(mix(card.high) ^ card.low) ^ UInt64(truncatingIfNeeded: reps))
    return Double(mixed >> 11) * 0x1p-53
  }

  /// - Source: Sebastiano Vigna, SplitMix64.
  static func mix(_ value: UInt64) -> UInt64 {
    var mixed = value &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Days an interval may be moved by, either way; 0 under two and a half days.
  static func reach(of days: Double) -> Double {
    guard days >= 2.5 else { return 0 }
    return 1 + 0.15 * (min(days, 7) - 2.5) + 0.1 * max(0, min(days, 20) - 7)
      + 0.05 * max(0, days - 20)
  }

  /// The first and last day within reach of an interval.
  static func window(of days: Double) -> (low: Double, high: Double) {
    let reach = reach(of: days)
    return ((days - reach).rounded(), (days + reach).rounded())
  }

  /// Anki's choice: uniform over the window within `minimum` and `maximum`.
  /// - Parameters:
  ///   - days: not rounded.
  ///   - minimum: at most `maximum`.
  ///   - fraction: nil for no fuzz.
  static func days(
    _ days: Double, minimum: Double, maximum: Double, fraction: Double?
  ) -> Double {
    guard let fraction else { return min(max(days.rounded(), minimum), maximum) }
    let window = window(of: min(max(days, minimum), maximum))
    let low = min(max(window.low, minimum), maximum)
    var high = min(max(window.high, minimum), maximum)
    if high == low, high > 2, high < maximum { high += 1 }
    return (low + fraction * (1 + high - low)).rounded(.down)
  }

  /// py-fsrs's choice, its uneven rounding included.
  /// - Parameter days: rounded, at least 1.
  static func referenceDays(_ days: Double, maximum: Double, fraction: Double) -> Double {
    guard days >= 2.5 else { return days }
    let reach = reach(of: days)
    let high = min((days + reach).rounded(.toNearestOrEven), maximum)
    let low = min(max(2, (days - reach).rounded(.toNearestOrEven)), high)
    return min((fraction * (high - low + 1) + low).rounded(.toNearestOrEven), maximum)
  }
}
