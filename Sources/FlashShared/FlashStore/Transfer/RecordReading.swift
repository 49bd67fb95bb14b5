public import FlashModel
internal import FlashSQL

extension Store {
  /// Calls `body` for every record, parents first: settings, topics, decks, sub-topics, cards,
  /// sessions, links, reviews. All of them are of one moment, and none is held longer than its call.
  ///
  /// Each kind comes in the order in which its rows were made, reviews card by card in the order of
  /// the log; so a collection that is made of these records gives them in the same order.
  /// - Parameters:
  ///   - decks: only these decks and what belongs to them, without settings; nil means all.
  ///   - body: what it throws ends the reading.
  public func forEachRecord(
    of decks: [DeckID]? = nil, _ body: (StoredRecord) throws -> Void
  ) throws {
    let scope = try RecordScope(decks, in: self)
    try storing { () throws(SQLError) in try connection.execute("begin") }
    defer {
      // Ending a transaction that only read cannot fail in a way that matters.
      try? connection.execute("rollback")
    }
    if decks == nil { try forEachSetting { try body(.setting($0)) } }
    try forEachRow(RecordScope.topics(scope)) { try body(.topic($0.topic())) }
    try forEachRow(RecordScope.decks(scope)) { try body(.deck($0.deck())) }
    try forEachRow(RecordScope.subTopics(scope)) { try body(.subTopic($0.subTopic())) }
    try forEachRow(RecordScope.cards(scope)) { try body(.card($0.card())) }
    try forEachRow(RecordScope.sessions(scope)) { try body(.session($0.session())) }
    try forEachRow(RecordScope.links(scope)) { try body(.link($0.link())) }
    try forEachReview(scope) { try body(.review($0)) }
  }

  private func forEachSetting(_ body: (StoredSetting) throws -> Void) throws {
    try forEachRow("select name, value, updated_at_ms from settings order by name") {
      try body(
        StoredSetting(name: $0.text(0), value: $0.text(1), updatedAt: $0.timestamp(2)))
    }
  }

  private func forEachReview(_ scope: RecordScope, _ body: (Review) throws -> Void) throws {
    var chain: (card: Int64, told: Scheduling) = (0, .new)
    try forEachRow(RecordScope.reviews(scope)) { row in
      let card = row.integer(20)
      if card != chain.card { chain = (card, .new) }
      let review = row.review(told: chain.told)
      if let after = review.after { chain.told = after }
      try body(review)
    }
  }

  /// Calls `body` for each row of a query.
  func forEachRow(_ sql: String, _ body: (SQLiteStatement) throws -> Void) throws {
    let statement = try storing { () throws(SQLError) in try connection.prepare(sql) }
    while try storing({ () throws(SQLError) in try statement.step() }) { try body(statement) }
  }
}

/// Which records are read: conditions on each table, in SQL.
struct RecordScope {
  /// The keys of decks, `1, 2, 3`; nil means all.
  private let deckKeys: String?

  init(_ decks: [DeckID]?, in store: Store) throws(StoreError) {
    guard let decks else {
      deckKeys = nil
      return
    }
    var keys: [String] = []
    for deck in decks { keys.append(String(try store.key(of: deck))) }
    deckKeys = keys.joined(separator: ", ")
  }

  private func filter(_ column: String) -> String {
    deckKeys.map { "where \(column) in (\($0))" } ?? ""
  }

  static func topics(_ scope: RecordScope) -> String {
    let filter = scope.deckKeys.map {
      "where key in (select topic_key from decks where key in (\($0)))"
    }
    return """
      select id, name, color_hint, updated_at_ms, deleted_at_ms from topics \(filter ?? "")
      order by key
      """
  }

  static func decks(_ scope: RecordScope) -> String {
    """
    select \(Store.deckColumns) from decks d left join topics t on t.key = d.topic_key
    \(scope.filter("d.key")) order by d.key
    """
  }

