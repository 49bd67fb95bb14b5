public import FlashModel
internal import FlashSQL

extension Store {
  /// Makes cards behind the last one of a deck.
  /// - Parameter label: what undo calls it.
  /// - Throws: `.invalid`; then none is made.
  @discardableResult
  public func addCards(
    _ drafts: [NewCard], to deck: Deck, label: String = "card add", at now: Timestamp
  ) throws(StoreError) -> [CardID] {
    try addCards([DeckAddition(to: .existing(deck.id), drafts)], label: label, at: now)
      .flatMap { $0 }
  }

  /// Makes cards in several decks, and those decks that are new, as one action.
  /// - Parameter label: what undo calls it.
  /// - Returns: the ids of each addition's cards.
  /// - Throws: `.invalid`, `.exists`; then none is made.
  public func addCards(
    _ additions: [DeckAddition], label: String = "card add", at now: Timestamp
  ) throws(StoreError) -> [[CardID]] {
    for draft in additions.lazy.flatMap(\.cards) {
      try check(front: draft.front, back: draft.back, kind: draft.kind)
      try check(flag: draft.flag)
      for name in draft.subTopics { _ = try checkedName(name, field: "tag") }
    }
    return try perform(label, at: now) { () throws(StoreError) in
      var ids: [[CardID]] = []
      for addition in additions {
        let deck: DeckID
        switch addition.target {
        case .existing(let id): deck = id
        case .new(let title): deck = try makeNewDeck(titled: title, at: now).id
        }
        ids.append(try insertCards(addition.cards, into: deck, at: now))
      }
      return ids
    }
  }

  private func insertCards(
    _ drafts: [NewCard], into deck: DeckID, at now: Timestamp
  ) throws(StoreError) -> [CardID] {
    let deckKey = try key(of: deck)
    var position = try nextPosition(deckKey: deckKey)
    var ids: [CardID] = []
    for draft in drafts {
      let card = Card(
        id: newIdentifier(at: now), deckID: deck, front: draft.front, back: draft.back,
        position: position, kind: draft.kind, hint: draft.hint, isSuspended: draft.isSuspended,
        flag: draft.flag, noteID: draft.noteID, noteOrd: draft.noteOrd, noteText: draft.noteText,
        contentUpdatedAt: now, schedulingUpdatedAt: now)
      let key = try insertCard(card, deckKey: deckKey)
      for name in draft.subTopics {
        try link(cardKey: key, card.id, to: trimmed(name), deckKey: deckKey, deck, at: now)
      }
      ids.append(card.id)
      position += 1
    }
    return ids
  }

  /// Makes a note's id, for siblings that are added together.
  public func newNoteID(at now: Timestamp) -> NoteID { newIdentifier(at: now) }

  /// Changes the content of cards, the schedule never.
  /// - Returns: how many changed.
  /// - Throws: `.notFound`, `.invalid`; then none is changed.
  @discardableResult
  public func editCards(
    _ ids: [CardID], _ edit: CardEdit, label: String = "card edit", at now: Timestamp
  ) throws(StoreError) -> Int {
    try check(flag: edit.flag)
    var changes: [Assignment] = []
    if let front = edit.front { changes.append(("front_text", .text(front))) }
    if let back = edit.back { changes.append(("back_text", .text(back))) }
    if let hint = edit.hint { changes.append(("hint", hint.isEmpty ? .null : .text(hint))) }
    if let kind = edit.kind { changes.append(("kind", SQLValue(kind.stored))) }
    if let flag = edit.flag { changes.append(("flag", .integer(Int64(flag)))) }
    if let isSuspended = edit.isSuspended {
      changes.append(("suspended", .integer(isSuspended ? 1 : 0)))
    }
    if let buriedUntil = edit.buriedUntil {
      changes.append(("buried_until_ms", SQLValue(buriedUntil)))
    }
    if let noteText = edit.noteText { changes.append(("note_text", .text(noteText))) }
    return try perform(label, at: now) { () throws(StoreError) in
      var count = 0
      for id in ids {
        let key = try liveKey(of: id)
        if edit.front != nil || edit.back != nil {
          let current = try kind(ofCard: key)
          let kind = edit.kind ?? current
          try check(front: edit.front, back: edit.back, kind: kind)
        }
        if try update(.cards, key: key, set: changes, at: now) { count += 1 }
      }
      return count
    }
  }

  /// Removes cards. They leave every list and queue; their reviews stay in the log.
  /// - Returns: how many were removed.
  @discardableResult
  public func removeCards(
    _ ids: [CardID], label: String = "card rm", at now: Timestamp
  ) throws(StoreError) -> Int {
    try perform(label, at: now) { () throws(StoreError) in
      var count = 0
      for id in ids {
        let key = try liveKey(of: id)
        if try update(.cards, key: key, set: [("deleted_at_ms", SQLValue(now))], at: now) {
          count += 1
        }
      }
      return count
    }
  }

