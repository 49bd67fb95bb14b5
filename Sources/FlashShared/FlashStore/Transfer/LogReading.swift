public import FlashModel
internal import FlashSQL

extension Store {
  /// Calls `body` with the log of each card that has one, card by card in the order in which they
  /// were made, without undos and what they took back.
  /// - Parameters:
  ///   - decks: only cards of these decks; nil means all. Removed cards are among them.
  ///   - body: what it throws ends the reading.
  public func forEachLog(
    of decks: [DeckID]? = nil, _ body: (CardID, [Review]) throws -> Void
  ) throws {
    try anySnapshot {
      let takenBack = try TakenBackEntries(in: self)
      let scope = try RecordScope(decks, in: self)
      var chain = (card: Int64(0), told: Scheduling.new)
      var entries: [Review] = []
      try forEachRow(RecordScope.reviews(scope)) { row in
        let card = row.integer(20)
        if card != chain.card {
          if let first = entries.first { try body(first.cardID, entries) }
          entries.removeAll(keepingCapacity: true)
          chain = (card, .new)
        }
        let review = row.review(told: chain.told)
        if let after = review.after { chain.told = after }
        guard review.kind != .undo, !takenBack.contains(row: row.integer(0)) else { return }
        entries.append(review)
      }
      if let first = entries.first { try body(first.cardID, entries) }
    }
  }
}