  // "cross join" keeps the order of the tables: the one that is read row by row, its parent looked
  // up for each.

  static func subTopics(_ scope: RecordScope) -> String {
    """
    select \(Store.subTopicColumns) from sub_topics s cross join decks d on d.key = s.deck_key
    \(scope.filter("s.deck_key")) order by s.key
    """
  }

  static func cards(_ scope: RecordScope) -> String {
    """
    select \(Store.cardColumns) from cards c cross join decks d on d.key = c.deck_key
    \(scope.filter("c.deck_key")) order by c.key
    """
  }

  static func sessions(_ scope: RecordScope) -> String {
    """
    select \(Store.sessionColumns)
    from sessions n cross join decks d on d.key = n.deck_key \(scope.filter("n.deck_key"))
    order by n.key
    """
  }

  /// A card that was moved keeps, taken back, the links to the sub-topics of the deck it left: these
  /// have no parent where that deck is not read.
  static func links(_ scope: RecordScope) -> String {
    let parents = scope.deckKeys.map { "and s.deck_key in (\($0))" } ?? ""
    return """
      select \(Store.linkColumns)
      from card_sub_topics l cross join cards c on c.key = l.card_key
        cross join sub_topics s on s.key = l.sub_topic_key
      \(scope.filter("c.deck_key")) \(parents) order by l.key
      """
  }

  static func reviews(_ scope: RecordScope) -> String {
    """
    select \(Store.reviewColumns), c.id, c.key, n.id
    from cards c cross join reviews r on r.card_key = c.key
      left join sessions n on n.key = r.session_key
    \(scope.filter("c.deck_key")) order by c.key, r.order_ms, r.id
    """
  }
}

extension Store {
  static let sessionColumns = """
    n.id, d.id, n.mode, n.started_at_ms, n.ended_at_ms, n.cards_reviewed, n.accuracy_pct, \
    n.mastery_delta, n.updated_at_ms, n.deleted_at_ms
    """
  static let linkColumns = "l.id, c.id, s.id, l.updated_at_ms, l.deleted_at_ms"
}

extension SQLiteStatement {
  /// A session, read from ``Store/sessionColumns``.
  func session() -> StudySession {
    StudySession(
      id: identifier(0) ?? .nothing, deckID: identifier(1) ?? .nothing,
      mode: StudyMode(rawValue: text(2)) ?? .smart, startedAt: timestamp(3),
      endedAt: optionalTimestamp(4), cardsReviewed: Int(integer(5)), accuracyPercent: double(6),
      masteryDelta: double(7), updatedAt: timestamp(8), deletedAt: optionalTimestamp(9))
  }

  /// A link, read from ``Store/linkColumns``.
  func link() -> CardSubTopic {
    CardSubTopic(
      id: identifier(0) ?? .nothing, cardID: identifier(1) ?? .nothing,
      subTopicID: identifier(2) ?? .nothing, updatedAt: timestamp(3),
      deletedAt: optionalTimestamp(4))
  }

  /// A whole entry, read from ``Store/reviewColumns``, the card's id and key, the session's id.
  /// - Parameter told: the state after the nearest earlier entry of the card that tells it.
  func review(told: Scheduling) -> Review {
    let after = stateAfter()
    let order = timestamp(2)
    return Review(
      id: identifier(1) ?? .nothing, cardID: identifier(19) ?? .nothing, sessionID: identifier(21),
      kind: ReviewKind(rawValue: Int(integer(3))) ?? .review, cancelsID: identifier(16),
      rating: optionalInteger(4).flatMap { Rating(rawValue: Int($0)) },
      durationMilliseconds: Int(integer(5)), ratedAt: optionalTimestamp(15) ?? order,
      order: order, before: stateBefore() ?? (after == nil ? nil : told), after: after,
      schedulerVersion: optionalText(18) ?? "fsrs-6")
  }
}
