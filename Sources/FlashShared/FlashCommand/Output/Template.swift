import FlashModel

/// The text of `--template`: `{field}` stands for a field, `{{` and `}}` for braces, `\t`, `\n` and
/// `\\` for what they are elsewhere.
struct Template: Hashable {
  private enum Piece: Hashable {
    case text(String)
    case field(Int)
  }

  private var pieces: [Piece] = []
  /// The fields in the order of their first use.
  private(set) var fieldNames: [String] = []

  /// - Throws: ``UsageError/unknownField(_:known:)``; ``UsageError/other(_:hint:)`` for a brace
  ///   without its partner.
  init(_ text: String, known: [String]) throws(UsageError) {
    var plain = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      switch character {
      case "{" where rest.first == "{", "}" where rest.first == "}":
        plain.append(character)
        rest.removeFirst()
      case "\\":
        plain.append(Self.escaped(rest.popFirst()))
      case "{":
        guard let end = rest.firstIndex(of: "}") else { throw Self.unbalanced(text) }
        let name = String(rest[..<end])
        guard known.contains(name) else { throw .unknownField(name, known: known) }
        if !plain.isEmpty { pieces.append(.text(plain)) }
        plain = ""
        pieces.append(.field(index(of: name)))
        rest = rest[rest.index(after: end)...]
      case "}": throw Self.unbalanced(text)
      default: plain.append(character)
      }
    }
    if !plain.isEmpty { pieces.append(.text(plain)) }
  }

  private static func unbalanced(_ text: String) -> UsageError {
    .other(
      "'--template' has a brace without its partner: '\(text)'", hint: "write '{{' for a brace")
  }

  private static func escaped(_ character: Character?) -> String {
    switch character {
    case "t": "\t"
    case "n": "\n"
    case "\\", nil: "\\"
    case .some(let other): "\\\(other)"
    }
  }

  private mutating func index(of name: String) -> Int {
    if let index = fieldNames.firstIndex(of: name) { return index }
    fieldNames.append(name)
    return fieldNames.count - 1
  }

  /// - Parameter texts: one for each of ``fieldNames``.
  func filled(with texts: [String]) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .field(let index): texts[index]
      }
    }.joined()
  }

  /// What a template shows for a JSON value: a string bare, null as nothing, all else as it is.
  static func text(of json: [UInt8]) throws(JSONError) -> String {
    guard json.first == UInt8(ascii: "\"") else {
      return json == Array("null".utf8) ? "" : String(decoding: json, as: UTF8.self)
    }
    var reader = JSONReader(json)
    return try reader.string()
  }
}
