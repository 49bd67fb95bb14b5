public import FlashModel
public import FlashScheduler
internal import FlashSQL

// What statistics count of cards and sub-topics.

/// A sub-topic as lists name it.
public struct SubTopicLabel: Sendable, Hashable {
  /// The path of its deck.
  public let deck: String
  public let name: String

  public init(deck: String, name: String) {
    self.deck = deck
    self.name = name
  }
}

/// A card as lists name it.
public struct CardLabel: Sendable, Hashable {
  public let id: CardID
  /// The path of its deck.
  public let deck: String
  public let front: String

  public init(id: CardID, deck: String, front: String) {
    self.id = id
    self.deck = deck
    self.front = front
  }
}

extension Store {
  /// Calls `body` for each card of a filter, in no order.
  /// - Throws: `StoreError`, and what `body` throws.
  public func forEachCardFact(
    _ filter: CardFilter, _ body: (CardFact) throws -> Void
  ) throws {
    let (condition, values) = try filter.sql(in: self)
    let statement = try storing { () throws(SQLError) in
      try connection.statement(
        """
        select c.key, c.deck_key, c.state, c.step, c.stability, c.difficulty, c.due_at_ms,
          c.last_reviewed_at_ms, c.last_scheduled_at_ms, c.reps, c.lapses, c.suspended,
          c.buried_until_ms
        from cards c cross join decks d on d.key = c.deck_key where \(condition)
        """)
    }
    for (index, value) in values.enumerated() { statement.bind(value, at: index + 1) }
    defer { statement.reset() }
    while try storing({ () throws(SQLError) in try statement.step() }) {
      try body(
        CardFact(
          cardKey: statement.integer(0), deckKey: statement.integer(1),
          scheduling: statement.scheduling(at: 2), isSuspended: statement.integer(11) == 1,
          buriedUntil: statement.optionalTimestamp(12)))
    }
  }

  /// The numbers of the cards of a filter.
  public func cardNumbers(_ filter: CardFilter) throws(StoreError) -> Set<Int64> {
    let (condition, values) = try filter.sql(in: self)
    return Set(
      try rows(
        """
        select c.key from cards c cross join decks d on d.key = c.deck_key where \(condition)
        """, values
      ) { $0.integer(0) })
  }

  /// The schedulers of all decks.
  public func deckSchedulers(by rules: StudyRules) throws(StoreError) -> DeckSchedulers {
    // The moment has no part in it.
    let recall = try recall(at: StudyMoment(Timestamp(milliseconds: 0), by: rules))
    return DeckSchedulers(defaults: recall.defaults, own: recall.schedulers)
  }

  /// Calls `body` with the number of a sub-topic and of a card in it, for each link of live
  /// sub-topics; the card may have been removed.
  public func forEachSubTopicLink(_ body: (Int64, Int64) -> Void) throws(StoreError) {
    _ = try rows(
      """
      select l.sub_topic_key, l.card_key from card_sub_topics l
      where l.deleted_at_ms is null
      """
    ) { body($0.integer(0), $0.integer(1)) }
  }

  /// The live sub-topics of live decks with their numbers, by deck and place.
  public func subTopicLabels() throws(StoreError) -> [(key: Int64, label: SubTopicLabel)] {
    try rows(
      """
      select s.key, d.title, s.name from sub_topics s join decks d on d.key = s.deck_key
      where s.deleted_at_ms is null and d.deleted_at_ms is null
      order by d.title, s.deck_key, s.position, s.key
      """
    ) { (key: $0.integer(0), label: SubTopicLabel(deck: $0.text(1), name: $0.text(2))) }
  }

  /// What a card with that number is called; nil if there is none.
  public func cardLabel(_ number: Int64) throws(StoreError) -> CardLabel? {
    try row(
      """
      select c.id, d.title, c.front_text from cards c join decks d on d.key = c.deck_key
      where c.key = $1
      """, [.integer(number)]
    ) { CardLabel(id: $0.identifier(0) ?? .nothing, deck: $0.text(1), front: $0.text(2)) }
  }
}
