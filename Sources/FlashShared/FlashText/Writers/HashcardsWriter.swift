/// Writes hashcards' Markdown, one deck a file.
public struct HashcardsWriter: Sendable {
  /// What was written since the last ``removeAll()``.
  public private(set) var bytes: [UInt8] = []

  /// Begins a file that names its deck in front matter.
  public init(deck: String) {
    var name = ""
    for character in deck {
      if character == "\"" || character == "\\" { name.append("\\") }
      name.append(character)
    }
    bytes.append(contentsOf: "---\nname = \"\(name)\"\n---\n".utf8)
  }

  /// Adds a card of two sides.
  /// - Parameter id: a comment with it keeps the card's schedule; nil writes none.
  /// - Returns: false, with nothing written, if a line of a side would be read as a mark.
  public mutating func card(front: String, back: String, id: String?) -> Bool {
    guard HashcardsWriter.isPlain(front), HashcardsWriter.isPlain(back) else { return false }
    append("Q: \(front)\nA: \(back)\n", id)
    return true
  }

  /// Adds cloze text.
  /// - Returns: false, with nothing written, if the notation can't say it: there every deletion is
  ///   one card of its own, without a hint, in the order of the text.
  public mutating func cloze(_ text: ClozeText, id: String?) -> Bool {
    guard text.extra.isEmpty, let source = HashcardsWriter.source(text),
      HashcardsWriter.isPlain(source),
      BracketCloze.read(Array(source.utf8)[...]) == ClozeText(text.source)
    else { return false }
    append("C: \(source)\n", id)
    return true
  }

  /// Forgets what was written, keeping the memory; call it once it is stored.
  public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  private mutating func append(_ card: String, _ id: String?) {
    bytes.append(0x0A)
    bytes.append(contentsOf: card.utf8)
    if let id { bytes.append(contentsOf: (CardComment.line(id) + "\n").utf8) }
  }

  /// Whether no line but the first would be read as a mark.
  private static func isPlain(_ side: String) -> Bool {
    side.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).dropFirst().allSatisfy {
      line in
      let text = Array(line)[...]
      return !["Q:", "A:", "C:"].contains { text.starts(with: $0.utf8) }
        && !text.trimmedBlanks.elementsEqual("---".utf8)
        && CardComment.id(in: Line(text: text, number: 1)) == nil
    }
  }

  private static func source(_ text: ClozeText) -> String? {
    var source = ""
    for node in text.nodes {
      switch node {
      case .text(let text): source += escaped(text)
      case .deletion(let deletion):
        guard deletion.hint == nil, deletion.content.count == 1,
          case .text(let content) = deletion.content[0],
          !CardText.cleaned(content).isEmpty
        else { return nil }
        source += "[\(escaped(content))]"
      }
    }
    return source
  }

  /// Text whose brackets are no deletions; those of pictures are none anyway.
  private static func escaped(_ text: String) -> String {
    var escaped: [UInt8] = []
    var isPicture = false
    for byte in text.utf8 {
      if byte == UInt8(ascii: "["), escaped.last == UInt8(ascii: "!") {
        isPicture = true
      } else if byte == UInt8(ascii: "]"), isPicture {
        isPicture = false
      } else if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]") {
        escaped.append(UInt8(ascii: "\\"))
      }
      escaped.append(byte)
    }
    return String(decoding: escaped, as: UTF8.self)
  }
}
