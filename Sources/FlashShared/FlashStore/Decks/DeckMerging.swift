public import FlashModel
internal import FlashSQL

extension Store {
  /// The live decks that share their path with others: for each such path all of them, the one that
  /// the path means first.
  public func decksSharingPaths() throws(StoreError) -> [[Deck]] {
    var groups: [[Deck]] = []
    for deck in try decks() {
      if groups.last?.first?.title == deck.title {
        groups[groups.count - 1].append(deck)
      } else {
        groups.append([deck])
      }
    }
    return groups.filter { $0.count > 1 }
  }

  /// Moves the cards of some decks behind the last one of another, with their tags and schedules,
  /// and removes those decks. One step of undo.
  /// - Returns: how many cards were moved.
  @discardableResult
  public func mergeDecks(
    _ others: [Deck], into deck: Deck, at now: Timestamp
  ) throws(StoreError) -> Int {
    try perform("deck merge '\(deck.title)'", at: now) { () throws(StoreError) in
      var count = 0
      for other in others where other.id != deck.id {
        let key = try key(of: other.id)
        let cards = try rows(
          """
          select id from cards where deck_key = $1 and deleted_at_ms is null
          order by position, key
          """, [.integer(key)]
        ) { $0.identifier(0) ?? CardID.nothing }
        count += try place(cards, behindLastOf: deck.id, at: now)
        try update(.decks, key: key, set: [("deleted_at_ms", SQLValue(now))], at: now)
      }
      return count
    }
  }
}
