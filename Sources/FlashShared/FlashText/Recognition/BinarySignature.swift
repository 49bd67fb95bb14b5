/// Recognises containers by their first bytes.
enum BinarySignature {
  static func detect(
    name: String, head: Span<UInt8>, members: [String]?
  ) throws(TextFormatError) -> FormatDetection? {
    let bytes = head.extracting(0..<Swift.min(head.count, TextLimits.head)).array
    if bytes.starts(with: [0x50, 0x4B, 3, 4]) || bytes.starts(with: [0x50, 0x4B, 5, 6]) {
      return try zip(members ?? memberNames(bytes), name: name)
    }
    if bytes.starts(with: Array("SQLite format 3\u{0}".utf8)) { return sqlite(head.array) }
    if bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) {
      return FormatDetection(.zstd, "zstd's first bytes")
    }
    guard bytes.starts(with: [0x1F, 0x8B]) else { return nil }
    return FormatDetection(.gzip, "gzip's first bytes")
  }

  /// A zip archive is what its members say, or those whose headers lie within the head; else what it
  /// is called.
  private static func zip(
    _ members: [String], name: String
  ) throws(TextFormatError) -> FormatDetection {
    func found(_ names: [String], _ format: Format) -> FormatDetection? {
      members.first { names.contains($0) }
        .map { FormatDetection(format, "a zip archive with '\($0)'", isArchive: true) }
    }
    if let anki = found(
      ["collection.anki21b", "collection.anki21", "collection.anki2"], .ankiPackage)
    {
      return anki
    }
    if let mochi = found(["data.json", "data.edn"], .mochi) { return mochi }
    if members.contains("METADATA"), let cards = found(["cards.xml"], .mnemosyneCards) {
      return cards
    }
    if let lesson = found(["lesson.xml"], .jMemorize) { return lesson }
    if let named = Format(fileName: name), named.isArchived {
      return FormatDetection(named, "a zip archive, and its name's ending", isArchive: true)
    }
    if let meta = found(["meta"], .ankiPackage) { return meta }
    if let root = members.first(where: { $0.hasSuffix(".xml") && !$0.contains("/") }) {
      return FormatDetection(.ankiApp, "a zip archive with '\(root)'", isArchive: true)
    }
    throw .unknownFormat
  }

  /// The names in the local headers of a zip archive.
  ///
  /// - Source: PKWARE's APPNOTE 6.3.10, section 4.3.7.
  private static func memberNames(_ bytes: [UInt8]) -> [String] {
    var names: [String] = []
    var index = 0
    // Looked for, not stepped to: sizes may only follow the data.
    while let start = bytes.span.first(0x50, from: index), start + 30 <= bytes.count {
      index = start + 1
      guard bytes[start...].starts(with: [0x50, 0x4B, 3, 4]) else { continue }
      let length = Int(bytes[start + 26]) | Int(bytes[start + 27]) << 8
      guard start + 30 + length <= bytes.count else { break }
      names.append(String(decoding: bytes[start + 30..<start + 30 + length], as: UTF8.self))
      index = start + 30 + length
    }
    return names
  }

  /// The schema of a database stands in its first pages, as its tables were made before their rows.
  private static func sqlite(_ bytes: [UInt8]) -> FormatDetection {
    let text = String(decoding: bytes, as: UTF8.self)
    if text.contains("data_for_fact") {
      return FormatDetection(.mnemosyneDatabase, "an SQLite database with table 'data_for_fact'")
    }
    if text.contains("revlog") {
      return FormatDetection(.ankiCollection, "an SQLite database with table 'revlog'")
    }
    return FormatDetection(.sqlite, "SQLite's first bytes")
  }
}
