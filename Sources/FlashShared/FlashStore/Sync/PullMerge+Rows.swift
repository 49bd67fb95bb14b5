internal import FlashModel
internal import FlashSQL

// Rows with one clock. What `take` returns is whether the row's parent is here.

extension PullMerge {
  func take(_ topic: Topic) throws(StoreError) {
    guard let stored = try stored(topic.id, { $0.topic() }) else {
      tally.received += 1
      _ = try store.insertTopic(topic)
      return
    }
    try overwrite(stored, topic, topic.id, RowColumns.of(topic))
  }

  func take(_ deck: Deck) throws(StoreError) -> Bool {
    let topicKey = try store.keyIfKnown(.topics, deck.topicID)
    // Until its topic is here a deck stands without one, so that its cards need not wait.
    let isWhole = deck.topicID == nil || topicKey != nil
    guard let stored = try stored(deck.id, { $0.deck() }) else {
      tally.received += 1
      var deck = deck
      if !isWhole { deck.topicID = nil }
      _ = try store.insertDeck(deck)
      return isWhole
    }
    var deck = deck
    if isPlain { deck.options = stored.record.options }
    if stored.record.deletedAt == nil, deck.deletedAt != nil {
      try countRemoved(deckKey: stored.key)
    }
    if stored.record.options != deck.options { reoptioned.insert(stored.key) }
    try overwrite(stored, deck, deck.id, RowColumns.of(deck, topicKey: topicKey))
    return isWhole
  }

  func take(_ subTopic: SubTopic) throws(StoreError) -> Bool {
    guard let deckKey = try store.keyIfKnown(.decks, subTopic.deckID) else { return false }
    guard let stored = try stored(subTopic.id, { $0.subTopic() }) else {
      tally.received += 1
      _ = try store.insertSubTopic(subTopic, deckKey: deckKey)
      return true
    }
    try overwrite(stored, subTopic, subTopic.id, RowColumns.of(subTopic, deckKey: deckKey))
    return true
  }

  func take(_ session: StudySession) throws(StoreError) -> Bool {
    guard let deckKey = try store.keyIfKnown(.decks, session.deckID) else { return false }
    let columns = RowColumns.of(session, deckKey: deckKey)
    if let stored = try stored(session.id, { $0.session() }) {
      try overwrite(stored, session, session.id, columns)
    } else if let key = try store.key(.sessions, session.id) {
      // Only its id was known, from the log.
      try write(
        .sessions, key: key, columns + [("updated_at_ms", SQLValue(session.updatedAt))],
        change: try store.nextChange())
    } else {
      tally.received += 1
      _ = try store.insertSession(session, deckKey: deckKey)
    }
    return true
  }

  func take(_ link: CardSubTopic) throws(StoreError) -> Bool {
    guard let cardKey = try store.keyIfKnown(.cards, link.cardID),
      let subTopicKey = try store.keyIfKnown(.subTopics, link.subTopicID)
    else { return false }
    if link.deletedAt == nil {
      try makeRoom(for: link, cardKey, subTopicKey)
      moved.insert(cardKey)
    }
    guard let stored = try stored(link.id, { $0.link() }) else {
      tally.received += 1
      _ = try store.insertLink(link, cardKey: cardKey, subTopicKey: subTopicKey)
      return true
    }
    try overwrite(
      stored, link, link.id,
      RowColumns.of(link, cardKey: cardKey, subTopicKey: subTopicKey))
    return true
  }

  /// One live link a pair: the remote's own stays, and says the same as one of another id here.
  private func makeRoom(
    for link: CardSubTopic, _ cardKey: Int64, _ subTopicKey: Int64
  ) throws(StoreError) {
    let twins = try store.rows(
      """
      select key from card_sub_topics
      where card_key = $1 and sub_topic_key = $2 and deleted_at_ms is null and id <> $3
      """, [.integer(cardKey), .integer(subTopicKey), SQLValue(link.id)]
    ) { $0.integer(0) }
    for twin in twins {
      try write(
        .cardSubTopics, key: twin, [("deleted_at_ms", SQLValue(now))],
        change: try store.nextChange())
    }
  }

  private func overwrite<Record: WireRecord & Clocked, Entity>(
    _ stored: Stored<Record>, _ incoming: Record, _ id: Identifier<Entity>,
    _ columns: [Assignment]
  ) throws(StoreError) {
    guard case .take = try verdict(stored, incoming, id) else { return }
    try write(
      Record.entity, key: stored.key,
      columns + [("updated_at_ms", SQLValue(incoming.updatedAt))], change: try store.nextChange())
  }

  /// Counts the cards that go with a deck.
  private func countRemoved(deckKey: Int64) throws(StoreError) {
    tally.removed += try store.count(
      RemovalGuard.live + " and d.key = $1", [.integer(deckKey)])
  }
}

extension Store {
  /// The key of a row; nil if there is none, or no id.
  func keyIfKnown<Entity>(
    _ entity: SyncEntity, _ id: Identifier<Entity>?
  ) throws(StoreError) -> Int64? {
    guard let id else { return nil }
    return try key(entity, id)
  }

  /// The key of a row that has to be here.
  func knownKey<Entity>(
    _ entity: SyncEntity, _ id: Identifier<Entity>
  ) throws(StoreError) -> Int64 {
    guard let key = try key(entity, id) else {
      throw .invalid(field: entity.key, reason: "'\(id)' is not here")
    }
    return key
  }
}
