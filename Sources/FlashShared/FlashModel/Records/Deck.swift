/// A set of cards studied together. Its title is a path, `Spanish::Verbs`.
public struct Deck: Hashable, Sendable {
  public var id: DeckID
  public var topicID: TopicID?
  /// At most 255 characters, not blank.
  public var title: String
  public var description: String?
  /// `amber`, `moss`, `iris`, `rust`, `slate`, or what another client chose.
  public var accentColor: String
  public var mode: StudyMode
  public var lastStudiedAt: Timestamp?
  public var options: StudyOptions
  public var updatedAt: Timestamp
  /// Set on a tombstone.
  public var deletedAt: Timestamp?

  public init(
    id: DeckID, topicID: TopicID? = nil, title: String, description: String? = nil,
    accentColor: String = "amber", mode: StudyMode = .smart, lastStudiedAt: Timestamp? = nil,
    options: StudyOptions = StudyOptions(), updatedAt: Timestamp, deletedAt: Timestamp? = nil
  ) {
    self.id = id
    self.topicID = topicID
    self.title = title
    self.description = description
    self.accentColor = accentColor
    self.mode = mode
    self.lastStudiedAt = lastStudiedAt
    self.options = options
    self.updatedAt = updatedAt
    self.deletedAt = deletedAt
  }
}
