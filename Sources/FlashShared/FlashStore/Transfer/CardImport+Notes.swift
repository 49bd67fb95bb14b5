internal import FlashModel
internal import FlashSQL

extension CardImport {
  /// What a row of cloze text sets of its card besides the two sides; nothing for any other.
  func noteAssignments(_ row: ImportRow) -> [Assignment] {
    guard let number = row.noteOrd else { return [] }
    return [
      ("kind", .text(CardKind.cloze.rawValue)),
      ("note_id", SQLValue(identity.note(deckPath: row.deck.path, text: row.note))),
      ("note_ord", .integer(Int64(number))),
      ("note_text", .text(String(decoding: row.note, as: UTF8.self))),
    ]
  }

  /// Makes a sibling of a card that was just inserted. It is part of that change, so that the many
  /// rows without a note need no columns for one.
  func setNote(_ row: ImportRow, key: Int64) throws(SQLError) {
    let statement = try store.connection.statement(
      """
      update cards set kind = 'cloze', note_id = $2, note_ord = $3, note_text = $4 where key = $1
      """)
    statement.bind(key, at: 1)
    statement.bind(identity.note(deckPath: row.deck.path, text: row.note), at: 2)
    statement.bind(row.noteOrd, at: 3)
    statement.bind(utf8: row.note, at: 4)
    try statement.run()
  }
}
