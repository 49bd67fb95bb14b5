internal import FlashModel
internal import FlashSQL

// A link joins a card and a sub-topic of one deck. Two devices, or a file that was changed by hand, can
// make one that does not: a card is moved on one while it is given a tag on the other.

extension Store {
  private static let linksAcrossDecks = """
    select l.key, c.key, c.id, c.deck_key, d.id, s.name from card_sub_topics l
    join cards c on c.key = l.card_key join decks d on d.key = c.deck_key
    join sub_topics s on s.key = l.sub_topic_key
    where l.deleted_at_ms is null and c.deck_key <> s.deck_key
    """

  /// Gives cards that have a sub-topic of another deck the one of that name in their own.
  /// - Parameter cards: only these, by key; nil means all.
  /// - Returns: how many links were replaced.
  @discardableResult
  func relinkAcrossDecks(of cards: Set<Int64>? = nil, at now: Timestamp) throws(StoreError) -> Int {
    guard let cards else { return try relink("", [], at: now) }
    var count = 0
    for card in cards.sorted() {
      count += try relink(" and c.key = $1", [.integer(card)], at: now)
    }
    return count
  }

  private func relink(
    _ condition: String, _ values: [SQLValue], at now: Timestamp
  ) throws(StoreError) -> Int {
    let links = try rows(Store.linksAcrossDecks + condition + " order by l.key", values) {
      (
        key: $0.integer(0), cardKey: $0.integer(1), card: $0.identifier(2) ?? CardID.nothing,
        deckKey: $0.integer(3), deck: $0.identifier(4) ?? DeckID.nothing, name: $0.text(5)
      )
    }
    for found in links {
      try update(
        .cardSubTopics, key: found.key, set: [("deleted_at_ms", SQLValue(now))], at: now)
      try link(
        cardKey: found.cardKey, found.card, to: found.name, deckKey: found.deckKey, found.deck,
        at: now)
    }
    return links.count
  }
}
