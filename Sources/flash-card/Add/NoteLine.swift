import FlashModel

/// A note as one line of standard input: front, tab, back, and tags behind another tab, separated by
/// blanks; or a JSON object.
enum NoteLine {
  /// - Parameters:
  ///   - template: what the options say of every note.
  ///   - isCloze: a line that is no object is cloze text.
  static func note(
    _ line: String, _ template: NewNote, isCloze: Bool
  ) throws(CardError) -> NewNote {
    if line.utf8.first == UInt8(ascii: "{"), !line.hasPrefix("{{") {
      return try object(line, template)
    }
    var note = template
    if isCloze {
      note.text = .cloze(line)
      return note
    }
    let parts = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count > 1 else { throw .noTab }
    note.text = .sides(front: String(parts[0]), back: String(parts[1]))
    if parts.count > 2 {
      note.tags += parts[2].split(whereSeparator: \.isWhitespace).map(String.init)
    }
    return note
  }

  private static func object(_ line: String, _ template: NewNote) throws(CardError) -> NewNote {
    // What is wrong with the syntax matters less than where it is, which the caller adds.
    guard let json = try? JSONValue(parsing: Array(line.utf8)), case .object = json else {
      throw .notJSON
    }
    var note = template
    if let cloze = try text("cloze", json) {
      note.text = .cloze(cloze)
    } else {
      guard let front = try text("front", json) else {
        throw .badObject("has neither 'front' nor 'cloze'")
      }
      guard let back = try text("back", json) else { throw .badObject("has no 'back'") }
      note.text = .sides(front: front, back: back)
    }
    note.hint = try text("hint", json) ?? template.hint
    note.deck = try text("deck", json)
    note.tags += try list("tags", json) + list("sub_topics", json)
    switch try text("kind", json) {
    case nil, "basic", "cloze": break
    case "type_in": note.isTypedIn = true
    default: throw .badObject("has a 'kind' that is none of basic, cloze and type_in")
    }
    switch json["reverse"] {
    case nil, .null: break
    case .bool(let flag): note.isReversed = flag
    default: throw .badObject("has a 'reverse' that is neither true nor false")
    }
    return note
  }

  private static func text(_ key: String, _ json: JSONValue) throws(CardError) -> String? {
    switch json[key] {
    case nil, .null: return nil
    case .string(let text): return text
    default: throw .badObject("has a '\(key)' that is no text")
    }
  }

  private static func list(_ key: String, _ json: JSONValue) throws(CardError) -> [String] {
    switch json[key] {
    case nil, .null: return []
    case .string(let text): return text.split(whereSeparator: \.isWhitespace).map(String.init)
    case .array(let elements):
      var texts: [String] = []
      for element in elements {
        guard case .string(let text) = element else {
          throw .badObject("has '\(key)' that are not all texts")
        }
        texts.append(text)
      }
      return texts
    default: throw .badObject("has '\(key)' that are no list")
    }
  }
}
