/// A group of decks.
public struct Topic: Hashable, Sendable {
  public var id: TopicID
  /// At most 255 characters.
  public var name: String
  public var colorHint: String?
  public var updatedAt: Timestamp
  /// Set on a tombstone.
  public var deletedAt: Timestamp?

  public init(
    id: TopicID, name: String, colorHint: String? = nil, updatedAt: Timestamp,
    deletedAt: Timestamp? = nil
  ) {
    self.id = id
    self.name = name
    self.colorHint = colorHint
    self.updatedAt = updatedAt
    self.deletedAt = deletedAt
  }
}
