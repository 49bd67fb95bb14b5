import FlashCommand
import FlashModel
import FlashStore
import FlashText

/// Writes notes or cards as Anki's plain text.
struct AnkiExport {
  private let content: AnkiTextWriter.Content
  private var writer: AnkiTextWriter
  private var decks: Set<DeckID> = []
  private(set) var cards = 0
  /// The titles of decks that Anki takes for ids.
  private(set) var numbered: Set<String> = []
  private(set) var tags = AnkiNoteTags()

  /// Bytes that are gathered before they are written.
  private static let blockSize = 256 << 10

  init(_ content: AnkiTextWriter.Content) {
    self.content = content
    writer = AnkiTextWriter(content)
  }

  var deckCount: Int { decks.count }

  /// Writes the notes of some cards, or the cards alone, by deck and position.
  mutating func run(
    _ filter: CardFilter, isQuery: Bool, of store: Store, into sink: ExportSink,
    check: () throws -> Void
  ) throws {
    switch content {
    case .notes:
      let reader = try NoteReader(filter, isQuery: isQuery, of: store)
      try reader.forEachNote(check: check) { try add($0, into: sink) }
    case .cards:
      try store.forEachCard(filter) { entry in
        if cards.isMultiple(of: 256) { try check() }
        count([entry])
        writer.card(front: entry.card.front, back: entry.card.back)
        try flush(into: sink, atLeast: AnkiExport.blockSize)
        return true
      }
    }
    try flush(into: sink, atLeast: 0)
  }

  private mutating func add(_ note: [CardEntry], into sink: ExportSink) throws {
    count(note)
    guard let first = note.first else { return }
    switch NoteShape(note) {
    case .cloze(let text):
      writer.cloze(
        guid: AnkiNoteIdentity.guid(of: note), ClozeText(text), deck: first.deckTitle,
        siblings: note.map {
          AnkiTextWriter.Sibling(
            number: $0.card.noteOrd ?? 1, front: $0.card.front, back: $0.card.back)
        },
        tags: tags.words(of: note))
    case .reversed:
      writer.note(
        guid: AnkiNoteIdentity.guid(of: note), .reversed, deck: first.deckTitle,
        front: first.card.front, back: first.card.back, tags: tags.words(of: note))
    case .separate:
      for entry in note {
        writer.note(
          guid: AnkiNoteIdentity.guid(ofCard: entry.card),
          entry.card.kind == .typeIn ? .typeIn : .basic, deck: entry.deckTitle,
          front: entry.card.front, back: entry.card.back, tags: tags.words(of: [entry]))
      }
    }
    try flush(into: sink, atLeast: AnkiExport.blockSize)
  }

  private mutating func count(_ note: [CardEntry]) {
    cards += note.count
    for entry in note where decks.insert(entry.card.deckID).inserted {
      if Int64(entry.deckTitle) != nil { numbered.insert(entry.deckTitle) }
    }
  }

  private mutating func flush(into sink: ExportSink, atLeast size: Int) throws {
    guard writer.bytes.count >= size else { return }
    try sink.write(writer.bytes)
    writer.removeAll()
  }
}
