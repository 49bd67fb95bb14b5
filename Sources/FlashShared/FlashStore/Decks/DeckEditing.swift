public import FlashModel
internal import FlashSQL

/// What is to change of a deck besides its study options; nil leaves a part as it is.
public struct DeckEdit: Sendable {
  public var title: String?
  /// An empty text removes the description.
  public var description: String?
  public var accentColor: String?
  public var mode: StudyMode?
  /// The name of a topic, made if there is none; an empty text takes the deck out of its topic.
  public var topic: String?

  public init() {}
}

extension Store {
  /// Makes a deck. A path of several parts puts it into the topic of its first part, unless one is
  /// named.
  /// - Throws: `.invalid`, `.exists`.
  @discardableResult
  public func addDeck(
    titled title: String, _ edit: DeckEdit = DeckEdit(), at now: Timestamp
  ) throws(StoreError) -> Deck {
    let title = try checkedPath(title)
    return try perform("deck add '\(title)'", at: now) { () throws(StoreError) in
      try makeNewDeck(titled: title, edit, at: now)
    }
  }

  /// Makes a deck of a path that no live deck has, inside an action that is already under way.
  /// - Throws: `.invalid`, `.exists`.
  func makeNewDeck(
    titled title: String, _ edit: DeckEdit = DeckEdit(), at now: Timestamp
  ) throws(StoreError) -> Deck {
    let title = try checkedPath(title)
    guard try deck(titled: title) == nil else { throw .exists(what: .deck, name: title) }
    return try makeDeck(titled: title, edit, at: now)
  }

  /// Makes a deck, inside an action that is already under way.
  func makeDeck(
    id: DeckID? = nil, titled title: String, _ edit: DeckEdit = DeckEdit(), at now: Timestamp
  ) throws(StoreError) -> Deck {
    var deck = Deck(id: id ?? newIdentifier(at: now), title: title, updatedAt: now)
    deck.accentColor = edit.accentColor ?? deck.accentColor
    deck.mode = edit.mode ?? deck.mode
    deck.description = edit.description.flatMap { $0.isEmpty ? nil : $0 }
    if let name = edit.topic ?? topicName(ofPath: title) {
      deck.topicID = try topicForDeck(named: name, at: now)
    }
    _ = try insertDeck(deck)
    return deck
  }

  /// Changes a deck.
  /// - Throws: `.notFound`, `.invalid`, `.exists`.
  public func editDeck(
    _ id: DeckID, _ edit: DeckEdit, at now: Timestamp
  ) throws(StoreError) -> Deck {
    var title: String?
    if let wanted = edit.title { title = try checkedPath(wanted) }
    let old = try deck(id: id)
    let label = title.map { "deck rename '\(old.title)' '\($0)'" } ?? "deck edit '\(old.title)'"
    try perform(label, at: now) { () throws(StoreError) in
      var changes: [Assignment] = []
      if let title {
        if try decks().contains(where: { $0.title == title && $0.id != id }) {
          throw .exists(what: .deck, name: title)
        }
        changes.append(("title", .text(title)))
      }
      if let text = edit.description {
        changes.append(("description", text.isEmpty ? .null : .text(text)))
      }
      if let color = edit.accentColor { changes.append(("accent_color", .text(color))) }
      if let mode = edit.mode { changes.append(("default_study_mode", .text(mode.rawValue))) }
      var topic = edit.topic
      if topic == nil, let title { topic = try followingTopic(of: old, to: title) }
      if let name = topic {
        changes.append(("topic_key", try topicKey(try topicForDeck(named: name, at: now))))
      }
      _ = try update(.decks, key: try key(of: id), set: changes, at: now)
    }
    return try deck(id: id)
  }

  /// Removes a deck. Its cards go out of sight with it, and come back when it is restored.
  public func removeDeck(_ deck: Deck, at now: Timestamp) throws(StoreError) {
    try perform("deck rm '\(deck.title)'", at: now) { () throws(StoreError) in
      _ = try update(
        .decks, key: try key(of: deck.id), set: [("deleted_at_ms", SQLValue(now))], at: now)
    }
  }

  /// Brings a removed deck back.
  /// - Throws: `.exists` if a live deck has its path.
  public func restoreDeck(_ deck: Deck, at now: Timestamp) throws(StoreError) {
    try perform("deck restore '\(deck.title)'", at: now) { () throws(StoreError) in
      if try decks().contains(where: { $0.title == deck.title }) {
        throw .exists(what: .deck, name: deck.title)
      }
      _ = try update(
        .decks, key: try key(of: deck.id), set: [("deleted_at_ms", .null)], at: now)
    }
  }

  /// Inserts a deck as it is.
  func insertDeck(_ deck: Deck) throws(StoreError) -> Int64 {
    try insert(
      .decks,
      """
      id, topic_key, title, description, accent_color, default_study_mode, last_studied_at_ms, \
      options, updated_at_ms, deleted_at_ms
      """,
      [
        SQLValue(deck.id), try topicKey(deck.topicID), .text(deck.title),
        SQLValue(deck.description), .text(deck.accentColor), .text(deck.mode.rawValue),
        SQLValue(deck.lastStudiedAt), SQLValue(deck.options.stored), SQLValue(deck.updatedAt),
        SQLValue(deck.deletedAt),
      ])
  }

  /// The id of the live topic of that name, made if need be; nil for an empty name.
  private func topicForDeck(named name: String, at now: Timestamp) throws(StoreError) -> TopicID? {
    guard !name.isEmpty else { return nil }
    let name = try checkedName(name, field: "topic")
    if let topic = try topics().first(where: { $0.name == name }) { return topic.id }
    let topic = Topic(id: try topicID(named: name), name: name, updatedAt: now)
    if let key = try key(.topics, topic.id) {
      try update(
        .topics, key: key, set: [("deleted_at_ms", .null), ("name", .text(name))], at: now)
    } else {
      _ = try insertTopic(topic)
    }
    return topic.id
  }

  /// The topic that a path puts a deck into; nil if it has one part only.
  private func topicName(ofPath title: String) -> String? {
    let parts = title.components(separatedBy: "::")
    return parts.count > 1 ? parts.first : nil
  }

  /// The topic that a deck goes to with a new path, empty for none; nil if it stays, because its
  /// topic was chosen and did not come from the old path.
  private func followingTopic(of deck: Deck, to title: String) throws(StoreError) -> String? {
    let topic = try topics().first { $0.id == deck.topicID }?.name
    return topic == topicName(ofPath: deck.title) ? topicName(ofPath: title) ?? "" : nil
  }

  private func topicKey(_ id: TopicID?) throws(StoreError) -> SQLValue {
    guard let id else { return .null }
    return .integer(try key(of: id))
  }

  /// A deck path whose parts are trimmed.
  /// - Throws: `.invalid`.
  func checkedPath(_ title: String) throws(StoreError) -> String {
    let title = try checkedName(title, field: "deck")
    let parts = title.components(separatedBy: "::").map(trimmed)
    guard !parts.contains("") else {
      throw .invalid(field: "deck", reason: "a part of the path '\(title)' is blank")
    }
    return parts.joined(separator: "::")
  }
}

extension String {
  /// The parts between occurrences of `separator`, empty ones included.
  func components(separatedBy separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
