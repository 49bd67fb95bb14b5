public import FlashCommand
internal import FlashModel
internal import FlashScheduler
public import FlashStore

extension DeckSummary {
  /// The fields of a deck that scripts may rely on.
  public static let fields = Fields<DeckSummary>([
    .string("id") { $0.deck.id.description },
    .string("name") { $0.deck.title },
    .string("topic") { $0.topic },
    .string("description") { $0.deck.description },
    .string("accent") { $0.deck.accentColor },
    .string("mode") { $0.deck.mode.rawValue },
    .custom("options", .object) { $1.value($0.deck.options.json) },
    .integer("card_count") { $0.cardCount },
    .integer("new_count") { $0.counts.new },
    .integer("learning_count") { $0.counts.learning },
    .integer("due_count") { $0.counts.due },
    .time("updated_at") { $0.deck.updatedAt },
  ])
}
