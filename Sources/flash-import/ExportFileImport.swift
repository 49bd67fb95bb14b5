import FlashCommand
import FlashModel
import FlashStore
import FlashText

/// The import of a flash export: its records as they are, merged into what is here.
struct ExportFileImport {
  let file: SourceFile
  let context: CommandContext
  let progress: ImportProgress
  /// Where files are that the export lists; nil if nowhere but in the collection.
  let mediaFolder: String?
  private var rows = 0
  /// Files that the collection did not have.
  private(set) var media = 0
  /// What is to be warned of, in words.
  private(set) var warnings: [String] = []
  private var missing: [String] = []

  private static let mostNamed = 5

  init(
    _ file: SourceFile, mediaFolder: String?, in context: CommandContext, progress: ImportProgress
  ) {
    self.file = file
    self.mediaFolder = mediaFolder
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
      warnOfMissing()
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
      if let record = StoredRecord(row) {
        try records.add(record)
      } else if case .other("assets", let asset) = row {
        try take(asset, into: records)
      }
    }
  }

  private mutating func take(_ asset: JSONValue, into records: RecordRestore) throws {
    guard let name = asset["name"]?.string, let hash = asset["sha256"]?.string,
      let size = asset["size"]?.integer
    else { return }
    switch try records.addMedia(
      name: name, hash: hash, size: Int(clamping: size), from: mediaFolder)
    {
    case .added: media += 1
    case .isHere: break
    case .missing: missing.append(name)
    case .nameTaken:
      warnings.append("'\(name)' is another file here; the export's is left out")
    }
  }

  private mutating func warnOfMissing() {
    let how = mediaFolder == nil ? "; '--media' names the folder that it is in" : ""
    for name in missing.prefix(ExportFileImport.mostNamed) {
      warnings.append("file '\(name)' is listed and not there\(how)")
    }
    let more = missing.count - ExportFileImport.mostNamed
    if more > 0 { warnings.append("\(more) more files are missing") }
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
