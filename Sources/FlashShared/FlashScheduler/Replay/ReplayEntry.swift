public import FlashModel

/// What the fold needs of a review log entry; plain bytes, without a reference.
public struct ReplayEntry: Hashable, Sendable {
  /// What an entry tells of the schedules around it.
  public enum States: UInt8, Sendable {
    /// Nothing: an imported entry, which is only counted.
    case none
    /// Both.
    case both
    /// Only the one after; before stands what the nearest earlier entry that tells it has after. The
    /// store keeps entries so.
    case after
    /// Only the one before: the rating is applied to what was folded.
    case before
  }

  public var id: ReviewID
  /// What alone orders the fold, with ``id`` for ties.
  public var order: Timestamp
  /// The device's clock as it was.
  public var ratedAt: Timestamp
  /// The entry that an `undo` cancels; means nothing in other kinds.
  public var cancels: ReviewID
  public var kind: ReviewKind
  public var rating: Rating?
  public var states: States
  public var before: LogState
  public var after: LogState

  public init(
    id: ReviewID, order: Timestamp, ratedAt: Timestamp, kind: ReviewKind, rating: Rating?,
    cancels: ReviewID? = nil, states: States, before: LogState = .new, after: LogState = .new
  ) {
    self.id = id
    self.order = order
    self.ratedAt = ratedAt
    self.cancels = cancels ?? id
    self.kind = kind
    self.rating = rating
    self.states = states
    self.before = before
    self.after = after
  }

  /// The entry of a review that has its states written out. One with the state after alone is that
  /// of a new card: another client's `{}`.
  public init(_ review: Review) {
    let states: States =
      review.after != nil ? .both : review.before != nil ? .before : .none
    self.init(
      id: review.id, order: review.order, ratedAt: review.ratedAt, kind: review.kind,
      rating: review.rating, cancels: review.cancelsID, states: states,
      before: review.before.map(LogState.init) ?? .new,
      after: review.after.map(LogState.init) ?? .new)
  }

  /// Whether this entry comes before `other` in the fold.
  @inline(__always)
  public func precedes(_ other: ReplayEntry) -> Bool {
    order == other.order ? id < other.id : order < other.order
  }
}
