internal import FlashModel
internal import FlashSQL

/// An import under way: rows go in one by one, and the store decides what each is.
///
/// A row without an id of its own is known by its deck, its front, and its place among the cards of
/// that deck with an equal front. Rows that equal a stored card in front and back match first,
/// wherever they stand in the file; so those that only look like an update wait, in a temporary
/// table, until the whole file is known. Memory does not grow with the file, but for a bit a card.
public final class CardImport {
  public private(set) var counts = ImportCounts()
  let store: Store
  let now: Timestamp
  private let policy: DuplicatePolicy
  private let restoringRemoved: Bool
  var identity: CardIdentity
  /// The cards that a row of this file has been matched with.
  private var claimed = KeySet()
  private var positions: [Int64: Int] = [:]
  private var decks: [String: ImportDeck] = [:]
  /// By deck key, and within it by name without case.
  private var subTopics: [Int64: [String: NamedSubTopic]] = [:]
  private var waiting: WaitingRows
  private let find: SQLiteStatement
  private let insert: SQLiteStatement
  /// Whether the newest row was new. The next one probably is as well, and then it costs least to
  /// insert it without looking first.
  private var expectsNew = true
  /// The number of a change that was not made.
  private var spareChange: Int64?

  private struct NamedSubTopic {
    let key: Int64
    let id: SubTopicID
  }

  init(
    into store: Store, policy: DuplicatePolicy, restoringRemoved: Bool, at now: Timestamp
  ) throws {
    self.store = store
    self.policy = policy
    self.restoringRemoved = restoringRemoved
    self.now = now
    identity = try CardIdentity()
    waiting = try WaitingRows(on: store.connection)
    find = try store.connection.prepare(StoredCard.sql)
    insert = try store.connection.prepare(
      """
      insert into cards (
        id, deck_key, position, state, reps, lapses, suspended, flag, content_ms, sched_ms,
        change_seq, import_hash, import_deck_key, source_key, front_text, back_text)
      values ($1, $2, $3, 0, 0, 0, 0, 0, $4, $4, $5, $6, $2, $7, $8, $9)
      on conflict (id) do nothing
      """)
  }

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

  /// Takes in a row.
  /// - Returns: what became of it; nil if that is known only at the end of the file.
  @discardableResult
  public func add(_ row: ImportRow) throws -> ImportOutcome? {
    let outcome = try settle(row)
    if let outcome { counts.count(outcome) }
    return outcome
  }

  /// Settles the rows that waited for the end of the file.
  func finish() throws {
    try waiting.drain { row in
      let deck = try self.deck(path: row.deckPath)
      counts.count(
        try settleWaiting(
          ImportRow(
            front: row.front[...], back: row.back[...], deck: deck, subTopics: row.subTopics,
            position: row.position, note: row.note[...], noteOrd: row.noteOrd)))
    }
  }

  private func settle(_ row: ImportRow) throws -> ImportOutcome? {
    if row.deck.isRemoved, !restoringRemoved { return .removedHere }
    guard row.sourceID.isEmpty else { return try settleIdentified(row) }
    var ordinal = 0
    var hasCandidate = false
    var id = derivedID(row, ordinal: 0)
    if expectsNew, try insert(row, id: id) { return .added }
    expectsNew = false
    while let card = try stored(id) {
      if card.hasText(of: row) {
        guard claimed.insert(card.key) else { return .duplicate }
        return try settleEqual(card, row)
      }
      if !claimed.contains(card.key) { hasCandidate = true }
      ordinal += 1
      id = derivedID(row, ordinal: ordinal)
    }
    guard hasCandidate else {
      expectsNew = ordinal == 0
      try insert(row, id: id)
      return .added
    }
    switch policy {
    case .update:
      try waiting.add(row)
      return nil
    case .skip: return .duplicate
    case .keep:
      try insert(row, id: id)
      return .added
    case .fail:
      throw StoreError.exists(what: .card, name: String(decoding: row.front, as: UTF8.self))
    }
  }

  private func settleWaiting(_ row: ImportRow) throws -> ImportOutcome {
    var ordinal = 0
    var id = derivedID(row, ordinal: 0)
    while let card = try stored(id) {
      if claimed.insert(card.key) { return try settleDifferent(card, row) }
      ordinal += 1
      id = derivedID(row, ordinal: ordinal)
    }
    try insert(row, id: id)
    return .added
  }

  /// A row with an id of its own: a card's, or what a card's id derives from.
  private func settleIdentified(_ row: ImportRow) throws -> ImportOutcome {
    let id = identity.card(named: row.sourceID)
    guard let card = try stored(id) else {
      try insert(row, id: id)
      return .added
    }
    let isNew = claimed.insert(card.key)
    if card.hasText(of: row) { return isNew ? try settleEqual(card, row) : .duplicate }
    switch policy {
    case .update: return try settleDifferent(card, row)
    case .skip: return .duplicate
    case .keep:
      try insert(row, id: store.newIdentifier(at: now))
      return .added
    case .fail: throw StoreError.exists(what: .card, name: id.description)
    }
  }

  private func settleEqual(_ card: StoredCard, _ row: ImportRow) throws -> ImportOutcome {
    if card.isDeleted {
      guard restoringRemoved else { return .removedHere }
      try store.update(.cards, key: card.key, set: [("deleted_at_ms", .null)], at: now)
      return .updated
    }
    let isMoved = try follow(card, row)
    let isTagged = try tag(card.key, card.id, row, in: card.deckKey)
    return isMoved || isTagged ? .updated : .unchanged
  }

