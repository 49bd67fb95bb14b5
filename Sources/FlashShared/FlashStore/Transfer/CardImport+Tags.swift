internal import FlashModel
internal import FlashSQL
internal import FlashText

// Tags of imported cards. A link has a note of whether the card's source has the tag: so a tag that
// was taken away there is told from one that was given here, and one taken away here from one that is
// new there.

extension CardImport {
  /// Gives a card that was just made the row's sub-topics.
  func tagNew(_ cardKey: Int64, _ card: CardID, _ row: ImportRow) throws {
    for name in row.subTopics {
      let subTopic = try subTopic(named: name, in: DeckPlace(row.deck))
      let id = identity.link(card, to: subTopic.id)
      guard let fill = filling else {
        try insertLink(id, cardKey, to: subTopic, isSources: !isGivenHere(name))
        continue
      }
      try put(
        CardFill.Link(
          id: id, cardKey: cardKey, subTopicKey: subTopic.key, isSources: !isGivenHere(name)),
        in: fill)
    }
  }

  /// Gives a card the row's sub-topics, but none that was taken from it here, and takes from it
  /// those that its source has no more.
  /// - Returns: whether anything changed.
  func followTags(_ card: Followed, _ row: ImportRow) throws -> Bool {
    guard !row.subTopics.isEmpty || request.telling.contains(.tags) else { return false }
    var links = try liveLinks(ofCard: card.key)
    guard !row.subTopics.isEmpty || links.contains(where: \.isSources) else { return false }
    let deck = try place(ofDeck: card.deckKey, known: row.deck)
    var isChanged = false
    for name in row.subTopics {
      let folded = known(name, in: try names(in: deck))?.folded ?? name.lowercased()
      if let place = links.firstIndex(where: { $0.name == folded }) {
        let link = links.remove(at: place)
        // A card that was made here has no source, though a file may have it.
        if !link.isSources, card.importDeckKey != nil, !isGivenHere(name) {
          try note(link.key, isSources: true)
        }
      } else if try give(name, to: card, in: deck, row) {
        isChanged = true
      }
    }
    guard request.telling.contains(.tags) else { return isChanged }
    for link in links where link.isSources {
      try store.update(
        .cardSubTopics, key: link.key,
        set: [("deleted_at_ms", SQLValue(now)), ("imported", .integer(0))], at: now)
      isChanged = true
    }
    return isChanged
  }

  /// Links a card to a sub-topic that it is not linked to, unless that was taken from it here.
  private func give(
    _ name: String, to card: Followed, in deck: DeckPlace, _ row: ImportRow
  ) throws -> Bool {
    // A card that was moved here left its links behind, with what they tell.
    if deck.key != row.deck.key, let there = known(name, in: try names(in: DeckPlace(row.deck))),
      let link = try storedLink(card.id, to: there.subTopic), try staysAway(link, name)
    {
      return false
    }
    if let here = known(name, in: try names(in: deck)),
      let link = try storedLink(card.id, to: here.subTopic)
    {
      if try staysAway(link, name) { return false }
      return try store.update(
        .cardSubTopics, key: link.key,
        set: [("deleted_at_ms", .null), ("imported", .integer(isGivenHere(name) ? 0 : 1))], at: now)
    }
    let subTopic = try subTopic(named: name, in: deck)
    let id = identity.link(card.id, to: subTopic.id)
    guard try store.key(.cardSubTopics, id) == nil else { return false }
    try insertLink(id, card.key, to: subTopic, isSources: !isGivenHere(name))
    return true
  }

  /// Takes a card's links along to another deck: a link is between a card and a sub-topic of one deck.
  func relink(_ card: Followed, to deck: ImportDeck) throws {
    for link in try liveLinks(ofCard: card.key) where link.deckKey != deck.key {
      try store.update(
        .cardSubTopics, key: link.key, set: [("deleted_at_ms", SQLValue(now))], at: now)
      let subTopic = try subTopic(named: link.title, in: DeckPlace(deck))
      let id = identity.link(card.id, to: subTopic.id)
      if let key = try store.key(.cardSubTopics, id) {
        try store.update(
          .cardSubTopics, key: key,
          set: [("deleted_at_ms", .null), ("imported", .integer(link.isSources ? 1 : 0))], at: now)
      } else {
        try insertLink(id, card.key, to: subTopic, isSources: link.isSources)
      }
    }
  }

  /// Whether a name was given with the command and is no word of the file's.
  private func isGivenHere(_ name: String) -> Bool {
    !givenTags.isEmpty && givenTags.contains(name.lowercased())
  }
}

// MARK: - Links as they are stored

extension CardImport {
  private struct Link {
    let key: Int64
    let deckKey: Int64
    let title: String
    /// Without case.
    let name: String
    let isSources: Bool
  }

