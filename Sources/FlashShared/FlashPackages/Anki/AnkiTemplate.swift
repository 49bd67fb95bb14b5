/// One side of an Anki card type: HTML with fields and conditions in it.
package struct AnkiTemplate {
  /// A piece of it.
  indirect enum Node {
    case text([UInt8])
    case field(Int, filters: [AnkiFilter])
    case special(Special, filters: [AnkiFilter])
    case condition(Condition, isNegated: Bool, content: [Node])
  }

  /// What decides whether a piece is shown.
  enum Condition {
    case field(Int)
    case special(Special)
    /// Whether the card is that of a cloze number.
    case cloze(Int)
  }

  /// Names that stand for no field.
  enum Special: String, CaseIterable {
    case frontSide = "FrontSide"
    case tags = "Tags"
    case type = "Type"
    case deck = "Deck"
    case subdeck = "Subdeck"
    case card = "Card"
    case cardFlag = "CardFlag"
    case cardID = "CardID"
  }

  /// Conditions within one another.
  static let maximumDepth = 256

  let nodes: [Node]

  /// The fields that a template shows through a filter.
  func fields(through filter: AnkiFilter) -> [Int] {
    func found(_ nodes: [Node]) -> [Int] {
      nodes.flatMap { (node) -> [Int] in
        switch node {
        case .field(let field, let filters): filters.contains(filter) ? [field] : []
        case .condition(_, _, let content): found(content)
        case .text, .special: []
        }
      }
    }
    return found(nodes)
  }
}

/// What is done to a field's text before it is shown.
enum AnkiFilter: Hashable {
  case text, cloze, clozeOnly, hint, type, furigana, kana, kanji
  /// One that changes nothing here: speech, add-ons.
  case other

  init(_ name: Substring) {
    switch name {
    case "text": self = .text
    case "cloze": self = .cloze
    case "cloze-only": self = .clozeOnly
    case "hint": self = .hint
    case "type": self = .type
    case "furigana": self = .furigana
    case "kana": self = .kana
    case "kanji": self = .kanji
    default: self = .other
    }
  }
}

/// Why a template can't be used.
package enum AnkiTemplateFlaw: Error, Hashable {
  case syntax
  case unknownField(String)

  /// In words, for a warning.
  package var words: String {
    switch self {
    case .syntax: "a tag or condition that is not closed"
    case .unknownField(let name): "no field is called '\(name)'"
    }
  }
}

/// Reads a template.
///
/// - Source: docs.ankiweb.net, "Field replacements" and "Conditional replacement".
package struct AnkiTemplateParser {
  private let text: [UInt8]
  private let fields: [String: Int]
  private let opening: [UInt8]
  private let closing: [UInt8]
  private var index: Int
  private var depth = 0
  /// Whether a comment that begins here may end.
  private var mayEndComment = true

  /// Filters of one field; each reads all of its text.
  private static let mostFilters = 16
  private static let alternative = Array("{{=<% %>=}}".utf8)

  /// - Parameter fields: names of the note type's fields, with their place.
  package init(_ text: [UInt8], fields: [String: Int]) {
    let start = text.firstIndex { $0 > 0x20 } ?? 0
    let isAlternative = text[start...].starts(with: AnkiTemplateParser.alternative)
    self.text = text
    self.fields = fields
    opening = Array((isAlternative ? "<%" : "{{").utf8)
    closing = Array((isAlternative ? "%>" : "}}").utf8)
    index = isAlternative ? start + AnkiTemplateParser.alternative.count : 0
  }

  package mutating func parse() throws(AnkiTemplateFlaw) -> AnkiTemplate {
    AnkiTemplate(nodes: try nodes(until: nil))
  }

  /// The nodes up to the end of the condition on `name`, or of the text.
  private mutating func nodes(until name: String?) throws(AnkiTemplateFlaw) -> [AnkiTemplate.Node] {
    var nodes: [AnkiTemplate.Node] = []
    var plain: [UInt8] = []
    func flush() {
      if !plain.isEmpty { nodes.append(.text(plain)) }
      plain.removeAll()
    }
    while index < text.count {
      if let comment = comment() {
        plain += comment
      } else if text[index...].starts(with: opening) {
        guard let tag = tag() else { throw .syntax }
        flush()
        switch tag.first {
        case "#", "^":
          nodes.append(try condition(tag))
        case "/":
          guard let name, AnkiTemplateParser.trimmed(tag.dropFirst()) == name else { throw .syntax }
          return nodes
        default: nodes.append(try field(tag))
        }
      } else {
        plain.append(text[index])
        index += 1
      }
    }
    guard name == nil else { throw .syntax }
    flush()
    return nodes
  }

  /// A comment that begins here, which nothing in it is read of.
  private mutating func comment() -> ArraySlice<UInt8>? {
    guard text[index] == UInt8(ascii: "<"), mayEndComment,
      text[index...].starts(with: "<!--".utf8)
    else { return nil }
    guard let end = find("-->".utf8, from: index + 4) else {
      mayEndComment = false
      return nil
    }
    defer { index = end + 3 }
    return text[index..<(end + 3)]
  }

  /// The content of a tag that begins here; nil if it does not end.
  private mutating func tag() -> Substring? {
    guard let end = find(closing, from: index + opening.count) else { return nil }
    defer { index = end + closing.count }
    let content = String(decoding: text[(index + opening.count)..<end], as: UTF8.self)
    return AnkiTemplateParser.trimmed(content.drop { $0 == "{" })
  }

  private func find(_ mark: some Collection<UInt8>, from start: Int) -> Int? {
    var place = start
    while place + mark.count <= text.count {
      if text[place...].starts(with: mark) { return place }
      place += 1
    }
    return nil
  }

  private mutating func condition(_ tag: Substring) throws(AnkiTemplateFlaw) -> AnkiTemplate.Node {
    let name = AnkiTemplateParser.trimmed(tag.dropFirst())
    depth += 1
    defer { depth -= 1 }
    guard depth <= AnkiTemplate.maximumDepth else { throw .syntax }
    let condition = try self.condition(named: name)
    return .condition(
      condition, isNegated: tag.first == "^", content: try nodes(until: String(name)))
  }

  private func condition(
    named name: Substring
  ) throws(AnkiTemplateFlaw) -> AnkiTemplate.Condition {
    if let field = fields[String(name)] { return .field(field) }
    if let special = AnkiTemplate.Special(rawValue: String(name)) { return .special(special) }
    if name.first == "c", let number = Int(name.dropFirst()) { return .cloze(number) }
    throw .unknownField(String(name))
  }

  private func field(_ tag: Substring) throws(AnkiTemplateFlaw) -> AnkiTemplate.Node {
    let parts = tag.split(separator: ":", omittingEmptySubsequences: false)
      .map(AnkiTemplateParser.trimmed)
    guard let name = parts.last else { throw .syntax }
    // Those nearest to the name come first.
    let filters = parts.dropLast().reversed().filter { !$0.isEmpty }.map { AnkiFilter($0) }
    guard filters.count <= AnkiTemplateParser.mostFilters else { throw .syntax }
    if let field = fields[String(name)] { return .field(field, filters: filters) }
    guard let special = AnkiTemplate.Special(rawValue: String(name)) else {
      throw .unknownField(String(name))
    }
    return .special(special, filters: filters)
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0.isWhitespace }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return text
  }
}
