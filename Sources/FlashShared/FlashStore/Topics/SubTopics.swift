public import FlashModel
internal import FlashSQL

// Sub-topics: the parts of a deck, and the tags in it.

extension Store {
  static let subTopicColumns = """
    s.id, d.id, s.name, s.position, s.color_hint, s.updated_at_ms, s.deleted_at_ms
    """

  /// The live sub-topics of a deck, by position.
  public func subTopics(of deck: DeckID) throws(StoreError) -> [SubTopic] {
    try rows(
      """
      select \(Store.subTopicColumns) from sub_topics s join decks d on d.key = s.deck_key
      where d.id = $1 and s.deleted_at_ms is null order by s.position, s.id
      """, [SQLValue(deck)]
    ) { $0.subTopic() }
  }

  /// How many live cards each live sub-topic of a deck has; one without cards is left out.
  public func cardCounts(bySubTopicOf deck: DeckID) throws(StoreError) -> [SubTopicID: Int] {
    let counts = try rows(
      """
      select s.id, count(*) from sub_topics s
      join card_sub_topics l on l.sub_topic_key = s.key
      join cards c on c.key = l.card_key join decks d on d.key = s.deck_key
      where d.id = $1 and s.deleted_at_ms is null and l.deleted_at_ms is null
        and c.deleted_at_ms is null
      group by s.key
      """, [SQLValue(deck)]
    ) { (id: $0.identifier(0) ?? SubTopicID.nothing, count: Int($0.integer(1))) }
    return Dictionary(counts.map { ($0.id, $0.count) }, uniquingKeysWith: { first, _ in first })
  }

  /// The names of the live sub-topics of all live decks, each once, by name.
  public func allSubTopicNames() throws(StoreError) -> [String] {
    try rows(
      """
      select distinct s.name from sub_topics s join decks d on d.key = s.deck_key
      where s.deleted_at_ms is null and d.deleted_at_ms is null order by s.name
      """
    ) { $0.text(0) }
  }

  /// The live sub-topic of that name in a deck, else the one that matches without case.
  /// - Throws: `.notFound` with near names.
  public func subTopic(named name: String, in deck: DeckID) throws(StoreError) -> SubTopic {
    let all = try subTopics(of: deck)
    if let exact = all.first(where: { $0.name == name }) { return exact }
    if let folded = all.first(where: { $0.name.lowercased() == name.lowercased() }) {
      return folded
    }
    throw .notFound(
      what: .subTopic, name: name, near: NearNames.ofTitle(name, among: all.map(\.name)))
  }

  /// Makes a sub-topic behind the last one of its deck.
  /// - Throws: `.invalid`, `.exists`.
  @discardableResult
  public func addSubTopic(
    named name: String, to deck: Deck, colorHint: String? = nil, at now: Timestamp
  ) throws(StoreError) -> SubTopic {
    let name = try checkedName(name, field: "sub-topic")
    return try perform("subtopic add '\(name)'", at: now) { () throws(StoreError) in
      if try subTopics(of: deck.id).contains(where: { $0.name.lowercased() == name.lowercased() }) {
        throw .exists(what: .subTopic, name: name)
      }
      let key = try subTopicKey(named: name, deckKey: try key(of: deck.id), deck.id, at: now)
      if let colorHint {
        try update(.subTopics, key: key, set: [("color_hint", .text(colorHint))], at: now)
      }
      return try subTopic(named: name, in: deck.id)
    }
  }

  /// Gives a sub-topic another name.
  public func renameSubTopic(
    _ subTopic: SubTopic, to name: String, at now: Timestamp
  ) throws(StoreError) {
    let name = try checkedName(name, field: "sub-topic")
    try perform("subtopic rename '\(subTopic.name)'", at: now) { () throws(StoreError) in
      let taken = try subTopics(of: subTopic.deckID).contains {
        $0.id != subTopic.id && $0.name.lowercased() == name.lowercased()
      }
      if taken { throw .exists(what: .subTopic, name: name) }
      _ = try update(
        .subTopics, key: try key(of: subTopic.id), set: [("name", .text(name))], at: now)
    }
  }

