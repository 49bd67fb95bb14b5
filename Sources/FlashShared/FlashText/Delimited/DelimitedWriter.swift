/// Writes cards as delimited text, piece by piece, so that reading it gives the same cards.
public struct DelimitedWriter: Sendable {
  private let delimiter: UInt8
  private let lineEnd: [UInt8]
  /// What was written since the last ``removeAll()``.
  public private(set) var bytes: [UInt8] = []

  /// Begins a file with its header, `Deck,Front,Back,Tags,Sub-topic`.
  /// - Parameters:
  ///   - delimiter: one that ``DelimitedDialect/canDelimit(_:)`` allows.
  ///   - usesCRLF: CRLF instead of LF at the end of records, for spreadsheets.
  ///   - hasMark: a byte order mark in front, for spreadsheets.
  public init(delimiter: UInt8 = 0x2C, usesCRLF: Bool = false, hasMark: Bool = false) {
    self.delimiter = delimiter
    lineEnd = usesCRLF ? [0x0D, 0x0A] : [0x0A]
    if hasMark { bytes = [0xEF, 0xBB, 0xBF] }
    record(["Deck", "Front", "Back", "Tags", "Sub-topic"])
  }

  /// Adds a card.
  /// - Parameter labels: the card's sub-topics as two columns hold them.
  public mutating func card(deck: String, front: String, back: String, labels: DelimitedLabels) {
    record([deck, front, back, labels.tags, labels.subTopic])
  }

  /// Forgets what was written, keeping the memory; call it once it is stored.
  public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  private mutating func record(_ cells: [String]) {
    for (column, cell) in cells.enumerated() {
      if column > 0 { bytes.append(delimiter) }
      append(cell, isFirst: column == 0)
    }
    bytes.append(contentsOf: lineEnd)
  }

  private mutating func append(_ cell: String, isFirst: Bool) {
    let start = bytes.count
    bytes.append(cell.utf8Span.span)
    guard needsQuotes(bytes[start...], isFirst: isFirst) else { return }
    let text = Array(bytes[start...])
    bytes.removeSubrange(start...)
    bytes.append(UInt8(ascii: "\""))
    for byte in text {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private func needsQuotes(_ cell: ArraySlice<UInt8>, isFirst: Bool) -> Bool {
    guard let first = cell.first, let last = cell.last else { return false }
    if first == 0x20 || first == 0x09 || last == 0x20 || last == 0x09 { return true }
    if isFirst, first == UInt8(ascii: "#") { return true }
    return cell.contains { byte in
      byte == delimiter || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D
    }
  }
}

/// A card's sub-topics, shared out over the two columns of delimited text that hold them.
///
/// Tags are split when they are read, so a name with white space, `,` or `;` in it goes into the
/// sub-topic column, which has room for one; in further ones these characters become `_`.
public struct DelimitedLabels: Hashable, Sendable {
  /// Words with a blank between two.
  public let tags: String
  public let subTopic: String
  /// The names that will read back differently.
  public let altered: [String]

  /// - Parameter names: in the order they are to stand.
  public init(_ names: [String]) {
    var words: [String] = []
    var subTopic: String?
    var altered: [String] = []
    for name in names {
      if !DelimitedLabels.isSplit(name) {
        words.append(name)
      } else if subTopic == nil {
        subTopic = name
      } else {
        altered.append(name)
        words.append(DelimitedLabels.word(name))
      }
    }
    tags = words.joined(separator: " ")
    self.subTopic = subTopic ?? ""
    self.altered = altered
  }

  /// The word that stands for a name.
  public static func word(_ name: String) -> String {
    String(name.map { isSplit(String($0)) ? "_" : $0 })
  }

  private static func isSplit(_ name: String) -> Bool {
    name.unicodeScalars.contains { $0 == "," || $0 == ";" || $0.properties.isWhitespace }
  }
}
