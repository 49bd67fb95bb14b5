import FlashSQL

/// A row of Anki's table of notes.
struct AnkiNoteRow {
  let id: Int64
  /// UTF-8.
  let guid: [UInt8]
  let typeID: Int64
  /// Each once, without regard to case.
  let tags: [String]
  /// Fields with U+001F between two; UTF-8.
  let fields: [UInt8]
  /// Whether another note has its GUID.
  var isSecond = false

  /// Reads `guid, mid, tags, flds`.
  init(id: Int64, _ row: SQLiteStatement) {
    self.id = id
    guid = AnkiNoteRow.repaired(row.bytes(0))
    typeID = row.integer(1)
    tags = AnkiNoteRow.tags(row.bytes(2))
    fields = AnkiNoteRow.repaired(row.bytes(3))
  }

  /// A database may hold any bytes as text.
  private static func repaired(_ bytes: [UInt8]) -> [UInt8] {
    // What it throws is where; all of it is repaired.
    if (try? UTF8Span(validating: bytes.span)) != nil { return bytes }
    return Array(String(decoding: bytes, as: UTF8.self).utf8)
  }

  /// Words with blanks of Latin or Chinese writing between them.
  private static func tags(_ bytes: [UInt8]) -> [String] {
    guard bytes.contains(where: { $0 != 0x20 }) else { return [] }
    let text = String(decoding: bytes, as: UTF8.self)
    let words = text.unicodeScalars.split { $0 == " " || $0 == "\u{3000}" }
      .map { String(Substring($0)) }
    guard words.count > 1 else { return words }
    var seen: Set<String> = []
    return words.filter { seen.insert($0.lowercased()).inserted }
  }

  /// The fields of a note type: missing ones are empty, surplus ones belong to the last.
  func values(count: Int) -> [ArraySlice<UInt8>] {
    var values = fields.split(separator: 0x1F, omittingEmptySubsequences: false)
    while values.count < count { values.append([]) }
    guard values.count > count, count > 0 else { return values }
    let last = values[(count - 1)...].joined(separator: Array("; ".utf8))
    return values[..<(count - 1)] + [Array(last)[...]]
  }
}
