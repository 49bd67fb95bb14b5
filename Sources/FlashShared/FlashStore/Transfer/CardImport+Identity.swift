internal import FlashModel
internal import FlashSQL

// Cards that a file names, where the name is not what their own id derives from.

extension CardImport {
  /// The card that a row with an id means, though its own id is another: one that the id names, a
  /// sibling of that number of the row's note, a card that took the id over before, or one of the
  /// row's deck that has no id from a file and the row's text. The last takes the id over.
  func keyOfIdentified(_ row: ImportRow) throws -> Int64? {
    if let key = try keyOfNamed(row) { return key }
    // A deck that had no cards has none of the others.
    guard !row.deck.isFresh else { return nil }
    if row.noteOrd != nil, let key = try siblingKey(row, of: noteID(of: row)) { return key }
    let sourceKey = identity.sourceKey
    if keysByID == nil { keysByID = try readKeysByID() }
    identity.sourceKey = sourceKey
    if let key = keysByID?[sourceKey] { return key }
    for candidate in try candidates(for: row) where !claimed.contains(candidate.key) {
      guard candidate.hasText(of: row), let card = try stored(key: candidate.key),
        card.hasText(of: row), card.removal == nil, try takesIDs(card.key)
      else { continue }
      try store.update(
        .cards, key: candidate.key,
        set: [("source_key", .text(String(decoding: sourceKey, as: UTF8.self)))], at: now)
      keysByID?[sourceKey] = candidate.key
      return candidate.key
    }
    return nil
  }

  /// The card whose id, or whose note's id, a row gives. In a key of Anki, `anki:GUID:0`, or of
  /// Mnemosyne, `mnemosyne:ID`, what it names is that id if the card or note was made here and written
  /// for that program.
  func keyOfNamed(_ row: ImportRow) throws -> Int64? {
    let mark = row.detail?.hasSourceKey == true ? CardImport.mark(of: row.sourceID) : []
    if let name = row.detail?.noteKey, row.noteOrd != nil, name.starts(with: mark) {
      let id = name.dropFirst(mark.count)
      if let note = NoteID(utf8: id.span), let key = try siblingKey(row, of: note) { return key }
    }
    guard !mark.isEmpty else { return nil }
    var name = row.sourceID.dropFirst(mark.count)
    if mark == CardImport.ankiMark {
      guard name.suffix(2).elementsEqual(":0".utf8) else { return nil }
      name = name.dropLast(2)
    }
    guard let id = CardID(utf8: name.span) else { return nil }
    try flush()
    return try store.key(.cards, id)
  }

  private static let ankiMark = Array("anki:".utf8)
  private static let mnemosyneMark = Array("mnemosyne:".utf8)

  /// What a source key begins with before the name; empty if that is no id of ours.
  private static func mark(of sourceID: ArraySlice<UInt8>) -> [UInt8] {
    if sourceID.starts(with: ankiMark) { return ankiMark }
    return sourceID.starts(with: mnemosyneMark) ? mnemosyneMark : []
  }

  private func siblingKey(_ row: ImportRow, of note: NoteID) throws -> Int64? {
    guard let ordinal = row.noteOrd else { return nil }
    try flush()
    return try store.row(
      "select key from cards where note_id = $1 and note_ord = $2 order by id limit 1",
      [SQLValue(note), .integer(Int64(ordinal))]
    ) { $0.integer(0) }
  }

  /// Those that a card's own id does not derive from: such cards took theirs over.
  private func readKeysByID() throws -> [[UInt8]: Int64] {
    var keys: [[UInt8]: Int64] = [:]
    _ = try store.rows(
      """
      select source_key, key, id from cards
      where source_key >= 'anki:' and source_key < 'anki;'
        or source_key >= 'id:' and source_key < 'id;'
      """, []
    ) { row in
      let sourceKey = row.bytes(0)
      if row.identifier(2) != identity.card(named: sourceKey[...], isSourceKey: true) {
        keys[sourceKey] = row.integer(1)
      }
    }
    return keys
  }

  /// Whether a card is known by its text so far.
  private func takesIDs(_ key: Int64) throws -> Bool {
    try store.count(
      """
      select count(*) from cards
      where key = $1 and (source_key is null or source_key like 'text:%')
      """, [.integer(key)]) == 1
  }

  /// Finds the cards of the file's decks that an import brought and that no row was about.
  func findMissing() throws {
    for deck in decks.values.sorted(by: { $0.key < $1.key }) where !deck.isRemoved && !deck.isFresh
    {
      let cards = try store.rows(
        """
        select key, id from cards
        where deck_key = $1 and import_deck_key = $1 and deleted_at_ms is null
          and source_key is not null
        order by position, key
        """, [.integer(deck.key)]
      ) { (key: $0.integer(0), id: $0.identifier(1) ?? CardID.nothing) }
      counts.missing += cards.filter { !claimed.contains($0.key) }.map(\.id)
    }
  }
}
