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
  /// The files that cards show, or all of them.
  private(set) var assets: [StoredAsset] = []

  /// Bytes that are gathered before they are written.
  private static let blockSize = 256 << 10

  /// - Parameter now: when the export is made.
  init(at now: Timestamp) { writer = ExportWriter(ExportHeader(exportedAt: now)) }

  /// The cards of a filter, and the decks they are in.
  private struct Chosen {
    var cards: Set<CardID> = []
    var decks: Set<DeckID> = []

    init(_ filter: CardFilter, of store: Store) throws {
      try store.forEachCard(filter) { entry in
        cards.insert(entry.card.id)
        decks.insert(entry.card.deckID)
        return true
      }
    }

    /// Whether a record belongs to a card that was not chosen.
    func leavesOut(_ record: StoredRecord) -> Bool {
      switch record {
      case .card(let card): !cards.contains(card.id)
      case .link(let link): !cards.contains(link.cardID)
      case .review(let review): !cards.contains(review.cardID)
      case .setting, .topic, .deck, .subTopic, .session: false
      }
    }
  }

  /// Writes the records of some decks, or of all.
  /// - Parameter filter: only these cards, their decks, and what belongs to either; nil means all.
  mutating func run(
    _ scope: [DeckID]?, only filter: CardFilter?, of store: Store, into sink: ExportSink,
    check: () throws -> Void
  ) throws {
    let isWhole = scope == nil && filter == nil
    var shown: Set<String> = []
    let chosen = try filter.map { try Chosen($0, of: store) }
    try store.forEachRecord(of: chosen.map { Array($0.decks) } ?? scope) { record in
      if writer.count.isMultiple(of: 256) { try check() }
      if chosen?.leavesOut(record) == true { return }
      count(record)
      if !isWhole, case .card(let card) = record {
        for text in [card.front, card.back, card.noteText ?? ""] {
          shown.formUnion(MarkdownMedia.names(of: text))
        }
      }
      writer.row(ExportRow(record))
      guard writer.bytes.count >= LosslessExport.blockSize else { return }
      try sink.write(writer.bytes)
      writer.removeAll()
    }
    assets = try store.assets().filter { isWhole || shown.contains($0.name) }
    for asset in assets { writer.row(ExportRow(asset)) }
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
