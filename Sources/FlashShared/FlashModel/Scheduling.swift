/// What the memory model knows of a card.
public struct MemoryState: Hashable, Sendable {
  /// Days until the probability of recall has fallen to 0.9; 0.001 to 36,500.
  public var stability: Double
  /// 1 (easy) to 10 (hard).
  public var difficulty: Double

  public init(stability: Double, difficulty: Double) {
    self.stability = stability
    self.difficulty = difficulty
  }
}

/// The scheduling fields of a card: a cache of its review log, folded in order.
public struct Scheduling: Hashable, Sendable {
  public var state: CardState
  /// The learning or relearning step, from 0; nil in the other states.
  public var step: Int?
  /// Nil until the first scheduling review.
  public var memory: MemoryState?
  /// When the card is next to be shown; nil while it is new.
  public var due: Timestamp?
  public var lastReviewed: Timestamp?
  /// The newest entry that moved the schedule; Basic reviews move only ``lastReviewed``.
  public var lastScheduled: Timestamp?
  /// Reviews given, Basic ones included.
  public var reps: Int
  /// Failures from the review state.
  public var lapses: Int

  public init(
    state: CardState = .new, step: Int? = nil, memory: MemoryState? = nil, due: Timestamp? = nil,
    lastReviewed: Timestamp? = nil, lastScheduled: Timestamp? = nil, reps: Int = 0, lapses: Int = 0
  ) {
    self.state = state
    self.step = step
    self.memory = memory
    self.due = due
    self.lastReviewed = lastReviewed
    self.lastScheduled = lastScheduled
    self.reps = reps
    self.lapses = lapses
  }

  /// A card that was never reviewed.
  public static let new = Scheduling()

  /// Whether the five fields that a schedule consists of are equal: stability, difficulty, state,
  /// step and due. An absent step counts as 0 in learning and relearning.
  public func hasSameSchedule(as other: Scheduling) -> Bool {
    state == other.state && effectiveStep == other.effectiveStep && memory == other.memory
      && due == other.due
  }

  private var effectiveStep: Int? {
    state == .learning || state == .relearning ? step ?? 0 : nil
  }
}
