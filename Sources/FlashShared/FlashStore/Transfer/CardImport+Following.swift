internal import FlashModel
internal import FlashSQL
internal import FlashText

// Cards that follow their source: what changed there since an import last wrote it is taken over,
// unless it was changed here as well.

extension CardImport {
  /// What became of a card that a row was held against.
  struct Following {
    var isChanged = false
    /// Something was changed both here and in the source, and stays as it is here.
    var isConflicting = false

    var outcome: ImportOutcome {
      isConflicting ? .conflicting : isChanged ? .updated : .unchanged
    }
  }

  /// What is looked at of a stored card, for as long as its row in the database is read no more.
  struct Followed {
    let key: Int64
    let id: CardID
    /// The deck that it is in now.
    var deckKey: Int64
    let importDeckKey: Int64?
    let marks: CardMarks
    let importMarks: CardMarks?
    let hint: [UInt8]
    /// Of the hint as a file last told it; nil if none did.
    let importHint: Int64?

    init(_ card: StoredCard) {
      key = card.key
      id = card.id
      deckKey = card.deckKey
      importDeckKey = card.importDeckKey
      marks = card.marks
      importMarks = card.importMarks
      hint = card.hint
      importHint = card.importHint
    }
  }

  /// Has a card follow a row in everything but its text.
  func follow(_ card: Followed, _ row: ImportRow, _ following: inout Following) throws {
    var card = card
    try followDeck(&card, row, &following)
    try followMarks(card, row, &following)
    try followHint(card, row, &following)
    if try followTags(card, row) { following.isChanged = true }
    if try schedule(row, key: card.key, card.id) { following.isChanged = true }
  }

  /// Moves a card to the deck the file has it in now, unless it was moved here.
  private func followDeck(
    _ card: inout Followed, _ row: ImportRow, _ following: inout Following
  ) throws {
    guard !row.sourceID.isEmpty, let last = card.importDeckKey, row.deck.key != last else { return }
    let target = SQLValue.integer(row.deck.key)
    guard row.deck.key != card.deckKey else {
      // It was moved there as well.
      return try note([("import_deck_key", target)], ofCard: card.key)
    }
    guard card.deckKey == last else {
      following.isConflicting = true
      return
    }
    let position = try takePosition(in: row.deck)
    try store.update(
      .cards, key: card.key,
      set: [
        ("deck_key", target), ("import_deck_key", target),
        ("position", .integer(Int64(position))),
      ], at: now)
    try relink(card, to: row.deck)
    card.deckKey = row.deck.key
    following.isChanged = true
  }

  /// Flag and suspension, as far as the file tells them.
  private func followMarks(
    _ card: Followed, _ row: ImportRow, _ following: inout Following
  ) throws {
    guard tellsMarks else { return }
    let theirs = marks(of: row, else: card.importMarks ?? card.marks)
    // What an earlier version brought is not known: from now on it is.
    guard let last = card.importMarks else {
      return try note([("import_marks", .integer(theirs.stored))], ofCard: card.key)
    }
    guard theirs != last else { return }
    var mine = card.marks
    if theirs.flag != last.flag {
      if mine.flag == last.flag {
        mine.flag = theirs.flag
      } else if mine.flag != theirs.flag {
        following.isConflicting = true
      }
    }
    // Of two values, one that differs from the last on both sides is the same.
    if theirs.isSuspended != last.isSuspended { mine.isSuspended = theirs.isSuspended }
    guard mine != card.marks else {
      if mine == theirs { try note([("import_marks", .integer(theirs.stored))], ofCard: card.key) }
      return
    }
    try store.update(
      .cards, key: card.key,
      set: [
        ("flag", .integer(Int64(mine.flag))), ("suspended", .integer(mine.isSuspended ? 1 : 0)),
        ("import_marks", .integer(theirs.stored)),
      ], at: now)
    following.isChanged = true
  }

  var tellsMarks: Bool { !request.telling.isDisjoint(with: [.flags, .suspension]) }

  /// The marks that a row gives, with what the file does not tell taken from others.
  func marks(of row: ImportRow, else known: CardMarks) -> CardMarks {
    var marks = known
    if request.telling.contains(.flags) { marks.flag = min(max(row.detail?.flag ?? 0, 0), 7) }
    if request.telling.contains(.suspension) {
      marks.isSuspended = row.detail?.isSuspended ?? false
    }
    return marks
  }

  /// Notes what the source says, where that changes nothing here.
  func note(_ columns: [Assignment], ofCard key: Int64) throws {
    for (column, value) in columns {
      try storing { () throws(SQLError) in
        let statement = try store.connection.statement(
          "update cards set \(column) = $1 where key = $2")
        statement.bind(value, at: 1)
        statement.bind(key, at: 2)
        try statement.run()
      }
    }
  }
}

/// A card's flag, and whether it is suspended.
struct CardMarks: Hashable {
  /// 0 to 7.
  var flag = 0
  var isSuspended = false

  init(flag: Int, isSuspended: Bool) {
    self.flag = flag
    self.isSuspended = isSuspended
  }

  /// - Parameter stored: the flag, and 8 if suspended.
  init(stored: Int64) {
    flag = Int(stored & 7)
    isSuspended = stored & 8 != 0
  }

  var stored: Int64 { Int64(flag & 7) | (isSuspended ? 8 : 0) }
}
