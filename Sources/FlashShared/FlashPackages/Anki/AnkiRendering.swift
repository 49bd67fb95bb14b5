import FlashText

/// A card about to be shown: what its templates are filled with.
package struct AnkiCardText {
  /// HTML, one for each field of the note type.
  let fields: [ArraySlice<UInt8>]
  let fieldNames: [String]
  /// The number of the deletion that the card asks for; nil if it is of no cloze type.
  let clozeNumber: Int?
  let tags: String
  let noteType: String
  let card: String
  let deck: String
  let flag: Int
  let cardID: Int64
  private let clozes: AnkiClozes
  /// Whether each field has nothing in it.
  private let areEmpty: [Bool]

  /// Bytes of a side's HTML: many more than the text may have that comes of it.
  static let longest = 16 << 20

  /// - Parameters:
  ///   - fields: HTML, as many as there are names.
  ///   - clozeNumber: the deletion that is asked for; nil if the card is of no cloze type.
  ///   - clozes: reads deletions; the same for the cards of one note.
  package init(
    fields: [ArraySlice<UInt8>], fieldNames: [String], clozeNumber: Int?, tags: String = "",
    noteType: String = "", card: String = "", deck: String = "", flag: Int = 0, cardID: Int64 = 0,
    clozes: AnkiClozes = AnkiClozes()
  ) {
    self.fields = fields
    self.fieldNames = fieldNames
    self.clozeNumber = clozeNumber
    self.tags = tags
    self.noteType = noteType
    self.card = card
    self.deck = deck
    self.flag = flag
    self.cardID = cardID
    self.clozes = clozes
    areEmpty = fields.map(AnkiCardText.isEmpty)
  }

  /// Writes the HTML of a side.
  /// - Returns: false if it would be longer than ``longest``, or take as much to make: then what is
  ///   written is of no use.
  package func render(_ template: AnkiTemplate, isBack: Bool, into out: inout [UInt8]) -> Bool {
    var left = AnkiCardText.longest
    render(template.nodes, isBack: isBack, into: &out, &left)
    return left >= 0
  }

  /// - Parameter left: how much may still be read or written.
  private func render(
    _ nodes: [AnkiTemplate.Node], isBack: Bool, into out: inout [UInt8], _ left: inout Int
  ) {
    for node in nodes {
      left -= cost(of: node)
      guard left >= 0 else { return }
      let start = out.count
      switch node {
      case .text(let text): out.append(contentsOf: text)
      case .field(let field, let filters):
        guard !filters.isEmpty else {
          out.append(contentsOf: fields[field])
          continue
        }
        out.append(contentsOf: filtered(field, filters, isBack: isBack))
        left -= max(0, out.count - start - fields[field].count)
      case .special(let special, _):
        out.append(contentsOf: value(of: special).utf8)
        left -= out.count - start
      case .condition(let condition, let isNegated, let content):
        if holds(condition) != isNegated { render(content, isBack: isBack, into: &out, &left) }
      }
    }
  }

  /// Bytes that are read for a node, and one for itself.
  private func cost(of node: AnkiTemplate.Node) -> Int {
    switch node {
    case .text(let text): 1 + text.count
    case .field(let field, let filters): 1 + fields[field].count * max(1, filters.count)
    case .special, .condition: 1
    }
  }

  private func holds(_ condition: AnkiTemplate.Condition) -> Bool {
    switch condition {
    case .field(let field): !areEmpty[field]
    case .special(.frontSide): true
    case .special(let special): !value(of: special).isEmpty
    case .cloze(let number): number == clozeNumber
    }
  }

  private func value(of special: AnkiTemplate.Special) -> String {
    switch special {
    // The front is not repeated on the back.
    case .frontSide: ""
    case .tags: tags
    case .type: noteType
    case .deck: deck
    case .subdeck: DeckPath(deck)?.parts.last ?? deck
    case .card: card
    case .cardFlag: "flag\(flag)"
    case .cardID: "\(cardID)"
    }
  }

  private func filtered(_ field: Int, _ filters: [AnkiFilter], isBack: Bool) -> ArraySlice<UInt8> {
    var text = fields[field]
    if filters.contains(.type) {
      guard isBack else { return [] }
      return filters.contains(.cloze) ? answers(in: text) : text
    }
    for filter in filters {
      switch filter {
      case .cloze: text = cloze(text, isBack: isBack)
      case .clozeOnly: text = answers(in: text)
      case .text: text = AnkiCardText.withoutTags(text)
      case .hint: text = hint(text, name: fieldNames[field])
      case .furigana, .kana, .kanji: text = AnkiRuby.filtered(text, filter)
      case .type, .other: break
      }
    }
    return text
  }

  private func cloze(_ text: ArraySlice<UInt8>, isBack: Bool) -> ArraySlice<UInt8> {
    guard let clozeNumber, let cloze = clozes.cloze(text), cloze.numbers.contains(clozeNumber)
    else { return [] }
    let shown = isBack ? cloze.htmlBack(of: clozeNumber) : cloze.front(of: clozeNumber)
    return Array(shown.utf8)[...]
  }

  private func answers(in text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let clozeNumber, let cloze = clozes.cloze(text) else { return [] }
    return Array(cloze.answers(of: clozeNumber).joined(separator: ", ").utf8)[...]
  }

  private func hint(_ text: ArraySlice<UInt8>, name: String) -> ArraySlice<UInt8> {
    guard !AnkiCardText.isEmpty(text) else { return [] }
    return Array("<div>Hint (\(name)): ".utf8) + text + Array("</div>".utf8)
  }
}

