public import FlashModel

/// What the queue needs to know of a card that could be studied.
public struct QueueCard: Hashable, Sendable {
  /// The store's number of the card.
  public var key: Int64
  /// What siblings share; nil for a card that has none.
  public var note: Int64?
  /// Index of its deck among the decks that are studied.
  public var deck: Int
  public var state: CardState
  public var due: Timestamp?
  public var lastScheduled: Timestamp?
  /// Days.
  public var stability: Double?
  public var position: Int

  public init(
    key: Int64, note: Int64? = nil, deck: Int = 0, state: CardState, due: Timestamp? = nil,
    lastScheduled: Timestamp? = nil, stability: Double? = nil, position: Int = 0
  ) {
    self.key = key
    self.note = note
    self.deck = deck
    self.state = state
    self.due = due
    self.lastScheduled = lastScheduled
    self.stability = stability
    self.position = position
  }

  /// This card with the schedule that an answer led to.
  public func scheduled(_ scheduling: Scheduling) -> QueueCard {
    var card = self
    card.state = scheduling.state
    card.due = scheduling.due
    card.lastScheduled = scheduling.lastScheduled
    card.stability = scheduling.memory?.stability
    return card
  }

  /// Whether it goes through learning or relearning steps.
  var isLearning: Bool { state == .learning || state == .relearning }
}

/// What is left of a deck's daily limits.
public struct QueueDeck: Hashable, Sendable {
  /// At least 0.
  public var newLeft: Int
  /// At least 0; nil is unlimited.
  public var reviewsLeft: Int?
  public var buriesSiblings: Bool

  public init(newLeft: Int, reviewsLeft: Int?, buriesSiblings: Bool) {
    self.newLeft = max(0, newLeft)
    self.reviewsLeft = reviewsLeft.map { max(0, $0) }
    self.buriesSiblings = buriesSiblings
  }

  /// - Parameters:
  ///   - introducedToday: cards of the deck whose first review was in this study day.
  ///   - reviewedToday: cards of the deck in review that were answered in this study day.
  public init(_ parameters: StudyParameters, introducedToday: Int, reviewedToday: Int) {
    self.init(
      newLeft: parameters.newPerDay - introducedToday,
      reviewsLeft: parameters.reviewsPerDay.map { $0 - reviewedToday },
      buriesSiblings: parameters.burySiblings)
  }
}

/// How many cards a queue still holds.
public struct QueueCounts: Hashable, Sendable {
  public var new: Int
  /// In learning or relearning, due today.
  public var learning: Int
  public var due: Int

  public init(new: Int, learning: Int, due: Int) {
    self.new = new
    self.learning = learning
    self.due = due
  }

  public var total: Int { new + learning + due }
}
