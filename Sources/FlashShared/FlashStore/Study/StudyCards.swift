public import FlashModel
public import FlashScheduler
internal import FlashSQL

// Cards of a queue as they stand when their turn comes: another process may have changed them.

extension Store {
  /// The card with that number in a queue, as it is stored now; nil if it is not to be studied any
  /// more, for it or its deck was removed, or it was suspended or buried meanwhile.
  public func studyCard(
    _ queued: QueueCard, at now: Timestamp
  ) throws(StoreError) -> Card? {
    try row(Store.studyCard, [.integer(queued.key), SQLValue(now)]) { $0.card() }
  }

  private static let studyCard = """
    select \(Store.cardColumns) from cards c join decks d on d.key = c.deck_key
    where c.key = $1 and c.deleted_at_ms is null and d.deleted_at_ms is null
      and c.suspended = 0 and coalesce(c.buried_until_ms, 0) <= $2
    """

  /// The card of that id as a queue over `decks` would hold it; nil if it is in none of them.
  public func queueCard(_ id: CardID, in decks: [Deck]) throws(StoreError) -> QueueCard? {
    let found = try row(
      """
      select \(Store.cardColumns) from cards c join decks d on d.key = c.deck_key
      where c.id = $1 and c.deleted_at_ms is null and d.deleted_at_ms is null
      """, [SQLValue(id)]
    ) { (key: $0.integer(0), card: $0.card()) }
    guard let found, let deck = decks.firstIndex(where: { $0.id == found.card.deckID }) else {
      return nil
    }
    return QueueCard(key: found.key, deck: deck, state: .new, position: found.card.position)
      .scheduled(found.card.scheduling)
  }

  /// How a card was last rated, answers that were taken back apart; nil if it never was.
  public func lastRating(of id: CardID) throws(StoreError) -> Rating? {
    let rating = try row(
      """
      select r.rating from reviews r
      where r.card_key = (select key from cards where id = $1) and r.kind = 0
        and not \(Store.isTakenBack)
      order by r.order_ms desc, r.id desc limit 1
      """, [SQLValue(id)]
    ) { Int($0.integer(0)) }
    return rating.flatMap(Rating.init(rawValue:))
  }
}