  /// A link that is not live.
  private struct RemovedLink {
    let key: Int64
    let change: Int64
    let isSources: Bool
  }

  private func liveLinks(ofCard key: Int64) throws -> [Link] {
    try store.rows(
      """
      select l.key, s.deck_key, s.name, l.imported
      from card_sub_topics l join sub_topics s on s.key = l.sub_topic_key
      where l.card_key = $1 and l.deleted_at_ms is null and s.deleted_at_ms is null
      """, [.integer(key)]
    ) {
      Link(
        key: $0.integer(0), deckKey: $0.integer(1), title: $0.text(2),
        name: $0.text(2).lowercased(), isSources: $0.integer(3) == 1)
    }
  }

  private func storedLink(_ card: CardID, to subTopic: NamedSubTopic) throws -> RemovedLink? {
    try store.row(
      "select key, change_seq, imported from card_sub_topics where id = $1",
      [SQLValue(identity.link(card, to: subTopic.id))]
    ) { RemovedLink(key: $0.integer(0), change: $0.integer(1), isSources: $0.integer(2) == 1) }
  }

  /// Whether a link was taken away here, and not by an undo. One whose tag the source did not have
  /// then is new there.
  private func staysAway(_ link: RemovedLink, _ name: String) throws -> Bool {
    (link.isSources || isGivenHere(name)) && !wasUndone(link.change)
  }

  private func note(_ link: Int64, isSources: Bool) throws {
    try storing { () throws(SQLError) in
      let statement = try store.connection.statement(
        "update card_sub_topics set imported = $1 where key = $2")
      statement.bind(Int64(isSources ? 1 : 0), at: 1)
      statement.bind(link, at: 2)
      try statement.run()
    }
  }

  /// Makes a link, unless it is there, live or removed.
  private func insertLink(
    _ id: CardSubTopicID, _ cardKey: Int64, to subTopic: NamedSubTopic, isSources: Bool
  ) throws {
    let change = try spareChange ?? store.nextChange()
    let statement = inserts.link
    statement.bind(id, at: 1)
    statement.bind(cardKey, at: 2)
    statement.bind(subTopic.key, at: 3)
    statement.bind(now, at: 4)
    statement.bind(change, at: 5)
    statement.bind(Int64(isSources ? 1 : 0), at: 6)
    try statement.run()
    guard store.connection.changedRows == 1 else {
      spareChange = change
      return
    }
    spareChange = nil
    let key = store.connection.lastInsertedKey
    fill?.nextLink = key + 1
    try store.journalInsert(.cardSubTopics, key: key)
  }
}

// MARK: - Sub-topics by name

extension CardImport {
  /// A deck whose sub-topics are meant.
  struct DeckPlace {
    let key: Int64
    let id: DeckID

    init(_ deck: ImportDeck) { self.init(key: deck.key, id: deck.id) }

    init(key: Int64, id: DeckID) {
      self.key = key
      self.id = id
    }
  }

  private func place(ofDeck key: Int64, known deck: ImportDeck) throws -> DeckPlace {
    if key == deck.key { return DeckPlace(deck) }
    let id = try store.row("select id from decks where key = $1", [.integer(key)]) {
      $0.identifier(0) ?? DeckID.nothing
    }
    return DeckPlace(key: key, id: id ?? .nothing)
  }

  /// The live sub-topics of a deck by their names without case, read once.
  private func names(in deck: DeckPlace) throws -> [String: NamedSubTopic] {
    if let known = subTopics[deck.key] { return known }
    var known: [String: NamedSubTopic] = [:]
    for subTopic in try store.subTopics(of: deck.id).reversed() {
      known[subTopic.name.lowercased()] = NamedSubTopic(
        key: try store.key(of: subTopic.id), id: subTopic.id)
    }
    subTopics[deck.key] = known
    return known
  }

  /// The sub-topic that a name means, if the deck has it.
  private func known(
    _ name: String, in names: [String: NamedSubTopic]
  ) -> (folded: String, subTopic: NamedSubTopic)? {
    let folded = name.lowercased()
    if let subTopic = names[folded] { return (folded, subTopic) }
    // Where tags are words, the blanks of a name are written so, and what else would split them.
    guard name.contains("_"),
      let found = names.first(where: {
        AnkiTags.word($0.key) == folded || DelimitedLabels.word($0.key) == folded
      })
    else { return nil }
    return (found.key, found.value)
  }

  private func subTopic(named name: String, in deck: DeckPlace) throws -> NamedSubTopic {
    if let known = known(name, in: try names(in: deck)) { return known.subTopic }
    let key = try store.makeSubTopic(
      named: try store.checkedName(name, field: "sub-topic"), deckKey: deck.key, deck.id, at: now)
    let made = NamedSubTopic(key: key, id: try store.subTopicID(in: deck.id, named: name))
    subTopics[deck.key]?[name.lowercased()] = made
    return made
  }
}
