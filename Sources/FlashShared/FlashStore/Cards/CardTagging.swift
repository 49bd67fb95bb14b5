public import FlashModel
internal import FlashSQL

// Links from cards to sub-topics, which are also what tags are.

extension Store {
  /// Gives cards tags; sub-topics that a deck does not have yet are made.
  /// - Returns: how many cards got one that they did not have.
  @discardableResult
  public func tagCards(
    _ ids: [CardID], with names: [String], at now: Timestamp
  ) throws(StoreError) -> Int {
    var checked: [String] = []
    for name in names { checked.append(try checkedName(name, field: "tag")) }
    return try perform("card tag", at: now) { () throws(StoreError) in
      var count = 0
      var tags: [Int64: [NamedTag]] = [:]
      for id in ids {
        let place = try place(of: id)
        if tags[place.deckKey] == nil {
          tags[place.deckKey] = try checked.map { name throws(StoreError) in
            try tag(named: name, deckKey: place.deckKey, place.deck, at: now)
          }
        }
        var isChanged = false
        for tag in tags[place.deckKey] ?? []
        where try link(cardKey: place.key, id, to: tag, at: now) { isChanged = true }
        if isChanged { count += 1 }
      }
      return count
    }
  }

  /// Takes tags from cards.
  /// - Returns: how many cards had one.
  @discardableResult
  public func untagCards(
    _ ids: [CardID], from names: [String], at now: Timestamp
  ) throws(StoreError) -> Int {
    let folded = Set(names.map { trimmed($0).lowercased() })
    return try perform("card untag", at: now) { () throws(StoreError) in
      var count = 0
      for id in ids {
        let links = try liveLinks(cardKey: try liveKey(of: id)).filter {
          folded.contains($0.name.lowercased())
        }
        for link in links {
          try update(
            .cardSubTopics, key: link.key, set: [("deleted_at_ms", SQLValue(now))], at: now)
        }
        if !links.isEmpty { count += 1 }
      }
      return count
    }
  }

  /// Puts cards behind the last one of another deck, with their tags and their schedules.
  /// - Returns: how many were not there already.
  @discardableResult
  public func moveCards(
    _ ids: [CardID], to deck: Deck, at now: Timestamp
  ) throws(StoreError) -> Int {
    try perform("card move '\(deck.title)'", at: now) { () throws(StoreError) in
      try place(ids, behindLastOf: deck.id, at: now)
    }
  }

  /// As ``moveCards(_:to:at:)``, inside an action that is already under way.
  func place(
    _ ids: [CardID], behindLastOf deck: DeckID, at now: Timestamp
  ) throws(StoreError) -> Int {
    let target = try key(of: deck)
    var position = try nextPosition(deckKey: target)
    var count = 0
    for id in ids {
      let place = try place(of: id)
      guard place.deckKey != target else { continue }
      // A link is between a card and a sub-topic of one deck.
      for link in try liveLinks(cardKey: place.key) {
        try update(
          .cardSubTopics, key: link.key, set: [("deleted_at_ms", SQLValue(now))], at: now)
        try self.link(
          cardKey: place.key, id, to: link.name, deckKey: target, deck, at: now)
      }
      try update(
        .cards, key: place.key,
        set: [("deck_key", .integer(target)), ("position", .integer(Int64(position)))], at: now)
      position += 1
      count += 1
    }
    return count
  }

  /// A sub-topic that cards are linked to.
  struct NamedTag {
    let key: Int64
    let id: SubTopicID
  }

  /// The sub-topic of that name, made if need be.
  private func tag(
    named name: String, deckKey: Int64, _ deck: DeckID, at now: Timestamp
  ) throws(StoreError) -> NamedTag {
    let key = try subTopicKey(named: name, deckKey: deckKey, deck, at: now)
    let id = try row("select id from sub_topics where key = $1", [.integer(key)]) {
      $0.identifier(0) ?? SubTopicID.nothing
    }
    return NamedTag(key: key, id: id ?? .nothing)
  }

  /// Links a card to the sub-topic of that name, made if need be.
  /// - Returns: false if the link was there.
  @discardableResult
  func link(
    cardKey: Int64, _ card: CardID, to name: String, deckKey: Int64, _ deck: DeckID,
    at now: Timestamp
  ) throws(StoreError) -> Bool {
    try link(
      cardKey: cardKey, card, to: try tag(named: name, deckKey: deckKey, deck, at: now), at: now)
  }

  /// Links a card to a sub-topic of its deck.
  /// - Returns: false if the link was there.
  private func link(
    cardKey: Int64, _ card: CardID, to tag: NamedTag, at now: Timestamp
  ) throws(StoreError) -> Bool {
    let live = try row(
      """
      select 1 from card_sub_topics
      where card_key = $1 and sub_topic_key = $2 and deleted_at_ms is null
      """, [.integer(cardKey), .integer(tag.key)]
    ) { _ in true }
    if live != nil { return false }
    let id = try linkID(card: card, subTopic: tag.id)
    if let key = try key(.cardSubTopics, id) {
      return try update(.cardSubTopics, key: key, set: [("deleted_at_ms", .null)], at: now)
    }
    _ = try insertLink(
      CardSubTopic(id: id, cardID: card, subTopicID: tag.id, updatedAt: now), cardKey: cardKey,
      subTopicKey: tag.key)
    return true
  }

  /// Inserts a link as it is.
  func insertLink(
    _ link: CardSubTopic, cardKey: Int64, subTopicKey: Int64
  ) throws(StoreError) -> Int64 {
    try insert(
      .cardSubTopics, "id, card_key, sub_topic_key, updated_at_ms, deleted_at_ms",
      [
        SQLValue(link.id), .integer(cardKey), .integer(subTopicKey), SQLValue(link.updatedAt),
        SQLValue(link.deletedAt),
      ])
  }

  private func liveLinks(cardKey: Int64) throws(StoreError) -> [(key: Int64, name: String)] {
    try rows(
      """
      select l.key, s.name from card_sub_topics l join sub_topics s on s.key = l.sub_topic_key
      where l.card_key = $1 and l.deleted_at_ms is null and s.deleted_at_ms is null
      order by s.position
      """, [.integer(cardKey)]
    ) { (key: $0.integer(0), name: $0.text(1)) }
  }

  private func place(
    of id: CardID
  ) throws(StoreError) -> (key: Int64, deckKey: Int64, deck: DeckID) {
    let place = try row(
      """
      select c.key, c.deck_key, d.id from cards c join decks d on d.key = c.deck_key
      where c.id = $1 and c.deleted_at_ms is null and d.deleted_at_ms is null
      """, [SQLValue(id)]
    ) { (key: $0.integer(0), deckKey: $0.integer(1), deck: $0.identifier(2) ?? DeckID.nothing) }
    guard let place else { throw .notFound(what: .card, name: id.description, near: []) }
    return place
  }
}
