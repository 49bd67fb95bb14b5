import FlashModel
import FlashStore
import FlashText

/// Writes a deck as XML of AnkiApp.
struct AnkiAppExport {
  private(set) var cards = 0
  private(set) var decks: [String] = []
  /// Cards that XML has no room for.
  private(set) var refused: [Card] = []
  /// The first names of sub-topics that will be read back with `_` for their commas.
  private(set) var altered: Set<String> = []

  /// Bytes that are gathered before they are written.
  private static let blockSize = 256 << 10
  private static let mostNamed = 5

  /// Writes the cards of one deck, by position.
  /// - Throws: ``ExportError/severalDecks(_:of:)``.
  mutating func run(
    _ filter: CardFilter, named name: String, of store: Store, into sink: ExportSink,
    check: () throws -> Void
  ) throws {
    var writer: AnkiAppWriter?
    try store.forEachCard(filter) { entry in
      if cards.isMultiple(of: 256) { try check() }
      if decks.last != entry.deckTitle { decks.append(entry.deckTitle) }
      guard decks.count == 1 else { return true }
      var open = writer ?? AnkiAppWriter(deck: entry.deckTitle)
      writer = nil
      add(entry, to: &open)
      if open.bytes.count >= AnkiAppExport.blockSize {
        try sink.write(open.bytes)
        open.removeAll()
      }
      writer = open
      return true
    }
    guard decks.count <= 1 else { throw ExportError.severalDecks(decks, of: "AnkiApp") }
    var open = writer ?? AnkiAppWriter(deck: name)
    open.end()
    try sink.write(open.bytes)
  }

  private mutating func add(_ entry: CardEntry, to writer: inout AnkiAppWriter) {
    let tags = AnkiAppTags(entry.subTopics)
    guard writer.card(front: entry.card.front, back: entry.card.back, tags: tags) else {
      refused.append(entry.card)
      return
    }
    cards += 1
    if altered.count < AnkiAppExport.mostNamed { altered.formUnion(tags.altered) }
  }
}
