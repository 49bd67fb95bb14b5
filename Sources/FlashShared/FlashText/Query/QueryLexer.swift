/// What a query is made of.
struct QueryToken: Hashable {
  enum Kind: Hashable {
    case open
    case close
    case minus
    case and
    case or
    case word(QueryWord)
  }

  let kind: Kind
  /// In characters from 1.
  let column: Int
}

/// What belongs together, with or without quotes.
struct QueryWord: Hashable {
  enum Origin: Hashable {
    case plain
    case quoted
    /// Behind a backslash.
    case escaped
  }

  struct Part: Hashable {
    // Not a character: a mark behind a quote must not make something else of the quote.
    let scalar: Unicode.Scalar
    let origin: Origin
    let column: Int

    /// Whether it is that scalar, written without a backslash.
    func isBare(_ other: Unicode.Scalar) -> Bool { origin != .escaped && scalar == other }
  }

  var parts: ArraySlice<Part>
  /// Where it begins, or would.
  var column: Int

  /// The text, without quotes and backslashes.
  var text: String { parts.text }

  /// What stands between the asterisks that are not escaped.
  var pieces: [String] {
    parts.split(omittingEmptySubsequences: false) { $0.isBare("*") }
      .map(\.text)
  }

  /// The text with its backslashes, except before a quote.
  var raw: String {
    parts.reduce(into: "") { raw, part in
      if part.origin == .escaped, part.scalar != "\"" { raw.unicodeScalars.append("\\") }
      raw.unicodeScalars.append(part.scalar)
    }
  }

  var isPlain: Bool { parts.allSatisfy { $0.origin == .plain } }
}

extension ArraySlice<QueryWord.Part> {
  var text: String { String(String.UnicodeScalarView(map(\.scalar))) }
}

/// Cuts a query into tokens.
struct QueryLexer {
  /// The longest query, in bytes of UTF-8.
  static let longest = 65_536

  private let scalars: [Unicode.Scalar]
  /// Of each scalar.
  private let columns: [Int]
  private var index = 0
  private var tokens: [QueryToken] = []

  static func tokens(of query: String) throws(QueryError) -> [QueryToken] {
    guard query.utf8.count <= longest else {
      throw QueryError(.tooLarge("longer than \(longest) bytes"), at: 1)
    }
    var lexer = QueryLexer(query)
    while lexer.index < lexer.scalars.count { try lexer.takeToken() }
    return lexer.tokens
  }

  private init(_ query: String) {
    scalars = Array(query.unicodeScalars)
    columns = query.enumerated().flatMap { place, character in
      character.unicodeScalars.map { _ in place + 1 }
    }
  }

  private var column: Int { columns[index] }

  private mutating func takeToken() throws(QueryError) {
    let scalar = scalars[index]
    switch scalar {
    case "(": take(.open)
    case ")": take(.close)
    case "-": take(.minus)
    case _ where scalar.properties.isWhitespace: index += 1
    default: try takeWord()
    }
  }

  private mutating func take(_ kind: QueryToken.Kind) {
    tokens.append(QueryToken(kind: kind, column: column))
    index += 1
  }

  private mutating func takeWord() throws(QueryError) {
    let start = column
    var parts: [QueryWord.Part] = []
    var openQuote: Int?
    while index < scalars.count {
      let scalar = scalars[index]
      if scalar == "\"" {
        openQuote = openQuote == nil ? column : nil
      } else if scalar == "\\", index + 1 < scalars.count {
        index += 1
        parts.append(QueryWord.Part(scalar: scalars[index], origin: .escaped, column: column))
      } else if openQuote != nil {
        parts.append(QueryWord.Part(scalar: scalar, origin: .quoted, column: column))
      } else if scalar.properties.isWhitespace || scalar == "(" || scalar == ")" {
        break
      } else {
        parts.append(QueryWord.Part(scalar: scalar, origin: .plain, column: column))
      }
      index += 1
    }
    if let openQuote { throw QueryError(.openQuote, at: openQuote) }
    let word = QueryWord(parts: parts[...], column: start)
    tokens.append(QueryToken(kind: kind(of: word), column: start))
  }

  private func kind(of word: QueryWord) -> QueryToken.Kind {
    guard word.isPlain else { return .word(word) }
    switch word.text.lowercased() {
    case "or": return .or
    case "and": return .and
    default: return .word(word)
    }
  }
}
