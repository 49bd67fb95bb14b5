internal import FlashModel
internal import FlashSQL

// The decks that rows name.

extension CardImport {
  /// The deck of that path, made if there is none.
  ///
  /// A deck whose id derives from the path, under another title, was renamed here and is meant.
  /// - Parameter path: cleaned, in NFC.
  public func deck(path: String) throws -> ImportDeck {
    if let deck = decks[path] { return deck }
    // Whether it has cards is to be seen.
    try flush()
    let made = counts.decks
    let deck = try findOrMakeDeck(path: path)
    decks[path] = deck
    if let source = sources[path], !deck.isRemoved {
      try followSource(source, deck, isNew: counts.decks > made)
    }
    return deck
  }

  private func findOrMakeDeck(path: String) throws -> ImportDeck {
    func slot(_ deck: Deck) throws -> ImportDeck {
      let key = try store.key(of: deck.id)
      let removal = try store.row(
        "select change_seq from decks where key = $1 and deleted_at_ms is not null",
        [.integer(key)]
      ) { $0.integer(0) }
      let cards = try store.count(
        "select exists (select 1 from cards where deck_key = $1)", [.integer(key)])
      return ImportDeck(
        key: key, id: deck.id, path: Array(path.utf8), isRemoved: staysRemoved(removal),
        isFresh: cards == 0)
    }
    let title = try store.checkedPath(path)
    if let deck = try store.deck(titled: title) { return try slot(deck) }
    let id = try store.deckID(path: title)
    if try store.key(.decks, id) != nil {
      let found = try slot(try store.deck(id: id))
      if !found.isRemoved {
        // No change if it is live: it was renamed here.
        try store.update(.decks, key: found.key, set: [("deleted_at_ms", .null)], at: now)
      }
      return found
    }
    counts.decks += 1
    return try slot(try store.makeDeck(id: id, titled: title, at: now))
  }
}
