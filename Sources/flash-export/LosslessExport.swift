import FlashCollection
import FlashCommand
import FlashModel
import FlashStore
import FlashText

/// Writes every record as JSON Lines, so that nothing is lost.
struct LosslessExport {
  private var writer: ExportWriter
  private(set) var decks = 0
  private(set) var cards = 0
  private(set) var reviews = 0

  /// Bytes that are gathered before they are written.
  private static let blockSize = 256 << 10

  /// - Parameter now: when the export is made.
  init(at now: Timestamp) { writer = ExportWriter(ExportHeader(exportedAt: now)) }

  /// Writes the records of some decks, or of all.
  mutating func run(
    _ scope: [DeckID]?, of store: Store, into sink: ExportSink, check: () throws -> Void
  ) throws {
    try store.forEachRecord(of: scope) { record in
      if writer.count.isMultiple(of: 256) { try check() }
      count(record)
      writer.row(ExportRow(record))
      guard writer.bytes.count >= LosslessExport.blockSize else { return }
      try sink.write(writer.bytes)
      writer.removeAll()
    }
    writer.end()
    try sink.write(writer.bytes)
  }

  private mutating func count(_ record: StoredRecord) {
    switch record {
    case .deck(let deck): if deck.deletedAt == nil { decks += 1 }
    case .card(let card): if card.deletedAt == nil { cards += 1 }
    case .review: reviews += 1
    case .setting, .topic, .subTopic, .session, .link: break
    }
  }
}
