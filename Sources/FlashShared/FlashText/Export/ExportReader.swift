import FlashModel

/// Reads a flash export, piece by piece. ``ExportRow`` describes the file.
///
/// Anything malformed refuses the file, and so does a file that was cut short.
public struct ExportReader: Sendable {
  private var feed: JSONFeed
  private var rowCount = 0
  private var hasEnded = false
  /// The first line, once it is read.
  public private(set) var header: ExportHeader?

  public init(_ encoding: DetectedEncoding = DetectedEncoding(.utf8)) { feed = JSONFeed(encoding) }

  /// Takes in the next bytes of the file.
  /// - Returns: the rows that are complete with them.
  /// - Throws: `.malformed`, `.encoding`, `.tooNew`, `.tooLarge`.
  public mutating func push(_ bytes: Span<UInt8>) throws(TextFormatError) -> [ExportRow] {
    try feed.push(bytes)
    return try read()
  }

  /// Says that the file ends.
  /// - Throws: as ``push(_:)``; `.malformed` if the last line is missing.
  public mutating func finish() throws(TextFormatError) -> [ExportRow] {
    try feed.finish()
    let rows = try read()
    guard header != nil else { throw .empty }
    guard hasEnded else {
      throw .malformed(
        line: feed.line, reason: "the export was cut short: its last line is missing")
    }
    return rows
  }

  private mutating func read() throws(TextFormatError) -> [ExportRow] {
    var rows: [ExportRow] = []
    while let (range, line) = try feed.next() {
      guard !hasEnded else { throw .malformed(line: line, reason: "text after the last line") }
      guard header != nil else {
        header = try ExportHeader(Array(feed.buffer[range]))
        continue
      }
      let found = try JSONReader.object(in: feed.buffer, range, line: line) {
        (reader: inout JSONReader) throws(JSONError) in try ExportLine(from: &reader)
      }
      switch found {
      case .row(let row):
        rows.append(row)
        rowCount += 1
      case .end(let count):
        guard count == rowCount else {
          throw .malformed(line: line, reason: "\(count) rows expected, \(rowCount) found")
        }
        hasEnded = true
      }
    }
    return rows
  }
}

/// A line after the header.
enum ExportLine {
  case row(ExportRow)
  case end(count: Int)

  /// Reads `{"entity":…,"row":…}`; `entity` comes first.
  init(from reader: inout JSONReader) throws(JSONError) {
    let start = reader.offset
    try reader.beginObject()
    guard try reader.nextKey() == "entity" else {
      throw JSONError(offset: start, reason: "a line that does not begin with its entity")
    }
    let entity = try reader.string()
    let name = entity == "end" ? "count" : "row"
    guard try reader.nextKey() == name else {
      throw JSONError(offset: reader.offset, reason: "'\(name)' expected")
    }
    if entity == "end" {
      self = .end(count: try reader.integer(in: 0...Int.max))
    } else {
      self = .row(try ExportLine.row(of: entity, from: &reader))
    }
    while try reader.nextKey() != nil { try reader.skipValue() }
  }

  private static func row(
    of entity: String, from reader: inout JSONReader
  ) throws(JSONError) -> ExportRow {
    switch entity {
    case "topics": .topic(try Topic(from: &reader))
    case "decks": .deck(try Deck(from: &reader))
    case "sub_topics": .subTopic(try SubTopic(from: &reader))
    case "cards": .card(try Card(from: &reader))
    case "card_sub_topics": .cardSubTopic(try CardSubTopic(from: &reader))
    case "reviews": .review(try Review(from: &reader))
    case "sessions": .session(try StudySession(from: &reader))
    default: .other(entity: entity, row: try reader.value())
    }
  }
}
