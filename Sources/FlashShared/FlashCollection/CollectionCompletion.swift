public import FlashCommand
internal import FlashModel
internal import FlashStore
internal import FlashText

/// Answers what only the collection knows of how a word may be completed.
public enum CollectionCompletion {
  /// The names of topics, for ``Completion/supplied(_:)``.
  public static let topics = "topics"
  /// The names of decks that were removed.
  public static let removedDecks = "removed-decks"
  /// The names of tags and sub-topics of all decks.
  public static let tags = "tags"
  /// The words of a query.
  public static let queries = "queries"

  /// The candidates for a request; none for what the collection does not know.
  public static func candidates(
    for request: CompletionRequest, in context: inout CommandContext
  ) throws -> [CompletionCandidate] {
    // Silent, whatever else there is to say: a shell waits for a key.
    context.common.isQuiet = true
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
    case .supplied(queries): return try terms(request.prefix, in: store)
    default: return []
    }
  }

  /// The terms that a word of a query may become.
  private static func terms(
    _ typed: String, in store: Store
  ) throws -> [CompletionCandidate] {
    switch typed.split(separator: ":", omittingEmptySubsequences: false).first {
    case "deck" where typed.contains(":"):
      return try store.decks().map { CompletionCandidate("deck:\($0.title)") }
    case "tag" where typed.contains(":"):
      return try (["none"] + store.allSubTopicNames()).map { CompletionCandidate("tag:\($0)") }
    case let name:
      let known = QueryTermName(rawValue: String(name ?? ""))
      return QueryTermName.allCases.filter { known == nil || $0 == known }.flatMap { name in
        (name.words.isEmpty ? [""] : name.words).map {
          CompletionCandidate("\(name.rawValue):\($0)")
        }
      }
    }
  }
}
