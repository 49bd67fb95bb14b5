public import FlashCommand
internal import FlashModel
internal import FlashStore

/// Answers what only the collection knows of how a word may be completed.
public enum CollectionCompletion {
  /// The names of topics, for ``Completion/supplied(_:)``.
  public static let topics = "topics"
  /// The names of decks that were removed.
  public static let removedDecks = "removed-decks"
  /// The names of tags and sub-topics of all decks.
  public static let tags = "tags"

  /// The candidates for a request; none for what the collection does not know.
  public static func candidates(
    for request: CompletionRequest, in context: inout CommandContext
  ) throws -> [CompletionCandidate] {
    let store = try context.openStore(for: .reading)
    switch request.kind {
    case .decks:
      return try store.decks().map { CompletionCandidate($0.title, $0.description ?? "") }
    case .cards:
      var filter = CardFilter()
      filter.limit = 1_000
      return try store.cards(filter).map {
        CompletionCandidate($0.card.id.description, String($0.card.front.prefix(60)))
      }
    case .supplied(removedDecks):
      return try store.decks(deleted: true).map { CompletionCandidate($0.title) }
    case .supplied(topics): return try store.topics().map { CompletionCandidate($0.name) }
    case .supplied(tags): return try store.allSubTopicNames().map { CompletionCandidate($0) }
    default: return []
    }
  }
}
