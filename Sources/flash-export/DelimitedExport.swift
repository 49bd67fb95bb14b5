import FlashCommand
import FlashModel
import FlashStore
import FlashText

/// Writes cards as CSV or TSV.
struct DelimitedExport {
  private var writer: DelimitedWriter
  private var decks: Set<DeckID> = []
  private(set) var cards = 0
  /// The first names of sub-topics that will be read back differently.
  private(set) var altered: Set<String> = []

  /// Bytes that are gathered before they are written.
  private static let blockSize = 256 << 10
  private static let mostAltered = 5

  init(_ options: ExportOptions, isTabbed: Bool) {
    writer = DelimitedWriter(
      delimiter: isTabbed ? 0x09 : 0x2C, usesCRLF: options.usesCRLF, hasMark: options.hasMark)
  }

  var deckCount: Int { decks.count }

  /// Writes the cards of a filter, by deck and position.
  mutating func run(
    _ filter: CardFilter, of store: Store, into sink: ExportSink, check: () throws -> Void
  ) throws {
    try store.forEachCard(filter) { entry in
      if cards.isMultiple(of: 256) { try check() }
      try add(entry, into: sink)
      return true
    }
    try sink.write(writer.bytes)
  }

  private mutating func add(_ entry: CardEntry, into sink: ExportSink) throws {
    cards += 1
    decks.insert(entry.card.deckID)
    let labels = DelimitedLabels(entry.subTopics)
    if altered.count < DelimitedExport.mostAltered { altered.formUnion(labels.altered) }
    writer.card(
      deck: entry.deckTitle, front: entry.card.front, back: entry.card.back, labels: labels)
    guard writer.bytes.count >= DelimitedExport.blockSize else { return }
    try sink.write(writer.bytes)
    writer.removeAll()
  }
}
