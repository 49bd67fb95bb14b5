public import FlashModel
internal import FlashSQL

// Topics: groups of decks.

extension Store {
  private static let topicColumns = "id, name, color_hint, updated_at_ms, deleted_at_ms"

  /// The live topics, by name.
  public func topics() throws(StoreError) -> [Topic] {
    try rows(
      "select \(Store.topicColumns) from topics where deleted_at_ms is null order by name, id"
    ) { $0.topic() }
  }

  /// The live topic of that name, else the one that matches without case.
  /// - Throws: `.notFound` with near names.
  public func topic(named name: String) throws(StoreError) -> Topic {
    let all = try topics()
    if let exact = all.first(where: { $0.name == name }) { return exact }
    if let folded = all.first(where: { $0.name.lowercased() == name.lowercased() }) {
      return folded
    }
    throw .notFound(what: .topic, name: name, near: NearNames.ofTitle(name, among: all.map(\.name)))
  }

  /// Makes a topic.
  /// - Throws: `.invalid`, `.exists`.
  @discardableResult
  public func addTopic(
    named name: String, colorHint: String? = nil, at now: Timestamp
  ) throws(StoreError) -> Topic {
    let name = try checkedName(name, field: "topic")
    return try perform("topic add '\(name)'", at: now) { () throws(StoreError) in
      if try topics().contains(where: { $0.name == name }) {
        throw .exists(what: .topic, name: name)
      }
      let topic = Topic(
        id: newIdentifier(at: now), name: name, colorHint: colorHint, updatedAt: now)
      _ = try insertTopic(topic)
      return topic
    }
  }

  /// Gives a topic another name.
  public func renameTopic(
    _ topic: Topic, to name: String, at now: Timestamp
  ) throws(StoreError) {
    let name = try checkedName(name, field: "topic")
    try perform("topic rename '\(topic.name)'", at: now) { () throws(StoreError) in
      if try topics().contains(where: { $0.name == name && $0.id != topic.id }) {
        throw .exists(what: .topic, name: name)
      }
      _ = try update(
        .topics, key: try key(of: topic.id), set: [("name", .text(name))], at: now)
    }
  }

  /// Removes a topic; its decks stay, without one.
  public func removeTopic(_ topic: Topic, at now: Timestamp) throws(StoreError) {
    try perform("topic rm '\(topic.name)'", at: now) { () throws(StoreError) in
      let key = try key(of: topic.id)
      let decks = try rows("select key from decks where topic_key = $1", [.integer(key)]) {
        $0.integer(0)
      }
      for deck in decks { try update(.decks, key: deck, set: [("topic_key", .null)], at: now) }
      _ = try update(.topics, key: key, set: [("deleted_at_ms", SQLValue(now))], at: now)
    }
  }

  /// Inserts a topic as it is.
  func insertTopic(_ topic: Topic) throws(StoreError) -> Int64 {
    try insert(
      .topics, "id, name, color_hint, updated_at_ms, deleted_at_ms",
      [
        SQLValue(topic.id), .text(topic.name), SQLValue(topic.colorHint),
        SQLValue(topic.updatedAt), SQLValue(topic.deletedAt),
      ])
  }

  func key(of id: TopicID) throws(StoreError) -> Int64 {
    guard let key = try key(.topics, id) else {
      throw .notFound(what: .topic, name: id.description, near: [])
    }
    return key
  }

  /// The key of the row with that id, deleted ones too.
  func key<Entity>(_ entity: SyncEntity, _ id: Identifier<Entity>) throws(StoreError) -> Int64? {
    try row("select key from \(entity.key) where id = $1", [SQLValue(id)]) { $0.integer(0) }
  }

  /// A name without blanks around it.
  /// - Throws: `.invalid` if it is empty, too long or has control characters.
  func checkedName(_ name: String, field: String) throws(StoreError) -> String {
    let name = trimmed(name)
    guard !name.isEmpty else { throw .invalid(field: field, reason: "the name is blank") }
    guard name.unicodeScalars.count <= 255 else {
      throw .invalid(field: field, reason: "the name is longer than 255 characters")
    }
    guard !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { throw .invalid(field: field, reason: "the name has a control character") }
    return name
  }
}

extension SQLiteStatement {
  /// A topic whose columns begin at `first`.
  func topic(at first: Int = 0) -> Topic {
    Topic(
      id: identifier(first) ?? .nothing, name: text(first + 1), colorHint: optionalText(first + 2),
      updatedAt: timestamp(first + 3), deletedAt: optionalTimestamp(first + 4))
  }
}

/// Text without white space at either end.
func trimmed(_ text: String) -> String {
  let scalars = text.unicodeScalars
  guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
    let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
  else { return "" }
  return String(scalars[first...last])
}
