public import FlashModel
internal import FlashSQL

/// A card with what it stands in.
public struct CardEntry: Sendable, Hashable {
  public let card: Card
  /// The path of its deck.
  public let deckTitle: String
  /// The names of its live sub-topics, by position.
  public let subTopics: [String]
  /// Whether its lapses have reached the deck's leech threshold.
  public let isLeech: Bool
  /// When the card came into the collection.
  public let addedAt: Timestamp
}

extension Store {
  static let cardColumns = """
    c.key, c.id, d.id, c.position, c.state, c.step, c.stability, c.difficulty, c.due_at_ms, \
    c.last_reviewed_at_ms, c.last_scheduled_at_ms, c.reps, c.lapses, c.suspended, \
    c.buried_until_ms, c.flag, c.kind, c.note_id, c.note_ord, c.content_ms, c.sched_ms, \
    c.deleted_at_ms, c.source_key, c.front_text, c.back_text, c.hint, c.front_image_asset_id, \
    c.back_image_asset_id, c.note_text
    """

  /// The card of that id.
  /// - Throws: `.notFound`, also for a removed card or one of a removed deck, unless asked for.
  public func card(_ id: CardID, evenDeleted: Bool = false) throws -> CardEntry {
    var filter = CardFilter()
    filter.ids = [id]
    filter.deleted = evenDeleted ? nil : false
    guard let found = try cards(filter).first else {
      throw StoreError.notFound(what: .card, name: id.description, near: [])
    }
    return found
  }

  /// All cards of a filter, in one array.
  public func cards(_ filter: CardFilter = CardFilter()) throws -> [CardEntry] {
    var entries: [CardEntry] = []
    try forEachCard(filter) { entry in
      entries.append(entry)
      return true
    }
    return entries
  }

  /// Calls `body` for each card of a filter, in its order, without holding them all.
  /// - Parameter body: returns false to stop.
  /// - Throws: `StoreError`, and what `body` throws.
  public func forEachCard(
    _ filter: CardFilter = CardFilter(), _ body: (CardEntry) throws -> Bool
  ) throws {
    let (condition, values) = try filter.sql(in: self)
    let limit = filter.limit.map { " limit \($0)" } ?? ""
    // Deck by deck the rows come out of the indexes in order, and nothing has to be sorted.
    let join = filter.isList ? "join" : "cross join"
    let thresholds = try leechThresholds()
    let statement = try storing { () throws(SQLError) in
      try connection.statement(
        """
        select \(Store.cardColumns), d.key, d.title, (
          select group_concat(name, char(31)) from (
            select s.name from card_sub_topics l join sub_topics s on s.key = l.sub_topic_key
            where l.card_key = c.key and l.deleted_at_ms is null and s.deleted_at_ms is null
            order by s.position, s.id)), c.added_ms
        from decks d \(join) cards c on c.deck_key = d.key where \(condition)
        order by \(filter.order.sql(isReversed: filter.isReversed))\(limit)
        """)
    }
    for (index, value) in values.enumerated() { statement.bind(value, at: index + 1) }
    defer { statement.reset() }
    while try storing({ () throws(SQLError) in try statement.step() }) {
      let card = statement.card()
      let names = statement.optionalText(31)
      let threshold = thresholds[statement.integer(29)] ?? thresholds[0] ?? .max
      let entry = CardEntry(
        card: card, deckTitle: statement.text(30),
        subTopics: names?.split(separator: "\u{1F}").map(String.init) ?? [],
        isLeech: card.scheduling.lapses >= threshold, addedAt: statement.timestamp(32))
      guard try body(entry) else { break }
    }
  }

  /// The path of the deck that a card is in.
  public func deckTitle(ofCard id: CardID) throws(StoreError) -> String {
    let title = try row(
      "select d.title from cards c join decks d on d.key = c.deck_key where c.id = $1",
      [SQLValue(id)]
    ) { $0.text(0) }
    guard let title else { throw .notFound(what: .card, name: id.description, near: []) }
    return title
  }

