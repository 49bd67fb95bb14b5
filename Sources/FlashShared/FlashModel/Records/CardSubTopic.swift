/// The link from a card to a sub-topic of its deck; one live link a pair.
public struct CardSubTopic: Hashable, Sendable {
  public var id: CardSubTopicID
  public var cardID: CardID
  public var subTopicID: SubTopicID
  public var updatedAt: Timestamp
  /// Set on a tombstone.
  public var deletedAt: Timestamp?

  public init(
    id: CardSubTopicID, cardID: CardID, subTopicID: SubTopicID, updatedAt: Timestamp,
    deletedAt: Timestamp? = nil
  ) {
    self.id = id
    self.cardID = cardID
    self.subTopicID = subTopicID
    self.updatedAt = updatedAt
    self.deletedAt = deletedAt
  }
}