  /// Brings removed cards back.
  /// - Returns: how many came back.
  @discardableResult
  public func restoreCards(_ ids: [CardID], at now: Timestamp) throws(StoreError) -> Int {
    try perform("card restore", at: now) { () throws(StoreError) in
      var count = 0
      for id in ids {
        if try update(.cards, key: try key(of: id), set: [("deleted_at_ms", .null)], at: now) {
          count += 1
        }
      }
      return count
    }
  }

  /// Inserts a card as it is.
  func insertCard(_ card: Card, deckKey: Int64) throws(StoreError) -> Int64 {
    let change = try nextChange()
    let key = try storing { () throws(SQLError) in
      let statement = try connection.statement(Store.insertCardSQL)
      statement.bind(card, deckKey: deckKey, change: change)
      try statement.run()
      return connection.lastInsertedKey
    }
    try journalInsert(.cards, key: key)
    return key
  }

  static let insertCardSQL = """
    insert into cards (
      id, deck_key, position, state, step, stability, difficulty, due_at_ms, last_reviewed_at_ms,
      last_scheduled_at_ms, reps, lapses, suspended, buried_until_ms, flag, kind, note_id, note_ord,
      content_ms, sched_ms, deleted_at_ms, change_seq, source_key, front_text, back_text, hint,
      front_image_asset_id, back_image_asset_id, note_text, added_ms)
    values (
      $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
      $21, $22, $23, $24, $25, $26, $27, $28, $29, $30)
    """

  /// One behind the highest position of a deck, removed cards included.
  func nextPosition(deckKey: Int64) throws(StoreError) -> Int {
    try count(
      "select coalesce(max(position) + 1, 0) from cards where deck_key = $1", [.integer(deckKey)])
  }

  /// The key of a card that is neither removed nor in a removed deck.
  func liveKey(of id: CardID) throws(StoreError) -> Int64 {
    let key = try row(
      """
      select c.key from cards c join decks d on d.key = c.deck_key
      where c.id = $1 and c.deleted_at_ms is null and d.deleted_at_ms is null
      """, [SQLValue(id)]
    ) { $0.integer(0) }
    guard let key else { throw .notFound(what: .card, name: id.description, near: []) }
    return key
  }

  private func kind(ofCard key: Int64) throws(StoreError) -> CardKind {
    let stored = try row("select kind from cards where key = $1", [.integer(key)]) {
      $0.optionalText(0)
    }
    return (stored ?? nil).flatMap(CardKind.init) ?? .basic
  }
}

extension CardKind {
  /// Null stands for basic, as on the wire.
  var stored: String? { self == .basic ? nil : rawValue }
}

extension SQLiteStatement {
  /// Binds the parameters of ``Store/insertCardSQL``.
  func bind(_ card: Card, deckKey: Int64, change: Int64) {
    bind(card.id, at: 1)
    bind(deckKey, at: 2)
    bind(Int64(card.position), at: 3)
    bind(card.scheduling, at: 4)
    bind(Int64(card.isSuspended ? 1 : 0), at: 13)
    bind(card.buriedUntil, at: 14)
    bind(Int64(card.flag), at: 15)
    bind(card.kind.stored, at: 16)
    bind(card.noteID, at: 17)
    bind(card.noteOrd, at: 18)
    bind(card.contentUpdatedAt, at: 19)
    bind(card.schedulingUpdatedAt, at: 20)
    bind(card.deletedAt, at: 21)
    bind(change, at: 22)
    bind(card.sourceKey, at: 23)
    bind(card.front, at: 24)
    bind(card.back, at: 25)
    bind(card.hint, at: 26)
    bind(card.frontImageAssetID, at: 27)
    bind(card.backImageAssetID, at: 28)
    bind(card.noteText, at: 29)
    // An id that derives from its source does not tell; then its clocks do, as far as they can.
    bind(card.id.madeAt ?? min(card.contentUpdatedAt, card.schedulingUpdatedAt), at: 30)
  }

  /// Binds nine parameters in the order of ``scheduling(at:)``.
  func bind(_ scheduling: Scheduling, at first: Int) {
    bind(Int64(scheduling.state.rawValue), at: first)
    bind(scheduling.step, at: first + 1)
    bind(scheduling.memory?.stability, at: first + 2)
    bind(scheduling.memory?.difficulty, at: first + 3)
    bind(scheduling.due, at: first + 4)
    bind(scheduling.lastReviewed, at: first + 5)
    bind(scheduling.lastScheduled, at: first + 6)
    bind(Int64(scheduling.reps), at: first + 7)
    bind(Int64(scheduling.lapses), at: first + 8)
  }
}