  /// Removes a sub-topic and its links; its cards stay.
  public func removeSubTopic(_ subTopic: SubTopic, at now: Timestamp) throws(StoreError) {
    try perform("subtopic rm '\(subTopic.name)'", at: now) { () throws(StoreError) in
      let key = try key(of: subTopic.id)
      let links = try rows(
        "select key from card_sub_topics where sub_topic_key = $1 and deleted_at_ms is null",
        [.integer(key)]
      ) { $0.integer(0) }
      for link in links {
        try update(.cardSubTopics, key: link, set: [("deleted_at_ms", SQLValue(now))], at: now)
      }
      _ = try update(.subTopics, key: key, set: [("deleted_at_ms", SQLValue(now))], at: now)
    }
  }

  /// Puts a sub-topic at another place in its deck; every position is rewritten from 0.
  /// - Parameter position: from 0; beyond the end means last.
  public func moveSubTopic(
    _ subTopic: SubTopic, to position: Int, at now: Timestamp
  ) throws(StoreError) {
    try perform("subtopic move '\(subTopic.name)'", at: now) { () throws(StoreError) in
      var order = try subTopics(of: subTopic.deckID).filter { $0.id != subTopic.id }
      order.insert(subTopic, at: min(max(0, position), order.count))
      for (place, subTopic) in order.enumerated() {
        try update(
          .subTopics, key: try key(of: subTopic.id), set: [("position", .integer(Int64(place)))],
          at: now)
      }
    }
  }

  func key(of id: SubTopicID) throws(StoreError) -> Int64 {
    guard let key = try key(.subTopics, id) else {
      throw .notFound(what: .subTopic, name: id.description, near: [])
    }
    return key
  }

  /// The key of the live sub-topic of that name (without case), made if there is none.
  func subTopicKey(
    named name: String, deckKey: Int64, _ deck: DeckID, at now: Timestamp
  ) throws(StoreError) -> Int64 {
    let live = try rows(
      "select key, name from sub_topics where deck_key = $1 and deleted_at_ms is null",
      [.integer(deckKey)]
    ) { (key: $0.integer(0), name: $0.text(1)) }
    let folded = name.lowercased()
    if let found = live.first(where: { $0.name.lowercased() == folded }) { return found.key }
    return try makeSubTopic(named: name, deckKey: deckKey, deck, at: now)
  }

  /// Makes a sub-topic of a name that no live one of the deck has.
  /// - Returns: its key; its id derives from deck and name.
  func makeSubTopic(
    named name: String, deckKey: Int64, _ deck: DeckID, at now: Timestamp
  ) throws(StoreError) -> Int64 {
    let position = try count(
      """
      select coalesce(max(position) + 1, 0) from sub_topics
      where deck_key = $1 and deleted_at_ms is null
      """, [.integer(deckKey)])
    let id = try subTopicID(in: deck, named: name)
    if let key = try key(.subTopics, id) {
      // It was removed or renamed here, and is wanted under its old name.
      try update(
        .subTopics, key: key,
        set: [
          ("deleted_at_ms", .null), ("name", .text(name)), ("position", .integer(Int64(position))),
        ], at: now)
      return key
    }
    return try insertSubTopic(
      SubTopic(id: id, deckID: deck, name: name, position: position, updatedAt: now),
      deckKey: deckKey)
  }

  /// Inserts a sub-topic as it is.
  func insertSubTopic(_ subTopic: SubTopic, deckKey: Int64) throws(StoreError) -> Int64 {
    try insert(
      .subTopics, "id, deck_key, name, position, color_hint, updated_at_ms, deleted_at_ms",
      [
        SQLValue(subTopic.id), .integer(deckKey), .text(subTopic.name),
        .integer(Int64(subTopic.position)), SQLValue(subTopic.colorHint),
        SQLValue(subTopic.updatedAt), SQLValue(subTopic.deletedAt),
      ])
  }
}

extension SQLiteStatement {
  /// A sub-topic, read from ``Store/subTopicColumns``.
  func subTopic() -> SubTopic {
    SubTopic(
      id: identifier(0) ?? .nothing, deckID: identifier(1) ?? .nothing, name: text(2),
      position: Int(integer(3)), colorHint: optionalText(4), updatedAt: timestamp(5),
      deletedAt: optionalTimestamp(6))
  }
}
