internal import FlashModel
internal import FlashSQL

// Cards that are siblings, and what few rows say of theirs.

extension CardImport {
  /// What a row with siblings sets of its card besides the two sides; nothing for any other.
  func noteAssignments(_ row: ImportRow) -> [Assignment] {
    guard let number = row.noteOrd else { return [] }
    return [
      ("kind", SQLValue(kind(of: row))), ("note_id", SQLValue(noteID(of: row))),
      ("note_ord", .integer(Int64(number))), ("note_text", noteText(of: row)),
    ]
  }

  /// Makes a card that was just inserted a sibling, or what else its row says. It is part of that
  /// change, so that the many rows that say nothing need no columns for it.
  func setDetails(_ row: ImportRow, key: Int64) throws(SQLError) {
    let statement = try store.connection.statement(
      """
      update cards set kind = $2, note_id = $3, note_ord = $4, note_text = $5, suspended = $6
      where key = $1
      """)
    statement.bind(key, at: 1)
    statement.bind(kind(of: row), at: 2)
    if row.noteOrd == nil {
      statement.bindNull(at: 3)
    } else {
      statement.bind(noteID(of: row), at: 3)
    }
    statement.bind(row.noteOrd, at: 4)
    if row.note.isEmpty { statement.bindNull(at: 5) } else { statement.bind(utf8: row.note, at: 5) }
    statement.bind(Int64(row.detail?.isSuspended == true ? 1 : 0), at: 6)
    try statement.run()
  }

  private func kind(of row: ImportRow) -> String? {
    row.note.isEmpty ? (row.detail?.kind ?? .basic).stored : CardKind.cloze.stored
  }

  private func noteText(of row: ImportRow) -> SQLValue {
    row.note.isEmpty ? .null : .text(String(decoding: row.note, as: UTF8.self))
  }

  /// The note of a row: the one that the file names, else the one of that text in that deck.
  func noteID(of row: ImportRow) -> NoteID {
    let key = row.detail?.noteKey ?? []
    if key.isEmpty { return identity.note(deckPath: row.deck.path, text: row.note) }
    if row.sourceID.isEmpty { return identity.note(deckPath: row.deck.path, text: key[...]) }
    return identity.note(named: key)
  }
}
