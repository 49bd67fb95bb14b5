public import FlashModel
internal import FlashScheduler
internal import FlashSQL

/// An entry of the review log with what it stands for.
public struct LogEntry: Sendable, Hashable {
  public let id: ReviewID
  public let cardID: CardID
  /// The path of the card's deck.
  public let deckTitle: String
  public let front: String
  public let kind: ReviewKind
  public let rating: Rating?
  public let ratedAt: Timestamp
  public let durationMilliseconds: Int
  /// The card after it; nil in an imported entry, which does not tell.
  public let after: Scheduling?
  /// The entry that an `undo` took back.
  public let cancelsID: ReviewID?
}

extension Store {
  /// Calls `body` for each entry of the review log, the newest first, removed cards included.
  /// - Parameters:
  ///   - card: only entries of this card.
  ///   - decks: only entries of cards of these decks.
  ///   - body: returns false to stop.
  /// - Throws: `StoreError`, and what `body` throws.
  public func forEachLogEntry(
    of card: CardID? = nil, in decks: [Deck]? = nil, _ body: (LogEntry) throws -> Bool
  ) throws {
    var condition = "true"
    if let card { condition = "r.card_key = \(try key(of: card))" }
    if let decks { condition += " and c.deck_key in (\(try keys(of: decks)))" }
    let statement = try storing { () throws(SQLError) in
      try connection.statement(
        """
        select \(Store.reviewColumns), r.duration_ms, c.id, d.title, c.front_text
        from reviews r join cards c on c.key = r.card_key join decks d on d.key = c.deck_key
        where \(condition) order by r.order_ms desc, r.change_seq desc
        """)
    }
    defer { statement.reset() }
    while try storing({ () throws(SQLError) in try statement.step() }) {
      guard try body(statement.logEntry()) else { break }
    }
  }
}

extension SQLiteStatement {
  /// Reads ``Store/reviewColumns``, then duration, card id, deck title and front.
  fileprivate func logEntry() -> LogEntry {
    let entry = replayEntry()
    return LogEntry(
      id: entry.id, cardID: identifier(20) ?? .nothing, deckTitle: text(21), front: text(22),
      kind: entry.kind, rating: entry.rating, ratedAt: entry.ratedAt,
      durationMilliseconds: Int(integer(19)), after: stateAfter(), cancelsID: identifier(16))
  }
}
