internal import FlashModel
internal import FlashSQL

// What becomes of each kind of record.

extension RecordRestore {
  func add(_ setting: StoredSetting) throws(StoreError) {
    let clock = try store.row(
      "select updated_at_ms from settings where name = $1", [.text(setting.name)]
    ) { $0.timestamp(0) }
    guard clock.map({ $0 < setting.updatedAt }) ?? true else { return }
    counts.others += 1
    try storing { () throws(SQLError) in
      try store.connection.run(
        "insert or replace into settings values ($1, $2, $3)", .text(setting.name),
        .text(setting.value), SQLValue(setting.updatedAt))
    }
  }

  func add(_ topic: Topic) throws(StoreError) {
    guard let key = try store.key(.topics, topic.id) else {
      counts.others += 1
      _ = try store.insertTopic(topic)
      return
    }
    try merge(.topics, key, RowColumns.of(topic), clock: topic.updatedAt)
  }

  func add(_ deck: Deck) throws(StoreError) {
    counts.decksSeen += 1
    if let topic = deck.topicID { _ = try parent(.topics, topic, of: "deck '\(deck.title)'") }
    guard let key = try store.key(.decks, deck.id) else {
      counts.decks += 1
      _ = try store.insertDeck(deck)
      return
    }
    let topicKey = try deck.topicID.map { (id) throws(StoreError) in try store.key(of: id) }
    try merge(.decks, key, RowColumns.of(deck, topicKey: topicKey), clock: deck.updatedAt)
  }

  func add(_ subTopic: SubTopic) throws(StoreError) {
    let deckKey = try parent(.decks, subTopic.deckID, of: "sub-topic '\(subTopic.name)'")
    guard let key = try store.key(.subTopics, subTopic.id) else {
      counts.others += 1
      _ = try store.insertSubTopic(subTopic, deckKey: deckKey)
      return
    }
    try merge(
      .subTopics, key, RowColumns.of(subTopic, deckKey: deckKey), clock: subTopic.updatedAt)
  }

  func add(_ session: StudySession) throws(StoreError) {
    let deckKey = try parent(.decks, session.deckID, of: "session '\(session.id)'")
    guard let key = try store.key(.sessions, session.id) else {
      counts.others += 1
      _ = try store.insertSession(session, deckKey: deckKey)
      return
    }
    try merge(
      .sessions, key, RowColumns.of(session, deckKey: deckKey), clock: session.updatedAt)
  }

  func add(_ link: CardSubTopic) throws(StoreError) {
    let cardKey = try parent(.cards, link.cardID, of: "link '\(link.id)'")
    let subTopicKey = try parent(.subTopics, link.subTopicID, of: "link '\(link.id)'")
    let known = try store.key(.cardSubTopics, link.id)
    // One live link a pair: another one that is here already says the same.
    let twins = try store.count(
      """
      select count(*) from card_sub_topics
      where card_key = $1 and sub_topic_key = $2 and deleted_at_ms is null and id <> $3
      """, [.integer(cardKey), .integer(subTopicKey), SQLValue(link.id)])
    guard link.deletedAt != nil || twins == 0 else { return }
    guard let known else {
      counts.others += 1
      _ = try store.insertLink(link, cardKey: cardKey, subTopicKey: subTopicKey)
      return
    }
    try merge(
      .cardSubTopics, known, RowColumns.of(link, cardKey: cardKey, subTopicKey: subTopicKey),
      clock: link.updatedAt)
  }

  /// Overwrites a row if the record's clock is later than the row's.
  private func merge(
    _ entity: SyncEntity, _ key: Int64, _ columns: [Assignment], clock: Timestamp
  ) throws(StoreError) {
    if try overwrite(entity, key, columns, clock: clock) { counts.others += 1 }
  }

  /// As ``merge(_:_:_:clock:)``.
  /// - Returns: whether the row changed.
  func overwrite(
    _ entity: SyncEntity, _ key: Int64, _ columns: [Assignment], clock: Timestamp
  ) throws(StoreError) -> Bool {
    let names = columns.map(\.column)
    let before = try store.values(of: [entity.clockColumn] + names, entity, key: key)
    guard case .integer(let known) = before[0], known < clock.milliseconds else { return false }
    try store.journalUpdate(
      entity, key: key,
      before: zip(names, before.dropFirst()).map { JSONValue.Member($0, JSONValue(sql: $1)) })
    let change = try store.nextChange()
    let sets = names.enumerated().map { "\($1) = $\($0 + 4)" }.joined(separator: ", ")
    try storing { () throws(SQLError) in
      let statement = try store.connection.statement(
        """
        update \(entity.key) set \(entity.clockColumn) = $1, change_seq = $2, \(sets) where key = $3
        """)
      statement.bind(clock, at: 1)
      statement.bind(change, at: 2)
      statement.bind(key, at: 3)
      for (index, column) in columns.enumerated() { statement.bind(column.value, at: index + 4) }
      try statement.run()
    }
    return true
  }
}
