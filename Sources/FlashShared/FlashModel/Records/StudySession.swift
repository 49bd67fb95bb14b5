/// One sitting over one deck. (A sign-in is never called a session.)
public struct StudySession: Hashable, Sendable {
  public var id: SessionID
  public var deckID: DeckID
  public var mode: StudyMode
  public var startedAt: Timestamp
  public var endedAt: Timestamp?
  public var cardsReviewed: Int
  /// Percent, 0 to 100.
  public var accuracyPercent: Double
  /// Percentage points, -100 to 100.
  public var masteryDelta: Double
  public var updatedAt: Timestamp
  /// Set on a tombstone.
  public var deletedAt: Timestamp?

  public init(
    id: SessionID, deckID: DeckID, mode: StudyMode, startedAt: Timestamp,
    endedAt: Timestamp? = nil, cardsReviewed: Int = 0, accuracyPercent: Double = 0,
    masteryDelta: Double = 0, updatedAt: Timestamp, deletedAt: Timestamp? = nil
  ) {
    self.id = id
    self.deckID = deckID
    self.mode = mode
    self.startedAt = startedAt
    self.endedAt = endedAt
    self.cardsReviewed = cardsReviewed
    self.accuracyPercent = accuracyPercent
    self.masteryDelta = masteryDelta
    self.updatedAt = updatedAt
    self.deletedAt = deletedAt
  }
}
