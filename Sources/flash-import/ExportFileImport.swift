import FlashCommand
import FlashModel
import FlashStore
import FlashText

/// The import of a flash export: its records as they are, merged into what is here.
struct ExportFileImport {
  let file: SourceFile
  let context: CommandContext
  let progress: ImportProgress
  private var rows = 0

  init(_ file: SourceFile, in context: CommandContext, progress: ImportProgress) {
    self.file = file
    self.context = context
    self.progress = progress
  }

  /// Reads the whole file into `records`.
  /// - Throws: `ImportError`; `StoreError`; `Interrupted`.
  mutating func run(_ encoding: DetectedEncoding, into records: RecordRestore) throws {
    var reader = ExportReader(encoding)
    var buffer: [UInt8] = []
    do {
      while try file.read(into: &buffer) {
        progress.advance(by: buffer.count)
        try take(try reader.push(buffer.span), into: records)
      }
      try take(try reader.finish(), into: records)
    } catch let error as TextFormatError {
      throw ImportError.refused(file: file.name, error)
    }
  }

  private mutating func take(_ rows: [ExportRow], into records: RecordRestore) throws {
    for row in rows {
      self.rows += 1
      if self.rows.isMultiple(of: 256) {
        try context.check()
        progress.show(rows: self.rows)
      }
      if let record = StoredRecord(row) { try records.add(record) }
    }
  }
}

extension StoredRecord {
  /// The record of a line; nil for a line of a kind that this version does not know.
  init?(_ row: ExportRow) {
    switch row {
    case .topic(let topic): self = .topic(topic)
    case .deck(let deck): self = .deck(deck)
    case .subTopic(let subTopic): self = .subTopic(subTopic)
    case .card(let card): self = .card(card)
    case .cardSubTopic(let link): self = .link(link)
    case .review(let review): self = .review(review)
    case .session(let session): self = .session(session)
    case .other("settings", let row):
      guard let name = row["name"]?.string, let value = row["value"]?.string,
        let clock = row["updated_at_ms"]?.integer
      else { return nil }
      self = .setting(
        StoredSetting(name: name, value: value, updatedAt: Timestamp(milliseconds: clock)))
    case .other: return nil
    }
  }
}
