public import FlashModel
internal import FlashSQL

// Decks: finding them.

extension Store {
  static let deckColumns = """
    d.id, t.id, d.title, d.description, d.accent_color, d.default_study_mode, \
    d.last_studied_at_ms, d.options, d.updated_at_ms, d.deleted_at_ms, d.key
    """
  static let deckTables = """
    decks d left join topics t on t.key = d.topic_key and t.deleted_at_ms is null
    """

  /// The decks, by title.
  /// - Parameter deleted: the removed ones instead of the live ones.
  public func decks(deleted: Bool = false) throws(StoreError) -> [Deck] {
    try rows(
      """
      select \(Store.deckColumns) from \(Store.deckTables)
      where (d.deleted_at_ms is not null) = $1 order by d.title, d.id
      """, [.integer(deleted ? 1 : 0)]
    ) { $0.deck() }
  }

  /// The deck of exactly that path, else the one that matches without case.
  /// - Throws: `.notFound` with near names; `.ambiguous` if several match without case.
  public func deck(named name: String, deleted: Bool = false) throws(StoreError) -> Deck {
    let all = try decks(deleted: deleted)
    // Paths are not unique: of several exact matches the smallest id is meant, and that is first.
    if let exact = all.first(where: { $0.title == name }) { return exact }
    let folded = all.filter { $0.title.lowercased() == name.lowercased() }
    if folded.count > 1 { throw .ambiguous(name: name, matches: folded.map(\.title)) }
    guard let deck = folded.first else {
      throw .notFound(
        what: .deck, name: name, near: NearNames.ofTitle(name, among: all.map(\.title)))
    }
    return deck
  }

  /// The live deck of exactly that path; of several the smallest id is meant.
  func deck(titled title: String) throws(StoreError) -> Deck? {
    try row(
      """
      select \(Store.deckColumns) from \(Store.deckTables)
      where d.title = $1 and d.deleted_at_ms is null order by d.id limit 1
      """, [.text(title)]
    ) { $0.deck() }
  }

  /// The decks whose path is `name` or begins with `name::`.
  /// - Throws: `.notFound` with near names, if there is none.
  public func decks(under name: String) throws(StoreError) -> [Deck] {
    let all = try decks()
    let exact = all.filter { $0.title == name || $0.title.hasPrefix(name + "::") }
    if !exact.isEmpty { return exact }
    let wanted = name.lowercased()
    let folded = all.filter {
      $0.title.lowercased() == wanted || $0.title.lowercased().hasPrefix(wanted + "::")
    }
    guard folded.isEmpty else { return folded }
    throw .notFound(what: .deck, name: name, near: NearNames.ofTitle(name, among: all.map(\.title)))
  }

  /// The deck of that id, deleted or not.
  public func deck(id: DeckID) throws(StoreError) -> Deck {
    let found = try row(
      "select \(Store.deckColumns) from \(Store.deckTables) where d.id = $1", [SQLValue(id)]
    ) { $0.deck() }
    guard let found else { throw .notFound(what: .deck, name: id.description, near: []) }
    return found
  }

  /// The keys of decks, for the parentheses of an `in`.
  func keys(of decks: [Deck]) throws(StoreError) -> String {
    var keys: [String] = []
    for deck in decks { keys.append(String(try key(of: deck.id))) }
    return keys.joined(separator: ", ")
  }

  /// How many cards a deck has that are not removed, whether or not the deck is.
  public func cardCount(of id: DeckID) throws(StoreError) -> Int {
    try count(
      """
      select count(*) from cards c join decks d on d.key = c.deck_key
      where d.id = $1 and c.deleted_at_ms is null
      """, [SQLValue(id)])
  }

  func key(of id: DeckID) throws(StoreError) -> Int64 {
    guard let key = try key(.decks, id) else {
      throw .notFound(what: .deck, name: id.description, near: [])
    }
    return key
  }
}

extension SQLiteStatement {
  /// A deck, read from ``Store/deckColumns``.
  func deck() -> Deck {
    Deck(
      id: identifier(0) ?? .nothing, topicID: identifier(1), title: text(2),
      description: optionalText(3), accentColor: text(4),
      mode: StudyMode(rawValue: text(5)) ?? .smart, lastStudiedAt: optionalTimestamp(6),
      options: optionalText(7).map(StudyOptions.init(stored:)) ?? StudyOptions(),
      updatedAt: timestamp(8), deletedAt: optionalTimestamp(9))
  }
}
