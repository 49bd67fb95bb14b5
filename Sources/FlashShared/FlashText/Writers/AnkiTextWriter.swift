/// Writes Anki's notes in plain text, with a column for each of id, note type, deck, the two fields
/// and tags: Anki imports every row, and importing it again changes nothing, there and here. Also
/// Anki's cards in plain text, which are questions and answers alone.
public struct AnkiTextWriter: Sendable {
  /// What a file has a row for.
  public enum Content: Sendable { case notes, cards }

  /// What of Anki's note types a note with two sides is.
  public enum NoteType: String, Sendable {
    case basic = "Basic"
    case reversed = "Basic (and reversed card)"
    case typeIn = "Basic (type in the answer)"
  }

  /// A card of a cloze note as it is here.
  public struct Sibling: Sendable {
    let number: Int
    let front: String
    let back: String

    /// - Parameter number: that of its deletions, from 1.
    public init(number: Int, front: String, back: String) {
      self.number = number
      self.front = front
      self.back = back
    }
  }

  /// What was written since the last ``removeAll()``.
  public private(set) var bytes: [UInt8] = []

  /// Begins a file with its headers.
  public init(_ content: Content) {
    bytes.append(contentsOf: "#separator:tab\n#html:true\n".utf8)
    guard content == .notes else { return }
    bytes.append(
      contentsOf: "#guid column:1\n#notetype column:2\n#deck column:3\n#tags column:6\n".utf8)
  }

  /// Adds a note.
  /// - Parameters:
  ///   - guid: the note's id in Anki, by which a later import finds it.
  ///   - front: Markdown, as `back` is.
  public mutating func note(
    guid: String, _ type: NoteType, deck: String, front: String, back: String, tags: AnkiTags
  ) {
    row(
      [Array(guid.utf8), Array(type.rawValue.utf8), Array(deck.utf8)]
        + AnkiFields.sides(front: front, back: back) + [Array(tags.words.utf8)])
  }

  /// Adds a cloze note.
  /// - Parameter siblings: its cards, as of ``AnkiFields/cloze(_:siblings:)``.
  public mutating func cloze(
    guid: String, _ text: ClozeText, deck: String, siblings: [Sibling], tags: AnkiTags
  ) {
    let fields = AnkiFields.cloze(text, siblings: siblings)
    row(
      [Array(guid.utf8), Array("Cloze".utf8), Array(deck.utf8)] + fields
        + [Array(tags.words.utf8)])
  }

  /// Adds a card to a file of cards.
  public mutating func card(front: String, back: String) {
    row(AnkiFields.sides(front: front, back: back))
  }

  /// Forgets what was written, keeping the memory; call it once it is stored.
  public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  private mutating func row(_ cells: [[UInt8]]) {
    for (column, cell) in cells.enumerated() {
      if column > 0 { bytes.append(0x09) }
      append(cell, isFirst: column == 0)
    }
    bytes.append(0x0A)
  }

  private mutating func append(_ cell: [UInt8], isFirst: Bool) {
    let needsQuotes =
      cell.contains { $0 == 0x09 || $0 == 0x0A || $0 == 0x0D || $0 == UInt8(ascii: "\"") }
      || (isFirst && cell.first == UInt8(ascii: "#"))
    guard needsQuotes else { return bytes.append(contentsOf: cell) }
    bytes.append(UInt8(ascii: "\""))
    for byte in cell {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

/// Sub-topics as Anki's tags, which are words: blanks in a name become `_`.
public struct AnkiTags: Hashable, Sendable {
  /// With a blank between two.
  public let words: String
  /// The names that will read back differently.
  public let altered: [String]

  /// - Parameter names: in the order they are to stand.
  public init(_ names: [String]) {
    words = names.map(AnkiTags.word).joined(separator: " ")
    altered = names.filter { AnkiTags.word($0) != $0 }
  }

  /// The word that stands for a name.
  public static func word(_ name: String) -> String {
    var word = String.UnicodeScalarView()
    for scalar in name.unicodeScalars { word.append(scalar.properties.isWhitespace ? "_" : scalar) }
    return String(word)
  }
}