extension AnkiCardText {
  /// Whether a field has nothing in it but blanks, line breaks and empty blocks.
  static func isEmpty(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    while let byte = rest.first {
      if byte == 0x20 || (0x09...0x0D).contains(byte) {
        rest = rest.dropFirst()
        continue
      }
      guard byte == UInt8(ascii: "<"), let end = rest.firstIndex(of: UInt8(ascii: ">")) else {
        return false
      }
      let name = rest[(rest.startIndex + 1)..<end].filter { $0 != 0x20 && $0 != UInt8(ascii: "/") }
      guard name.elementsEqual("br".utf8) || name.elementsEqual("div".utf8) else { return false }
      rest = rest[(end + 1)...]
    }
    return true
  }

  /// The text without tags and comments. Entities stay, as what comes out is HTML again.
  static func withoutTags(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var out: [UInt8] = []
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      if byte == UInt8(ascii: "<"), index + 1 < text.endIndex, isTagStart(text[index + 1]) {
        // Without an end ahead there is no tag further on either.
        guard let end = text[index...].firstIndex(of: UInt8(ascii: ">")) else { break }
        index = end + 1
      } else {
        out.append(byte)
        index += 1
      }
    }
    return (out + text[index...])[...]
  }

  private static func isTagStart(_ byte: UInt8) -> Bool {
    0x61...0x7A ~= byte | 0x20 || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "!")
  }

  /// The answer alone: what stands behind the last rule that Anki puts before it.
  package static func withoutQuestion(_ html: [UInt8]) -> ArraySlice<UInt8> {
    var index = html.count - 1
    // Where the next tag behind ends.
    var close: Int?
    while index >= 0 {
      if html[index] == UInt8(ascii: ">") { close = index }
      if html[index] == UInt8(ascii: "<"), let close, isAnswerRule(html[(index + 1)..<close]) {
        return html[(close + 1)...].drop { $0 == 0x0A }
      }
      index -= 1
    }
    return html[...]
  }

  /// Whether a tag is `<hr id=answer>`, quoted in any way and with other attributes behind.
  private static func isAnswerRule(_ tag: ArraySlice<UInt8>) -> Bool {
    var rest = tag
    // A word of small letters, in any case.
    func skip(_ word: String) -> Bool {
      let found = rest.prefix(word.utf8.count)
      guard found.elementsEqual(word.utf8, by: { $0 | 0x20 == $1 }) else { return false }
      rest = rest[found.endIndex...]
      return true
    }
    func blanks() { rest = rest.drop { $0 <= 0x20 } }
    guard skip("hr"), rest.first.map({ $0 <= 0x20 }) ?? false else { return false }
    blanks()
    guard skip("id") else { return false }
    blanks()
    guard rest.first == UInt8(ascii: "=") else { return false }
    rest = rest.dropFirst()
    blanks()
    if rest.first == UInt8(ascii: "\"") || rest.first == UInt8(ascii: "'") {
      rest = rest.dropFirst()
    }
    return skip("answer")
  }
}

/// Reads fields with deletions. The newest is kept, as both sides of all cards of a note show it.
package final class AnkiClozes {
  private var field: [UInt8] = []
  private var cloze: AnkiCloze?

  package init() {}

  /// Nil if there is no deletion in the field.
  func cloze(_ field: ArraySlice<UInt8>) -> AnkiCloze? {
    if self.field[...] == field { return cloze }
    self.field = Array(field)
    cloze = AnkiCloze(field)
    return cloze
  }
}
