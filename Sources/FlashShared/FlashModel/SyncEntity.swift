/// The seven entities that travel by sync, in dependency order: a parent stands before its children.
public enum SyncEntity: Int, Sendable, CaseIterable {
  case topics = 0
  case decks = 1
  case subTopics = 2
  case cards = 3
  case sessions = 4
  case cardSubTopics = 5
  case reviews = 6

  /// The key on the wire, which is also the name of the table.
  public var key: String {
    switch self {
    case .topics: "topics"
    case .decks: "decks"
    case .subTopics: "sub_topics"
    case .cards: "cards"
    case .sessions: "sessions"
    case .cardSubTopics: "card_sub_topics"
    case .reviews: "reviews"
    }
  }

  public init?(key: some StringProtocol) {
    guard let entity = SyncEntity.allCases.first(where: { $0.key == key }) else { return nil }
    self = entity
  }
}
