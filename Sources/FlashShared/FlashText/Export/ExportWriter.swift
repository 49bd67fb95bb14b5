import FlashModel

/// Writes a flash export, piece by piece. ``ExportRow`` describes the file.
public struct ExportWriter: Sendable {
  private var writer = JSONWriter()
  /// Rows written so far.
  public private(set) var count = 0

  /// Begins a file with its header.
  public init(_ header: ExportHeader) {
    writer.beginObject()
    writer.member("entity", "header")
    writer.member("format", ExportHeader.format)
    writer.member("version", ExportHeader.version)
    if let moment = header.exportedAt { writer.member("exported_at_ms", moment) }
    endLine()
  }

  /// What was written since the last ``removeAll()``.
  public var bytes: [UInt8] { writer.bytes }

  /// Forgets what was written, keeping the memory; call it once it is stored.
  public mutating func removeAll() { writer.removeAll() }

  /// Adds a row. Parents first (topics, decks, sub-topics, cards, sessions, links, reviews), so
  /// that a reader never meets one that points to nothing.
  public mutating func row(_ row: ExportRow) {
    writer.beginObject()
    writer.member("entity", row.entity)
    writer.key("row")
    switch row {
    case .topic(let topic): topic.write(to: &writer, as: .sparse)
    case .deck(let deck): deck.write(to: &writer, as: .sparse)
    case .subTopic(let subTopic): subTopic.write(to: &writer, as: .sparse)
    case .card(let card): card.write(to: &writer, as: .sparse)
    case .cardSubTopic(let link): link.write(to: &writer, as: .sparse)
    case .review(let review): review.write(to: &writer, as: .sparse)
    case .session(let session): session.write(to: &writer, as: .sparse)
    case .other(_, let value): writer.value(value)
    }
    endLine()
    count += 1
  }

  /// Ends the file with the count of its rows.
  public mutating func end() {
    writer.beginObject()
    writer.member("entity", "end")
    writer.member("count", count)
    endLine()
  }

  private mutating func endLine() {
    writer.endObject()
    writer.newline()
  }
}
