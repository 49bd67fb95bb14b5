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
  /// The first names of sub-topics that will read back with `_` for their blanks.
  private(set) var altered: Set<String> = []
  /// The titles of decks that Anki takes for ids.
  private(set) var numbered: Set<String> = []
  /// The first names of sub-topics that some cards of a note have and others have not.
  private(set) var partial: Set<String> = []

  /// Bytes that are gathered before they are written.
  private static let blockSize = 256 << 10
  private static let mostNamed = 5

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
        guid: AnkiExport.guid(of: note), ClozeText(text), deck: first.deckTitle,
        siblings: note.map {
          AnkiTextWriter.Sibling(
            number: $0.card.noteOrd ?? 1, front: $0.card.front, back: $0.card.back)
        },
        tags: tags(of: note))
    case .reversed:
      writer.note(
        guid: AnkiExport.guid(of: note), .reversed, deck: first.deckTitle,
        front: first.card.front, back: first.card.back, tags: tags(of: note))
    case .separate:
      for entry in note {
        writer.note(
          guid: AnkiExport.guid(ofCard: entry.card),
          entry.card.kind == .typeIn ? .typeIn : .basic, deck: entry.deckTitle,
          front: entry.card.front, back: entry.card.back, tags: tags(of: [entry]))
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

  /// The tags that all cards of a note have: in Anki a note has them, and what one card alone has
  /// would come back to all of them.
  private mutating func tags(of note: [CardEntry]) -> AnkiTags {
    guard let first = note.first else { return AnkiTags([]) }
    let common = first.subTopics.filter { name in
      note.allSatisfy { $0.subTopics.contains(name) }
    }
    let tags = AnkiTags(common)
    if altered.count < AnkiExport.mostNamed { altered.formUnion(tags.altered) }
    if partial.count < AnkiExport.mostNamed {
      partial.formUnion(note.flatMap(\.subTopics).filter { !common.contains($0) })
    }
    return tags
  }

  /// The id of a note in Anki: the one it came with, else its own here.
  private static func guid(of note: [CardEntry]) -> String {
    for entry in note {
      if let key = AnkiKey(entry.card.sourceKey) { return key.guid }
    }
    return note.first?.card.noteID?.description ?? note.first?.card.id.description ?? ""
  }

  /// The id of a note that has one card alone.
  private static func guid(ofCard card: Card) -> String {
    if let key = AnkiKey(card.sourceKey), key.ordinal == 0 { return key.guid }
    return card.id.description
  }
}

/// The source key of a card that came from Anki, `anki:GUID:0`.
struct AnkiKey: Hashable {
  let guid: String
  let ordinal: Int

  init?(_ sourceKey: String?) {
    guard let sourceKey, sourceKey.hasPrefix("anki:"),
      let colon = sourceKey.lastIndex(of: ":"),
      let ordinal = Int(sourceKey[colon...].dropFirst())
    else { return nil }
    let guid = sourceKey[..<colon].dropFirst("anki:".count)
    guard !guid.isEmpty else { return nil }
    (self.guid, self.ordinal) = (String(guid), ordinal)
  }
}
