/// What the headers of Anki's plain text say about the records below them.
///
/// - Source: the headers as Anki 26.09 reads them; it is not said anywhere else in full.
public struct AnkiTextDetection: Sendable, Hashable {
  /// What to do with a note that is there already.
  public enum IfMatches: Sendable, Hashable {
    case update
    case keepCurrent
    case keepBoth
  }

  public let dialect: DelimitedDialect
  /// What the file says of notes that are there already.
  public let ifMatches: IfMatches?
  /// In words, for a person who wonders.
  public let reasons: [String]

  /// Reads the headers.
  /// - Parameters:
  ///   - head: the first bytes of the file; up to ``TextLimits/head`` are looked at.
  ///   - encoding: what ``EncodingScan`` found.
  ///   - isHTML: what the user says; it wins.
  public init(
    head: Span<UInt8>, isWhole: Bool, encoding: DetectedEncoding, delimiter: UInt8? = nil,
    isHTML: Bool? = nil
  ) {
    let size = Swift.min(head.count, TextLimits.head)
    var text: [UInt8] = []
    var decoder = TextDecoder(encoding)
    // A fault is the reader's to report, with its line; what decodes before it is enough here.
    try? decoder.decode(head.extracting(0..<size), into: &text)
    let headers = AnkiHeaders(text)
    let sample = RecordSample(
      text: text, isWhole: isWhole && size == head.count, comment: AnkiHeaders.comment)
    let choice = DelimiterChoice(sample, name: "", given: delimiter ?? headers.delimiter)
    var dialect = DelimitedDialect(encoding: encoding, delimiter: choice.delimiter)
    dialect.comment = AnkiHeaders.comment
    dialect.hasSeparatorLine = headers.hasOldTagsLine
    let records = sample.records(delimiter: choice.delimiter, atMost: 6)
    dialect.isHTML =
      isHTML ?? headers.isHTML
      ?? records.prefix(5).contains { $0.contains(where: AnkiTextDetection.hasTag) }
    dialect.notes = headers.columns(delimiter: choice.delimiter)
    self.dialect = dialect
    ifMatches = headers.ifMatches
    reasons = [
      choice.reason, dialect.isHTML ? "fields are HTML" : "fields are plain text",
    ]
  }

  /// Whether a text has something like a tag in it.
  private static func hasTag(_ cell: String) -> Bool {
    let bytes = Array(cell.utf8)
    guard let open = bytes.firstIndex(of: UInt8(ascii: "<")), open + 1 < bytes.count else {
      return false
    }
    return (bytes[open + 1].isASCIILetter || bytes[open + 1] == UInt8(ascii: "/"))
      && bytes[open...].contains(UInt8(ascii: ">"))
  }
}

/// The header lines of Anki's plain text.
struct AnkiHeaders {
  static let comment: [UInt8] = [UInt8(ascii: "#")]
  /// The keys that mean something, in lower case.
  static let keys: Set<String> = [
    "separator", "html", "tags", "columns", "notetype", "deck", "notetype column", "deck column",
    "tags column", "guid column", "if matches", "match scope",
  ]

  /// The values by their keys; of a repeated key the last one.
  private var values: [String: String] = [:]
  /// Whether the first line sets the tags, as before Anki 2.1.54.
  private(set) var hasOldTagsLine = false

  init(_ text: [UInt8]) {
    let lines = text.split(omittingEmptySubsequences: false) { $0 == 0x0A || $0 == 0x0D }
    if let first = lines.first, let tags = first.afterIgnoringCase("tags:") {
      values["tags"] = tags.string
      hasOldTagsLine = true
    }
    for line in lines {
      guard line.first == UInt8(ascii: "#") else {
        // The second half of a CRLF, not the end of the headers.
        if line.isEmpty { continue }
        break
      }
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let key = CardText.cleaned(line[..<colon].dropFirst().string).lowercased()
      values[key] = line[(colon + 1)...].string
    }
  }

  var delimiter: UInt8? {
    guard let value = values["separator"] else { return nil }
    switch word(value).lowercased() {
    case "comma": return UInt8(ascii: ",")
    case "semicolon": return UInt8(ascii: ";")
    case "tab": return 0x09
    case "space": return 0x20
    case "pipe": return UInt8(ascii: "|")
    case "colon": return UInt8(ascii: ":")
    default:
      let character = value == "\t" ? value : CardText.cleaned(value)
      guard let byte = character.utf8.first, DelimitedDialect.canDelimit(byte) else { return nil }
      return byte
    }
  }

  var isHTML: Bool? {
    switch values["html"].map(word)?.lowercased() {
    case "true": true
    case "false": false
    default: nil
    }
  }

  var ifMatches: AnkiTextDetection.IfMatches? {
    switch values["if matches"].map(CardText.cleaned)?.lowercased() {
    case "update current": .update
    case "keep current": .keepCurrent
    case "keep both": .keepBoth
    default: nil
    }
  }

  func columns(delimiter: UInt8) -> AnkiNoteColumns {
    var columns = AnkiNoteColumns()
    columns.guid = column("guid column")
    columns.noteType = column("notetype column")
    columns.deck = column("deck column")
    columns.tags = column("tags column")
    columns.globalNoteType = trimmed("notetype", delimiter)
    columns.globalDeck = trimmed("deck", delimiter)
    columns.globalTags = trimmed("tags", delimiter).split { $0.isWhitespace }.map(String.init)
    if let names = values["columns"] {
      let header = names.utf8.split(separator: delimiter, omittingEmptySubsequences: false)
        .map { String(decoding: Array($0), as: UTF8.self) }
      if let map = ColumnMap(header: header), columns.isField(map.front), columns.isField(map.back)
      {
        let rest = header.indices.filter {
          columns.isField($0) && $0 != map.front && $0 != map.back
        }
        columns.fields = [map.front, map.back] + rest
      }
    }
    return columns
  }

  /// A value without what follows its first word: a spreadsheet pads lines with separators.
  private func word(_ value: String) -> String {
    let value = CardText.cleaned(value)
    let end = value.dropFirst().firstIndex { !$0.isLetter && !$0.isNumber } ?? value.endIndex
    return String(value[..<end])
  }

  private func trimmed(_ key: String, _ delimiter: UInt8) -> String {
    var value = Array(CardText.cleaned(values[key] ?? "").utf8)
    while value.last == delimiter { value.removeLast() }
    return CardText.cleaned(String(decoding: value, as: UTF8.self))
  }

  /// From 0; nil for what is no column.
  private func column(_ key: String) -> Int? {
    guard let number = values[key].map(word).flatMap({ Int($0) }),
      (1...TextLimits.columns).contains(number)
    else { return nil }
    return number - 1
  }
}
