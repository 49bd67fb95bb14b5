import FlashCommand
import FlashModel
import FlashStore
import FlashText

/// Writes a deck as hashcards' Markdown.
struct HashcardsExport {
  private(set) var cards = 0
  private(set) var decks = 0
  /// Cards that the notation has no room for.
  private(set) var refused: [Card] = []
  /// Cloze cards that were written as questions and answers.
  private(set) var flattened = 0

  /// Writes the notes of some cards of one deck, by position.
  /// - Throws: ``ExportError/severalDecks(_:of:)``.
  mutating func run(
    _ filter: CardFilter, isQuery: Bool, named name: String, of store: Store,
    into sink: ExportSink, check: () throws -> Void
  ) throws {
    let reader = try NoteReader(filter, isQuery: isQuery, of: store)
    guard reader.decks.count <= 1 else {
      throw ExportError.severalDecks(reader.decks, of: "hashcards")
    }
    decks = reader.decks.count
    var writer = HashcardsWriter(deck: reader.decks.first ?? name)
    try reader.forEachNote(check: check) { note in
      add(note, to: &writer)
      guard writer.bytes.count >= HashcardsExport.blockSize else { return }
      try sink.write(writer.bytes)
      writer.removeAll()
    }
    try sink.write(writer.bytes)
  }

  /// Bytes that are gathered before they are written.
  private static let blockSize = 256 << 10

  private mutating func add(_ note: [CardEntry], to writer: inout HashcardsWriter) {
    if case .cloze(let text) = NoteShape(note), let id = note.first?.card.noteID,
      writer.cloze(ClozeText(text), id: id.description)
    {
      return cards += note.count
    }
    for entry in note {
      let card = entry.card
      guard writer.card(front: card.front, back: card.back, id: card.id.description) else {
        refused.append(card)
        continue
      }
      cards += 1
      if card.kind == .cloze { flattened += 1 }
    }
  }
}
