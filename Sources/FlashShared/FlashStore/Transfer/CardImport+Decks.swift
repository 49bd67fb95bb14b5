internal import FlashModel
internal import FlashSQL
internal import FlashText

// The decks and sub-topics that rows name.

extension CardImport {
  /// The deck of that path, made if there is none.
  ///
  /// A deck whose id derives from the path, under another title, was renamed here and is meant.
  /// - Parameter path: cleaned, in NFC.
  public func deck(path: String) throws -> ImportDeck {
    if let deck = decks[path] { return deck }
    let deck = try findOrMakeDeck(path: path)
    decks[path] = deck
    return deck
  }

  /// Gives a card the row's sub-topics, but none that was taken from it here.
  ///
  /// - Parameter isNew: whether the card was just made, and so can have none yet.
  func tag(
    _ cardKey: Int64, _ card: CardID, _ row: ImportRow, in deckKey: Int64, isNew: Bool = false
  ) throws -> Bool {
    guard !row.subTopics.isEmpty, deckKey == row.deck.key else { return false }
    var isChanged = false
    for name in row.subTopics {
      let subTopic = try subTopic(named: name, in: row.deck)
      let id = identity.link(card, to: subTopic.id)
      // What is there shall not even cost the number of a change.
      if !isNew, try store.key(.cardSubTopics, id) != nil { continue }
      let isMade = try insertLink(id, cardKey, subTopic.key)
      isChanged = isChanged || isMade
    }
    return isChanged
  }

  /// - Returns: false if the link is there, live or removed.
  private func insertLink(
    _ id: CardSubTopicID, _ cardKey: Int64, _ subTopicKey: Int64
  ) throws -> Bool {
    let change = try spareChange ?? store.nextChange()
    let statement = inserts.link
    statement.bind(id, at: 1)
    statement.bind(cardKey, at: 2)
    statement.bind(subTopicKey, at: 3)
    statement.bind(now, at: 4)
    statement.bind(change, at: 5)
    try statement.run()
    guard store.connection.changedRows == 1 else {
      spareChange = change
      return false
    }
    spareChange = nil
    try store.journalInsert(.cardSubTopics, key: store.connection.lastInsertedKey)
    return true
  }

  private func subTopic(named name: String, in deck: ImportDeck) throws -> NamedSubTopic {
    let folded = name.lowercased()
    if subTopics[deck.key] == nil {
      var known: [String: NamedSubTopic] = [:]
      for subTopic in try store.subTopics(of: deck.id).reversed() {
        known[subTopic.name.lowercased()] = NamedSubTopic(
          key: try store.key(of: subTopic.id), id: subTopic.id)
      }
      subTopics[deck.key] = known
    }
    if let known = subTopics[deck.key]?[folded] { return known }
    // Where tags are words, the blanks of a name are written so, and what else would split them.
    if name.contains("_"),
      let known = subTopics[deck.key]?.first(where: {
        AnkiTags.word($0.key) == folded || DelimitedLabels.word($0.key) == folded
      })
    {
      return known.value
    }
    let key = try store.makeSubTopic(
      named: try store.checkedName(name, field: "sub-topic"), deckKey: deck.key, deck.id, at: now)
    let made = NamedSubTopic(key: key, id: try store.subTopicID(in: deck.id, named: name))
    subTopics[deck.key]?[folded] = made
    return made
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