  private func settleDifferent(_ card: StoredCard, _ row: ImportRow) throws -> ImportOutcome {
    if card.isDeleted, !restoringRemoved { return .removedHere }
    guard card.followsItsSource else { return .conflicting }
    let hash = ContentHash(front: row.front, back: row.back).value
    try store.update(
      .cards, key: card.key,
      set: [
        ("front_text", .text(String(decoding: row.front, as: UTF8.self))),
        ("back_text", .text(String(decoding: row.back, as: UTF8.self))),
        ("import_hash", .integer(hash)), ("deleted_at_ms", .null),
      ] + noteAssignments(row), at: now)
    _ = try follow(card, row)
    _ = try tag(card.key, card.id, row, in: card.deckKey)
    return .updated
  }

  /// Moves a card to the deck the file has it in now, unless it was moved here.
  private func follow(_ card: StoredCard, _ row: ImportRow) throws -> Bool {
    guard !row.sourceID.isEmpty, row.deck.key != card.deckKey, card.deckKey == card.importDeckKey
    else { return false }
    let position = try takePosition(in: row.deck)
    return try store.update(
      .cards, key: card.key,
      set: [
        ("deck_key", .integer(row.deck.key)), ("import_deck_key", .integer(row.deck.key)),
        ("position", .integer(Int64(position))),
      ], at: now)
  }
}

// MARK: - Reading and writing rows

extension CardImport {
  private func derivedID(_ row: ImportRow, ordinal: Int) -> CardID {
    identity.card(deckPath: row.deck.path, front: row.front, ordinal: ordinal)
  }

  private func stored(_ id: CardID) throws -> StoredCard? {
    find.reset()
    find.bind(id, at: 1)
    guard try find.step() else { return nil }
    return StoredCard(find, id: id)
  }

  /// Makes a card of a row, whose source key was made last.
  /// - Returns: false if there is a card with that id; then nothing has changed.
  @discardableResult
  private func insert(_ row: ImportRow, id: CardID) throws -> Bool {
    guard row.sourceID.count <= 500 else {
      throw StoreError.invalid(field: "id", reason: "longer than 500 bytes")
    }
    let position = try row.position ?? nextPosition(in: row.deck)
    let change = try spareChange ?? store.nextChange()
    insert.bind(id, at: 1)
    insert.bind(row.deck.key, at: 2)
    insert.bind(Int64(position), at: 3)
    insert.bind(now, at: 4)
    insert.bind(change, at: 5)
    insert.bind(ContentHash(front: row.front, back: row.back).value, at: 6)
    try insert.run(utf8: [identity.sourceKey[...], row.front, row.back], from: 7)
    guard store.connection.changedRows == 1 else {
      spareChange = change
      return false
    }
    spareChange = nil
    if row.position == nil { positions[row.deck.key] = position + 1 }
    let key = store.connection.lastInsertedKey
    claimed.insert(key)
    if row.noteOrd != nil { try setNote(row, key: key) }
    try store.journalInsert(.cards, key: key)
    _ = try tag(key, id, row, in: row.deck.key)
    return true
  }

  private func nextPosition(in deck: ImportDeck) throws -> Int {
    if let position = positions[deck.key] { return position }
    return try store.nextPosition(deckKey: deck.key)
  }

  private func takePosition(in deck: ImportDeck) throws -> Int {
    let position = try nextPosition(in: deck)
    positions[deck.key] = position + 1
    return position
  }

  /// Gives a card the row's sub-topics, but none that was taken from it here.
  private func tag(
    _ cardKey: Int64, _ card: CardID, _ row: ImportRow, in deckKey: Int64
  ) throws -> Bool {
    guard !row.subTopics.isEmpty, deckKey == row.deck.key else { return false }
    var isChanged = false
    for name in row.subTopics {
      let subTopic = try subTopic(named: name, in: row.deck)
      let id = identity.link(card, to: subTopic.id)
      guard try store.key(.cardSubTopics, id) == nil else { continue }
      _ = try store.insertLink(
        CardSubTopic(id: id, cardID: card, subTopicID: subTopic.id, updatedAt: now),
        cardKey: cardKey, subTopicKey: subTopic.key)
      isChanged = true
    }
    return isChanged
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
    let key = try store.makeSubTopic(
      named: try store.checkedName(name, field: "sub-topic"), deckKey: deck.key, deck.id, at: now)
    let made = NamedSubTopic(key: key, id: try store.subTopicID(in: deck.id, named: name))
    subTopics[deck.key]?[folded] = made
    return made
  }

  private func findOrMakeDeck(path: String) throws -> ImportDeck {
    func slot(_ deck: Deck) throws -> ImportDeck {
      ImportDeck(
        key: try store.key(of: deck.id), id: deck.id, path: Array(path.utf8),
        isRemoved: deck.deletedAt != nil)
    }
    let title = try store.checkedPath(path)
    if let deck = try store.deck(titled: title) { return try slot(deck) }
    let id = try store.deckID(path: title)
    if try store.key(.decks, id) != nil {
      let deck = try store.deck(id: id)
      if deck.deletedAt != nil, restoringRemoved {
        try store.update(
          .decks, key: try store.key(of: id), set: [("deleted_at_ms", .null)], at: now)
        return try slot(try store.deck(id: id))
      }
      return try slot(deck)
    }
    counts.decks += 1
    return try slot(try store.makeDeck(id: id, titled: title, at: now))
  }
}
