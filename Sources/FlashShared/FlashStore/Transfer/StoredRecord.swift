public import FlashModel

/// One record of a collection as it stands, removed ones too: what a lossless export is made of.
public enum StoredRecord: Sendable, Hashable {
  case setting(StoredSetting)
  case topic(Topic)
  case deck(Deck)
  case subTopic(SubTopic)
  case card(Card)
  case session(StudySession)
  case link(CardSubTopic)
  case review(Review)
}

/// A setting that belongs to the collection rather than to a machine.
public struct StoredSetting: Sendable, Hashable {
  public var name: String
  public var value: String
  public var updatedAt: Timestamp

  public init(name: String, value: String, updatedAt: Timestamp) {
    self.name = name
    self.value = value
    self.updatedAt = updatedAt
  }
}
