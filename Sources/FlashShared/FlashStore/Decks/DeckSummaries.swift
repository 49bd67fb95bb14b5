public import FlashModel
public import FlashScheduler
internal import FlashSQL

/// A deck with its figures.
public struct DeckSummary: Sendable, Hashable {
  public let deck: Deck
  /// The name of its topic.
  public let topic: String?
  /// Live cards, suspended ones included.
  public let cardCount: Int
  /// Cards in review, which are taken for known.
  public let knownCount: Int
  /// What is to be studied now.
  public let counts: QueueCounts
  /// When the next card that is not due yet falls due; nil if none will.
  public let nextDue: Timestamp?

  /// Percent of the cards that are known.
  public var mastery: Share { Share(knownCount, of: cardCount) }
}

extension Store {
  /// The live decks with their figures, by title.
  /// - Parameter decks: only these.
  public func deckSummaries(
    of decks: [Deck]? = nil, by rules: StudyRules, at now: Timestamp
  ) throws(StoreError) -> [DeckSummary] {
    try snapshot { () throws(StoreError) in
      let all = try self.decks()
      let decks = decks ?? all
      let counts = try studyCounts(for: decks, by: rules, at: now)
      let topics = try topics()
      var summaries: [DeckSummary] = []
      for (deck, counts) in zip(decks, counts) {
        let key = SQLValue.integer(try key(of: deck.id))
        summaries.append(
          DeckSummary(
            deck: deck, topic: topics.first { $0.id == deck.topicID }?.name,
            cardCount: try count(
              "select count(*) from cards where deck_key = $1 and deleted_at_ms is null", [key]),
            knownCount: try count(
              """
              select count(*) from cards
              where deck_key = $1 and state = 2 and deleted_at_ms is null
              """, [key]),
            counts: counts, nextDue: try nextDue(of: deck, after: now)))
      }
      return summaries
    }
  }

  /// When the next card of a deck that is not due yet falls due; nil if none will.
  public func nextDue(of deck: Deck, after now: Timestamp) throws(StoreError) -> Timestamp? {
    let deckKey = SQLValue.integer(try key(of: deck.id))
    let due = try row(
      """
      select min(due) from (
        select min(due_at_ms) as due from cards
        where deck_key = $1 and state = 1 and due_at_ms > $2 and deleted_at_ms is null
          and suspended = 0
        union all
        select min(due_at_ms) from cards
        where deck_key = $1 and state = 2 and due_at_ms > $2 and deleted_at_ms is null
          and suspended = 0
        union all
        select min(due_at_ms) from cards
        where deck_key = $1 and state = 3 and due_at_ms > $2 and deleted_at_ms is null
          and suspended = 0)
      """, [deckKey, SQLValue(now)]
    ) { $0.optionalTimestamp(0) }
    return due ?? nil
  }
}