  /// The ids of the cards of a filter, in its order.
  public func cardIDs(_ filter: CardFilter) throws(StoreError) -> [CardID] {
    let (condition, values) = try filter.sql(in: self)
    let limit = filter.limit.map { " limit \($0)" } ?? ""
    let join = filter.isList ? "join" : "cross join"
    return try rows(
      """
      select c.id from decks d \(join) cards c on c.deck_key = d.key where \(condition)
      order by \(filter.order.sql(isReversed: filter.isReversed))\(limit)
      """, values
    ) { $0.identifier(0) ?? .nothing }
  }

  /// The keys of the cards of a filter, in no order.
  func cardKeys(_ filter: CardFilter) throws(StoreError) -> [Int64] {
    let (condition, values) = try filter.sql(in: self)
    return try rows(
      "select c.key from cards c join decks d on d.key = c.deck_key where \(condition)", values
    ) { $0.integer(0) }
  }

  /// Those of `ids` that are the ids of cards, in their order.
  /// - Parameter deleted: removed cards, or those of a removed deck: only (true), not at all
  ///   (false), also (nil).
  public func knownCards(
    _ ids: [CardID], deleted: Bool? = false
  ) throws(StoreError) -> [CardID] {
    try snapshot { () throws(StoreError) in
      var known: [CardID] = []
      for id in ids {
        let isDeleted = try row(
          """
          select c.deleted_at_ms is not null or d.deleted_at_ms is not null
          from cards c join decks d on d.key = c.deck_key where c.id = $1
          """, [SQLValue(id)]
        ) { $0.integer(0) == 1 }
        if let isDeleted, deleted == nil || deleted == isDeleted { known.append(id) }
      }
      return known
    }
  }

  /// The leech threshold by deck key, of decks that have options; 0 is that of the others.
  func leechThresholds() throws(StoreError) -> [Int64: Int] {
    let defaults = try defaultOptions()
    var thresholds: [Int64: Int] = [0: StudyParameters(defaults).leechThreshold]
    let decks = try rows("select key, options from decks where options is not null") {
      (key: $0.integer(0), options: $0.text(1))
    }
    for deck in decks {
      let options = StudyOptions(stored: deck.options).filled(from: defaults)
      thresholds[deck.key] = StudyParameters(options).leechThreshold
    }
    return thresholds
  }

  func key(of id: CardID) throws(StoreError) -> Int64 {
    guard let key = try key(.cards, id) else {
      throw .notFound(what: .card, name: id.description, near: [])
    }
    return key
  }
}

extension SQLiteStatement {
  /// A card, read from ``Store/cardColumns``.
  func card() -> Card {
    Card(
      id: identifier(1) ?? .nothing, deckID: identifier(2) ?? .nothing, front: text(23),
      back: text(24), frontImageAssetID: identifier(26), backImageAssetID: identifier(27),
      position: Int(integer(3)), kind: optionalText(16).flatMap(CardKind.init) ?? .basic,
      hint: optionalText(25), isSuspended: integer(13) == 1, buriedUntil: optionalTimestamp(14),
      flag: Int(integer(15)), noteID: identifier(17), noteOrd: optionalInteger(18).map(Int.init),
      noteText: optionalText(28), sourceKey: optionalText(22), scheduling: scheduling(at: 4),
      contentUpdatedAt: timestamp(19), schedulingUpdatedAt: timestamp(20),
      deletedAt: optionalTimestamp(21))
  }

  /// State, step, stability, difficulty, due, last reviewed, last scheduled, reps, lapses.
  func scheduling(at first: Int) -> Scheduling {
    var memory: MemoryState?
    if let stability = optionalDouble(first + 2), let difficulty = optionalDouble(first + 3) {
      memory = MemoryState(stability: stability, difficulty: difficulty)
    }
    return Scheduling(
      state: CardState(rawValue: Int(integer(first))) ?? .new,
      step: optionalInteger(first + 1).map(Int.init), memory: memory,
      due: optionalTimestamp(first + 4), lastReviewed: optionalTimestamp(first + 5),
      lastScheduled: optionalTimestamp(first + 6), reps: Int(integer(first + 7)),
      lapses: Int(integer(first + 8)))
  }
}
