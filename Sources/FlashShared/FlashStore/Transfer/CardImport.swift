internal import FlashModel
internal import FlashSQL
internal import FlashScheduler
internal import FlashText

/// An import under way: rows go in one by one, and the store decides what each is.
///
/// A row without an id of its own is known by its deck, its front, and its place among the cards of
/// that deck with an equal front. Rows that equal a stored card in front and back match first,
/// wherever they stand in the file; so those that only look like an update wait, in a temporary
/// table, until the whole file is known. Memory does not grow with the file, but for a bit a card.
public final class CardImport {
  public internal(set) var counts = ImportCounts()
  let store: Store
  let now: Timestamp
  let request: ImportRequest
  /// The numbers of changes that undos made. What an undo took away nobody meant to remove.
  private let undos: [Range<Int64>]
  /// Tags that every card of the file is given, without case.
  let givenTags: Set<String>
  /// What the file says of decks, by their paths.
  let sources: [String: SourceDeck]
  var identity: CardIdentity
  /// The cards that a row of this file has been matched with.
  var claimed = KeySet()
  var positions: [Int64: Int] = [:]
  /// By deck key.
  var schedulers: [Int64: Scheduler] = [:]
  var decks: [String: ImportDeck] = [:]
  /// By deck key, and within it by name without case.
  var subTopics: [Int64: [String: NamedSubTopic]] = [:]
  /// By deck key, of decks that had cards before.
  private var texts: [Int64: DeckTexts] = [:]
  private var waiting: WaitingRows
  /// The keys of cards by the ids that files gave them; read when a row with one is not known by it.
  var keysByID: [[UInt8]: Int64]?
  private let find: SQLiteStatement
  private let findByKey: SQLiteStatement
  let inserts: CardInserts
  /// Entries of other programs' logs that are still to be written.
  var newEntries: EntryInserts
  /// Whether the newest row was new. The next one probably is as well, and then it costs least to
  /// insert it without looking first.
  var expectsNew = true
  /// Nil unless the collection is filled.
  let fill: CardFill?
  /// Told of a row that is refused after ``add(_:)`` has returned, with its place in the file; what
  /// it throws ends the import. Without it no row waits for others.
  public var whenRefused: ((_ line: Int, _ error: StoreError) throws -> Void)?
  /// The number of a change that was not made.
  var spareChange: Int64?

  struct NamedSubTopic {
    let key: Int64
    let id: SubTopicID
  }

