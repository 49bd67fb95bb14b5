/// How a memory state becomes a schedule: what is told apart here is not the model's business.
public enum SchedulingRules: Sendable, Hashable, CaseIterable {
  /// Anki's: elapsed time in study days, stability up to 36,500 days, Hard < Good < Easy, intervals
  /// that grew are not shortened again, half a day rounds away from zero, a review falls due at
  /// the start of its study day.
  case product
  /// py-fsrs's: whole spans of 24 hours, no upper limit of stability, no order among the ratings,
  /// half a day rounds to even, a review falls due to the millisecond.
  case reference
}
