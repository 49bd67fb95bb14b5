/// The schedule that another program has given a card, in that program's terms.
public struct ForeignSchedule: Hashable, Sendable {
  /// When something is, as the other program says it.
  public enum Moment: Hashable, Sendable {
    case exact(Timestamp)
    /// A day, and the minute of it (from 0) if that is known, where the learner lives.
    case local(CivilDate, minute: Int?)
  }

  /// Never `.new`.
  public var state = CardState.review
  /// As a program has it that schedules by the same model; else it follows from the log, or from
  /// interval and ease.
  public var memory: MemoryState?
  /// How many learning steps are still to be taken; nil if that is not told.
  public var stepsLeft: Int?
  public var due: Moment?
  public var lastReviewed: Moment?
  /// From the last review to ``due``; above 0, at most 100,000. Nil if it is not told.
  public var intervalDays: Double?
  /// Of SM-2, such as 2.5. Nil if it is not told.
  public var ease: Double?
  /// 1 (easy) to 10 (hard), where it is not to follow from ``ease``; then ``intervalDays`` is the
  /// stability too.
  public var difficulty: Double?
  /// Reviews given.
  public var reps: Int
  public var lapses: Int

  /// A card in review whose numbers make sense; nil for a card that was never answered, and for
  /// numbers that no program writes.
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

  /// A card in any state but new; what makes no sense in it counts as not told.
  public init(
    _ state: CardState, memory: MemoryState? = nil, stepsLeft: Int? = nil, due: Moment?,
    lastReviewed: Moment? = nil, intervalDays: Double? = nil, ease: Double? = nil, reps: Int,
    lapses: Int
  ) {
    self.state = state
    self.memory = memory
    self.stepsLeft = stepsLeft
    self.due = due
    self.lastReviewed = lastReviewed
    self.intervalDays = intervalDays.flatMap { $0 > 0 && $0 <= 100_000 ? $0 : nil }
    self.ease = ease.flatMap { $0 > 0 && $0 < 100 ? $0 : nil }
    self.reps = min(max(0, reps), 1_000_000)
    self.lapses = min(max(0, lapses), 1_000_000)
  }
}
