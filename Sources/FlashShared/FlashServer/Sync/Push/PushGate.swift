import FlashAPI
import FlashModel
import FlashSQL

/// What a plan still lets a push add: the live rows there are, counted on as the push changes them.
///
/// Nothing is counted that no limit asks for, and the plan is not read unless something becomes live.
struct PushGate {
  private let plan: AccountPlan?
  private(set) lazy var limits = PlanLimits(plan)
  /// Live decks.
  private(set) var decks: Int64
  /// Live cards in live decks; nil while the limit is out of reach.
  private var cards: Int64?
  /// The decks that rows of the push are about.
  private var known: [DeckID: DeckCount] = [:]

  private struct DeckCount {
    var cards: Int64
    var isLive: Bool
  }

  init(_ plan: AccountPlan?, decks: Int64) {
    self.plan = plan
    self.decks = decks
  }

  /// Counts what decks hold, and all cards there are.
  mutating func count(
    _ ids: [DeckID], of user: SQLValue, _ connection: some SQLConnection, all isNeeded: Bool
  ) throws(SQLError) {
    known = [:]
    try connection.forEachRow(
      "select id, card_count, deleted_at_ms from decks where user_id = $1 and id {ids}", [user],
      of: ids
    ) { row throws(SQLError) in
      known[row.id(0)] = DeckCount(cards: row.integer(1), isLive: row.isNull(2))
    }
    cards = nil
    guard isNeeded else { return }
    cards = try connection.row(
      """
      select cast(coalesce(sum(card_count), 0) as bigint) from decks
      where user_id = $1 and deleted_at_ms is null
      """, [user]
    ) { $0.integer(0) }
  }

  // MARK: Decks

  /// The limit that stands in the way of a deck that becomes live.
  mutating func refusal(ofDeck id: DeckID) -> EntitlementKey? {
    if let limit = limits.decks, decks >= limit { return .createDecks }
    let more = known[id]?.cards ?? 0
    if more > 0, let limit = limits.cards, let cards, cards + more > limit { return .createCards }
    return nil
  }

  /// Notes a deck that became live, or was deleted.
  mutating func note(deck id: DeckID, isLive: Bool) {
    decks += isLive ? 1 : -1
    if let count = known[id]?.cards { cards = cards.map { isLive ? $0 + count : $0 - count } }
    known[id]?.isLive = isLive
  }

  // MARK: Cards

  /// The limit that stands in the way of a card that comes into a deck.
  /// - Parameter from: the deck that it counts in now; nil for one that is new or deleted.
  mutating func refusal(
    ofCardFrom from: DeckID?, into deck: DeckID
  ) -> EntitlementKey? {
    if let limit = limits.cardsInDeck, let count = known[deck]?.cards, count >= limit {
      return .createCardsInDeck
    }
    guard let limit = limits.cards, let cards, known[deck]?.isLive == true else { return nil }
    let isCounted = from.map { known[$0]?.isLive == true } ?? false
    return !isCounted && cards >= limit ? .createCards : nil
  }

  /// Notes a card that counts in another deck than before; nil is in none.
  mutating func note(cardFrom from: DeckID?, into deck: DeckID?) {
    guard from != deck else { return }
    for (id, change) in [(from, Int64(-1)), (deck, 1)] {
      guard let id, let count = known[id] else { continue }
      known[id]?.cards += change
      if count.isLive { cards = cards.map { $0 + change } }
    }
  }
}
