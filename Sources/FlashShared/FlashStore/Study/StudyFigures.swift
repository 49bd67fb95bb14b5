public import FlashModel
internal import FlashSQL

// What statistics are computed from.

/// How many live cards there are in each state.
public struct StateCounts: Sendable, Hashable {
  public var new = 0
  public var learning = 0
  public var review = 0
  public var relearning = 0
  /// Of all of them, those that are suspended.
  public var suspended = 0

  public init() {}

  public var total: Int { new + learning + review + relearning }
}

/// A sub-topic and the cards in it.
public struct SubTopicCards: Sendable, Hashable {
  /// The path of its deck.
  public let deck: String
  public let name: String
  /// As ``ReviewFact/cardKey`` has them.
  public let cardKeys: [Int64]
}

extension Store {
  /// The live cards of some decks by state.
  public func stateCounts(of decks: [Deck]) throws(StoreError) -> StateCounts {
    let found = try rows(
      """
      select state, suspended, count(*) from cards
      where deck_key in (\(try keys(of: decks))) and deleted_at_ms is null group by state, suspended
      """
    ) { (state: $0.integer(0), isSuspended: $0.integer(1) == 1, count: Int($0.integer(2))) }
    var counts = StateCounts()
    for row in found {
      switch CardState(rawValue: Int(row.state)) {
      case .learning: counts.learning += row.count
      case .review: counts.review += row.count
      case .relearning: counts.relearning += row.count
      case .new, nil: counts.new += row.count
      }
      if row.isSuspended { counts.suspended += row.count }
    }
    return counts
  }

  /// When the cards of some decks fall due that are live, not new and not suspended.
  /// - Parameter end: what is due at that moment or later is left out.
  public func dues(of decks: [Deck], before end: Timestamp) throws(StoreError) -> [Timestamp] {
    try rows(
      """
      select due_at_ms from cards
      where deck_key in (\(try keys(of: decks))) and state in (1, 2, 3) and due_at_ms < $1
        and deleted_at_ms is null and suspended = 0
      """, [SQLValue(end)]
    ) { $0.timestamp(0) }
  }

  /// How many reviews were given since a moment, in all decks; those taken back do not count.
  public func reviewCount(since moment: Timestamp) throws(StoreError) -> Int {
    try count(
      """
      select count(*) from reviews r where r.order_ms >= $1 and r.kind = 0
        and not \(Store.isTakenBack)
      """, [SQLValue(moment)])
  }

  /// The live sub-topics of some decks with their live cards.
  public func subTopicCards(of decks: [Deck]) throws(StoreError) -> [SubTopicCards] {
    let links = try rows(
      """
      select s.key, d.title, s.name, c.key
      from sub_topics s join decks d on d.key = s.deck_key
      join card_sub_topics l on l.sub_topic_key = s.key and l.deleted_at_ms is null
      join cards c on c.key = l.card_key and c.deleted_at_ms is null
      where s.deck_key in (\(try keys(of: decks))) and s.deleted_at_ms is null
      order by d.title, s.deck_key, s.position, s.key
      """
    ) { (key: $0.integer(0), deck: $0.text(1), name: $0.text(2), card: $0.integer(3)) }
    var found: [SubTopicCards] = []
    var start = links.startIndex
    while start < links.endIndex {
      let end = links[start...].firstIndex { $0.key != links[start].key } ?? links.endIndex
      found.append(
        SubTopicCards(
          deck: links[start].deck, name: links[start].name,
          cardKeys: links[start..<end].map(\.card)))
      start = end
    }
    return found
  }
}
