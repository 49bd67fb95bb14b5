/// One entry of the review log: immutable, and the truth that card state is folded from.
public struct Review: Hashable, Sendable {
  public var id: ReviewID
  public var cardID: CardID
  public var sessionID: SessionID?
  public var kind: ReviewKind
  /// The entry that an `undo` cancels.
  public var cancelsID: ReviewID?
  /// Nil in entries that nobody rated.
  public var rating: Rating?
  /// Milliseconds from question to rating, at least 0.
  public var durationMilliseconds: Int
  /// The device's clock as it was.
  public var ratedAt: Timestamp
  /// What alone orders the fold: the later of `ratedAt` and the card's newest entry + 1 ms.
  public var order: Timestamp
  /// The card before; nil in an imported entry, which carries no states and is only counted.
  public var before: Scheduling?
  /// The card after; nil as in ``before``.
  public var after: Scheduling?
  /// The model that computed it, such as `fsrs-6`.
  public var schedulerVersion: String

  /// The longest duration an entry can tell, in milliseconds: what 32 bits hold, 24.8 days.
  public static let longestDuration = Int(Int32.max)

  /// - Parameter durationMilliseconds: brought into `0...longestDuration`.
  public init(
    id: ReviewID, cardID: CardID, sessionID: SessionID? = nil, kind: ReviewKind = .review,
    cancelsID: ReviewID? = nil, rating: Rating?, durationMilliseconds: Int = 0,
    ratedAt: Timestamp, order: Timestamp, before: Scheduling?, after: Scheduling?,
    schedulerVersion: String = "fsrs-6"
  ) {
    self.id = id
    self.cardID = cardID
    self.sessionID = sessionID
    self.kind = kind
    self.cancelsID = cancelsID
    self.rating = rating
    self.durationMilliseconds = min(max(0, durationMilliseconds), Review.longestDuration)
    self.ratedAt = ratedAt
    self.order = order
    self.before = before
    self.after = after
    self.schedulerVersion = schedulerVersion
  }
}
