public import FlashModel
internal import FlashSQL

/// A review as statistics count it.
public struct ReviewFact: Sendable, Hashable {
  public let cardKey: Int64
  public let ratedAt: Timestamp
  public let rating: Rating
  public let durationMilliseconds: Int
  /// Where the card stood before; nil for an imported entry, which does not tell.
  public let stateBefore: CardState?
}

extension Store {
  /// Calls `body` for each review that was not taken back, card by card, in the order of each
  /// card's log. Resets, manual entries and undos are no reviews.
  /// - Parameters:
  ///   - decks: only reviews of cards that are in these now; nil means all, also of removed cards.
  ///   - since: only reviews from that moment on.
  public func forEachReviewFact(
    of decks: [DeckID]? = nil, since: Timestamp? = nil, _ body: (ReviewFact) throws -> Void
  ) throws {
    var condition = "true"
    if let decks {
      let keys = try decks.map { String(try key(of: $0)) }
      condition = """
        r.card_key in (select key from cards where deck_key in (\(keys.joined(separator: ", "))))
        """
    }
    let statement = try storing { () throws(SQLError) in
      try connection.statement(
        """
        select r.card_key, r.order_ms, r.rated_at_ms, r.kind, r.rating, r.duration_ms, r.state,
          r.state_before, r.id, r.cancels_id
        from reviews r where \(condition) order by r.card_key, r.order_ms, r.id
        """)
    }
    defer { statement.reset() }
    var chain = FactChain()
    while try storing({ () throws(SQLError) in try statement.step() }) {
      if statement.integer(0) != chain.cardKey {
        try chain.flush(since: since, body)
        chain = FactChain(cardKey: statement.integer(0))
      }
      chain.take(statement)
    }
    try chain.flush(since: since, body)
  }
}

/// The facts of one card, until it is known which of them were taken back.
private struct FactChain {
  var cardKey: Int64 = .min
  private var facts: [(id: ReviewID, fact: ReviewFact)] = []
  private var undos: [(id: ReviewID, target: ReviewID)] = []
  private var state = CardState.new

  init(cardKey: Int64 = .min) { self.cardKey = cardKey }

  mutating func take(_ row: SQLiteStatement) {
    let before = row.optionalText(7).flatMap(FactChain.state) ?? state
    let hasState = !row.isNull(6)
    if hasState { state = CardState(rawValue: Int(row.integer(6))) ?? .new }
    let id: ReviewID = row.identifier(8) ?? .nothing
    switch ReviewKind(rawValue: Int(row.integer(3))) {
    case .review:
      guard let rating = Rating(rawValue: Int(row.integer(4))) else { return }
      let fact = ReviewFact(
        cardKey: cardKey, ratedAt: row.isNull(2) ? row.timestamp(1) : row.timestamp(2),
        rating: rating, durationMilliseconds: Int(row.integer(5)),
        stateBefore: hasState ? before : nil)
      facts.append((id, fact))
    case .undo: undos.append((id, row.identifier(9) ?? .nothing))
    default: break
    }
  }

  /// Gives out what was not taken back. An undo that was itself undone takes nothing back.
  func flush(since: Timestamp?, _ body: (ReviewFact) throws -> Void) throws {
    var cancelled: Set<ReviewID> = []
    for undo in undos.reversed() where !cancelled.contains(undo.id) {
      cancelled.insert(undo.target)
    }
    for (id, fact) in facts where !cancelled.contains(id) {
      if let since, fact.ratedAt < since { continue }
      try body(fact)
    }
  }

  private static func state(_ text: String) -> CardState? {
    // A text that can't be read counts as absent, as in the fold.
    (try? JSONValue(parsing: Array(text.utf8))).map { Scheduling(json: $0).state }
  }
}
