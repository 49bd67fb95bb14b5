// Anki's notes and cards in plain text: records whose columns are fields.

extension DelimitedReader {
  /// Makes the cards of the note whose cells the splitter holds.
  mutating func take(_ columns: AnkiNoteColumns, into batch: inout DraftBatch) {
    guard splitter.cells.count <= TextLimits.columns else {
      return batch.problems.append(RowProblem(line: line, reason: .tooManyColumns))
    }
    guard !isBlank() else { return }
    var fields: [[UInt8]] = []
    for column in columns.fields ?? Array(splitter.cells.indices) where columns.isField(column) {
      fields.append(Array(buffer[verbatim(column)]))
    }
    var note = AnkiNote(line: line, fields: fields, isHTML: dialect.isHTML)
    let noteType = columns.noteType.map { text($0) } ?? columns.globalNoteType
    note.kind = AnkiNoteKind(noteType: noteType)
    note.hasHints = AnkiNoteKind.hasHints(noteType: noteType)
    note.guid = columns.guid.map { text($0) } ?? ""
    let deck = columns.deck.map { text($0) } ?? ""
    note.deck = deck.isEmpty ? columns.globalDeck : deck
    let tags = columns.tags.map { text($0) } ?? ""
    note.tags = columns.globalTags + tags.split { $0.isWhitespace }.map(String.init)
    note.addCards(to: &batch, &html)
  }

  /// The text of a column; empty where the record is too short.
  private mutating func text(_ column: Int) -> String {
    String(decoding: buffer[cell(column)], as: UTF8.self)
  }
}