  init(
    _ request: ImportRequest, into store: Store, at now: Timestamp, newEntries: EntryInserts
  ) throws {
    self.request = request
    self.store = store
    givenTags = Set(request.givenTags.map { $0.lowercased() })
    sources = Dictionary(
      request.decks.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    self.now = now
    undos = try store.rows(
      """
      select seq, coalesce((select min(b.seq) from actions b where b.seq > a.seq), $1)
      from actions a where is_undo = 1
      """, [.integer(.max)]
    ) { $0.integer(0)..<$0.integer(1) }
    identity = try CardIdentity()
    waiting = try WaitingRows(on: store.connection)
    find = try store.connection.prepare(StoredCard.sql(by: "id"))
    findByKey = try store.connection.prepare(StoredCard.sql(by: "key"))
    inserts = try CardInserts(on: store.connection)
    fill = store.isUnchecked ? try CardFill(on: store.connection) : nil
    self.newEntries = newEntries
  }

  /// Takes in a row.
  /// - Returns: what became of it; nil if that is known only later.
  @discardableResult
  public func add(_ row: ImportRow) throws -> ImportOutcome? {
    let outcome = try settle(row)
    if let outcome { counts.count(outcome) }
    return outcome
  }

  /// Settles the rows that waited for the end of the file.
  /// - Parameter check: called every few rows; what it throws ends the import.
  func finish(check: () throws -> Void) throws {
    try flush()
    var settled = 0
    try waiting.drain { row in
      settled += 1
      if settled.isMultiple(of: 256) { try check() }
      let deck = try self.deck(path: row.deckPath)
      counts.count(
        try settleWaiting(
          ImportRow(
            front: row.front[...], back: row.back[...], deck: deck, subTopics: row.subTopics,
            position: row.position, note: row.note[...], noteOrd: row.noteOrd,
            detail: row.detail)))
    }
    try flush()
    try newEntries.writeRest(into: store)
    for (path, deck) in decks where subTopics[deck.key]?.count ?? 0 > ImportCounts.mostSubTopics {
      counts.crowdedDecks.append(path)
    }
    counts.crowdedDecks.sort()
  }

  private func settle(_ row: ImportRow) throws -> ImportOutcome? {
    if row.deck.isRemoved { return .removedHere }
    // SQLite does not look while a collection is filled.
    guard row.noteOrd ?? 0 >= 0 else { throw SQLError.constraint(reason: "note_ord >= 0") }
    // What is looked for has to be there.
    if !expectsNew || !row.deck.isFresh { try flush() }
    guard row.sourceID.isEmpty else { return try settleIdentified(row) }
    var ordinal = 0
    var hasCandidate = false
    var id = derivedID(row, ordinal: 0)
    if expectsNew, row.deck.isFresh {
      if let fill = filling {
        try put(row, id: id, in: fill)
        return nil
      }
      if try insert(row, id: id) { return .added }
    }
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
    if let outcome = try settleByText(row, &hasCandidate) { return outcome }
    guard hasCandidate else {
      expectsNew = ordinal == 0
      try insert(row, id: id)
      return .added
    }
    switch request.policy {
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

  /// Settles a row whose front and back a card of the deck has, whatever its id derives from: one
  /// that was made here, or was edited or moved here, or whose deck was renamed.
  /// - Parameter hasCandidate: becomes true if only the front is the same.
  private func settleByText(
    _ row: ImportRow, _ hasCandidate: inout Bool
  ) throws -> ImportOutcome? {
    guard !row.deck.isFresh else { return nil }
    var isDuplicate = false
    for candidate in try candidates(for: row) {
      let isClaimed = claimed.contains(candidate.key)
      guard candidate.hasText(of: row), let card = try stored(key: candidate.key),
        card.hasText(of: row)
      else {
        if !isClaimed { hasCandidate = true }
        continue
      }
      if claimed.insert(card.key) { return try settleEqual(card, row) }
      isDuplicate = true
    }
    return isDuplicate ? .duplicate : nil
  }

  /// The cards that were in the row's deck and seem to have its front.
  func candidates(for row: ImportRow) throws -> ArraySlice<DeckTexts.Entry> {
    if let known = texts[row.deck.key] { return known.entries(front: row.front) }
    let read = try DeckTexts(ofDeck: row.deck.key, in: store)
    texts[row.deck.key] = read
    return read.entries(front: row.front)
  }

  private func settleWaiting(_ row: ImportRow) throws -> ImportOutcome {
    var ordinal = 0
    var id = derivedID(row, ordinal: 0)
    while let card = try stored(id) {
      if claimed.insert(card.key) { return try settleDifferent(card, row) }
      ordinal += 1
      id = derivedID(row, ordinal: ordinal)
    }
    for candidate in row.deck.isFresh ? [] : try candidates(for: row) {
      if let card = try stored(key: candidate.key), card.hasFront(of: row),
        claimed.insert(card.key)
      {
        return try settleDifferent(card, row)
      }
    }
    try insert(row, id: id)
    return .added
  }

  /// A row with an id of its own: a card's, or what a card's id derives from.
  private func settleIdentified(_ row: ImportRow) throws -> ImportOutcome? {
    let id =
      row.derived.map { identity.take($0) }
      ?? identity.card(named: row.sourceID, isSourceKey: row.detail?.hasSourceKey ?? false)
    if expectsNew, row.deck.isFresh, try keyOfNamed(row) == nil {
      if let fill = filling {
        try put(row, id: id, in: fill)
        return nil
      }
      if try insert(row, id: id) { return .added }
    }
    try flush()
    var known = try stored(id)
    expectsNew = known == nil
    if known == nil, let key = try keyOfIdentified(row) {
      known = try stored(key: key)
    }
    guard let card = known else {
      try insert(row, id: id)
      return .added
    }
    let isNew = claimed.insert(card.key)
    if card.hasText(of: row) || card.hasNote(of: row) {
      return isNew ? try settleEqual(card, row) : .duplicate
    }
    switch request.policy {
    case .update:
      guard isNew else {
        // Either text would take the other's place, again at every import.
        throw StoreError.invalid(
          field: "id", reason: "a row before it has the same, with another text")
      }
      return try settleDifferent(card, row)
    case .skip: return .duplicate
    case .keep:
      try insert(row, id: store.newIdentifier(at: now))
      return .added
    case .fail: throw StoreError.exists(what: .card, name: id.description)
    }
  }

  private func settleEqual(_ card: StoredCard, _ row: ImportRow) throws -> ImportOutcome {
    var following = Following()
    let (followed, editedHash) = (Followed(card), card.editedHash)
    if card.removal != nil {
      guard !staysRemoved(card.removal) else { return .removedHere }
      try store.update(.cards, key: card.key, set: [("deleted_at_ms", .null)], at: now)
      following.isChanged = true
    }
    if let editedHash {
      // The edit made here has reached the source, so what is edited there from now on counts.
      try note([("import_hash", .integer(editedHash))], ofCard: followed.key)
    }
    try follow(followed, row, &following)
    return following.outcome
  }

  private func settleDifferent(_ card: StoredCard, _ row: ImportRow) throws -> ImportOutcome {
    if staysRemoved(card.removal) { return .removedHere }
    var following = Following()
    let followed = Followed(card)
    if card.followsItsSource {
      try store.update(
        .cards, key: card.key,
        set: [
          ("front_text", .text(String(decoding: row.front, as: UTF8.self))),
          ("back_text", .text(String(decoding: row.back, as: UTF8.self))),
          ("import_hash", .integer(row.textHash)), ("deleted_at_ms", .null),
        ] + noteAssignments(row), at: now)
      following.isChanged = true
    } else {
      following.isConflicting = true
    }
    try follow(followed, row, &following)
    return following.outcome
  }

  /// Whether what that change removed is to stay so; false for what is live.
  func staysRemoved(_ removal: Int64?) -> Bool {
    guard let removal else { return false }
    return !request.restoresRemoved && !wasUndone(removal)
  }

  /// Whether that change was made by an undo.
  func wasUndone(_ change: Int64) -> Bool { undos.contains { $0.contains(change) } }
}

// MARK: - Reading and writing rows

extension CardImport {
  private func derivedID(_ row: ImportRow, ordinal: Int) -> CardID {
    if ordinal == 0, let derived = row.derived { return identity.take(derived) }
    return identity.card(deckPath: row.deck.path, front: row.front, ordinal: ordinal)
  }

  private func stored(_ id: CardID) throws -> StoredCard? {
    find.reset()
    find.bind(id, at: 1)
    return try find.step() ? StoredCard(find) : nil
  }

  func stored(key: Int64) throws -> StoredCard? {
    findByKey.reset()
    findByKey.bind(key, at: 1)
    return try findByKey.step() ? StoredCard(findByKey) : nil
  }

  func nextPosition(in deck: ImportDeck) throws -> Int {
    if let position = positions[deck.key] { return position }
    return try store.nextPosition(deckKey: deck.key)
  }

  func takePosition(in deck: ImportDeck) throws -> Int {
    let position = try nextPosition(in: deck)
    positions[deck.key] = position + 1
    return position
  }
}
