internal import FlashModel

extension CardQuery: CustomStringConvertible {
  /// The query as it can be typed: reading it gives the same query.
  public var description: String {
    switch self {
    case .all: ""
    case .term(let term): term.description
    case .not(let part): "-" + part.nested
    case .and(let parts): parts.map(\.nested).joined(separator: " ")
    case .or(let parts): parts.map(\.nestedUnlessSequence).joined(separator: " or ")
    }
  }

  private var nested: String {
    switch self {
    case .term, .not: description
    // Every card, where a term is wanted.
    case .all: "deck:*"
    case .and, .or: "(\(description))"
    }
  }

  private var nestedUnlessSequence: String {
    if case .and = self { description } else { nested }
  }
}

extension CardTerm: CustomStringConvertible {
  /// The term as it can be typed.
  public var description: String {
    switch self {
    case .text(let text): return text.typed(alone: true, exceptFor: ["or", "and"])
    case .side(let side, let text): return "\(side.rawValue):\(text.typed())"
    case .pattern(let pattern): return "re:\"\(CardTerm.quoted(pattern.source))\""
    case .deck(let text): return "deck:\(text.typed())"
    case .deckIDs(let ids): return "did:\(ids.map(\.description).joined(separator: ","))"
    case .tag(let text):
      // The word without quotes means the absence of tags.
      return "tag:\(text.typed(exceptFor: ["none"]))"
    case .untagged: return "tag:none"
    case .mark(let mark): return "is:\(mark.rawValue)"
    case .property(let property, let comparison, let number):
      return "prop:\(property.rawValue)\(comparison.rawValue)\(CardTerm.digits(number))"
    case .rated(let days, let rating):
      return "rated:\(days)" + (rating.map { ":\($0.rawValue)" } ?? "")
    case .added(let days): return "added:\(days)"
    case .edited(let days): return "edited:\(days)"
    case .introduced(let days): return "introduced:\(days)"
    case .flag(let flag): return "flag:\(flag)"
    case .kind(let kind): return "kind:\(kind.rawValue)"
    case .note(let id): return "note:\(id)"
    case .ids(let ids): return "id:\(ids.map(\.description).joined(separator: ","))"
    case .source(let text): return "source:\(text.typed())"
    }
  }

  private static func digits(_ number: Double) -> String {
    let digits = "\(number)"
    return digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits
  }

  /// A pattern for quotes: its quotes escaped, its backslashes being escapes already.
  private static func quoted(_ pattern: String) -> String {
    var typed = ""
    var isEscaped = false
    for scalar in pattern.unicodeScalars {
      if scalar == "\"", !isEscaped { typed.unicodeScalars.append("\\") }
      typed.unicodeScalars.append(scalar)
      isEscaped = scalar == "\\" && !isEscaped
    }
    return typed
  }
}

extension QueryText {
  /// The text as it can be typed, in quotes if need be.
  /// - Parameters:
  ///   - alone: no term's name stands before it, so it must not seem to begin with one.
  ///   - words: these mean something else without quotes.
  fileprivate func typed(alone: Bool = false, exceptFor words: [String] = []) -> String {
    let word = pieces.map { piece in
      piece.unicodeScalars.map { scalar -> String in
        switch scalar {
        case "\\", "\"", "*": "\\\(scalar)"
        case ":" where alone: "\\:"
        default: String(scalar)
        }
      }.joined()
    }.joined(separator: "*")
    let isPlain = pieces.allSatisfy { $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } }
    return isPlain && !words.contains(word.lowercased()) ? word : "\"\(word)\""
  }
}
