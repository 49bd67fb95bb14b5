/// The schedule that another program has given a card, in that program's terms.
public struct ForeignSchedule: Hashable, Sendable {
  /// When something is, as the other program says it.
  public enum Moment: Hashable, Sendable {
    case exact(Timestamp)
    /// A day, and the minute of it (from 0) if that is known, where the learner lives.
    case local(CivilDate, minute: Int?)
  }

  public var due: Moment?
  public var lastReviewed: Moment?
  /// From the last review to ``due``; above 0, at most 100,000.
  public var intervalDays: Double
  /// Of SM-2, such as 2.5.
  public var ease: Double
  /// 1 (easy) to 10 (hard), where it is not to follow from ``ease``; then ``intervalDays`` is the
  /// stability too.
  public var difficulty: Double?
  /// `.learning` or `.relearning` for a card that was not known when it was last shown.
  public var state = CardState.review
  /// Reviews given, at least 1.
  public var reps: Int
  public var lapses: Int

  /// A schedule whose numbers make sense; nil for a card that was never answered, and for numbers
  /// that no program writes.
  public init?(
    due: Moment?, lastReviewed: Moment? = nil, intervalDays: Double, ease: Double, reps: Int = 1,
    lapses: Int = 0
  ) {
    guard due != nil || lastReviewed != nil, intervalDays > 0, intervalDays <= 100_000,
      ease > 0, ease < 100, (0...1_000_000).contains(reps), (0...1_000_000).contains(lapses)
    else { return nil }
    self.due = due
    self.lastReviewed = lastReviewed
    self.intervalDays = intervalDays
    self.ease = ease
    self.reps = max(1, reps)
    self.lapses = lapses
  }
}
