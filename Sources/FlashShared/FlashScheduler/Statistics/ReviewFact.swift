public import FlashModel

/// A review as statistics count it: an answer that was not taken back.
public struct ReviewFact: Hashable, Sendable {
  /// The schedule that the answer met.
  public struct Before: Hashable, Sendable {
    public var state: CardState
    public var due: Timestamp?
    public var scheduledAt: Timestamp?

    public init(state: CardState, due: Timestamp? = nil, scheduledAt: Timestamp? = nil) {
      self.state = state
      self.due = due
      self.scheduledAt = scheduledAt
    }
  }

  /// The card's number in the store; it may have been removed since.
  public var cardKey: Int64
  public var ratedAt: Timestamp
  public var rating: Rating
  public var durationMilliseconds: Int
  /// Nil in an imported entry, which does not tell.
  public var before: Before?
  /// False for an answer in Basic mode, which leaves the schedule as it is.
  public var movesSchedule: Bool

  public init(
    cardKey: Int64, ratedAt: Timestamp, rating: Rating, durationMilliseconds: Int = 0,
    before: Before?, movesSchedule: Bool = true
  ) {
    self.cardKey = cardKey
    self.ratedAt = ratedAt
    self.rating = rating
    self.durationMilliseconds = durationMilliseconds
    self.before = before
    self.movesSchedule = movesSchedule
  }
}

/// How far a card had come when it was answered.
public enum ReviewStage: Int, Hashable, Sendable, CaseIterable {
  /// Its first answer.
  case new
  /// In learning or relearning, with less than a day to wait.
  case learning
  /// It had waited for 1 to 20 days.
  case young
  /// It had waited for 21 days or more.
  case mature

  /// The interval, in days, from which on a card is mature; Anki's.
  public static let matureDays = 21

  /// - Parameter intervalDays: from the last answer that scheduled the card to its due day.
  public init(_ state: CardState, intervalDays: Int) {
    switch state {
    case .new: self = .new
    case .learning, .relearning:
      self = intervalDays < 1 ? .learning : ReviewStage(.review, intervalDays: intervalDays)
    case .review: self = intervalDays < ReviewStage.matureDays ? .young : .mature
    }
  }

  public var word: String {
    switch self {
    case .new: "new"
    case .learning: "learning"
    case .young: "young"
    case .mature: "mature"
    }
  }
}
