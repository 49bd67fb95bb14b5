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

  func kind(of row: ImportRow) -> String? {
    row.note.isEmpty ? (row.detail?.kind ?? .basic).stored : CardKind.cloze.stored
  }

  private func noteText(of row: ImportRow) -> SQLValue {
    row.note.isEmpty ? .null : .text(String(decoding: row.note, as: UTF8.self))
  }

  /// The note of a row with siblings.
  func noteID(of row: ImportRow) -> NoteID {
    row.derived?.note
      ?? identity.note(
        key: row.detail?.noteKey ?? [], text: row.note, isNamed: !row.sourceID.isEmpty,
        deckPath: row.deck.path)
  }
}
