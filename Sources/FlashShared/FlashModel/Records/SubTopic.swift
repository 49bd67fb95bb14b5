/// A part of a deck, or a tag in it.
public struct SubTopic: Hashable, Sendable {
  public var id: SubTopicID
  public var deckID: DeckID
  /// At most 255 characters; verbatim, a hierarchical tag keeps its `::`.
  public var name: String
  /// From 0 within the deck.
  public var position: Int
  public var colorHint: String?
  public var updatedAt: Timestamp
  /// Set on a tombstone.
  public var deletedAt: Timestamp?

  public init(
    id: SubTopicID, deckID: DeckID, name: String, position: Int = 0, colorHint: String? = nil,
    updatedAt: Timestamp, deletedAt: Timestamp? = nil
  ) {
    self.id = id
    self.deckID = deckID
    self.name = name
    self.position = position
    self.colorHint = colorHint
    self.updatedAt = updatedAt
    self.deletedAt = deletedAt
  }
}
