extension CardQuery {
  /// Reads a query; one of white space alone means every card.
  /// - Throws: ``QueryError``.
  public init(parsing text: String) throws(QueryError) {
    var parser = QueryParser(tokens: try QueryLexer.tokens(of: text))
    self = try parser.query()
  }
}

/// Reads tokens by recursive descent: `or` binds least, then what stands side by side, then `-`.
private struct QueryParser {
  /// How deep parentheses and dashes may stand in one another; SQLite's parser keeps 100 symbols,
  /// and needs three for each.
  static let deepest = 20
  /// Most terms of a query; SQLite nests conditions that stand side by side, up to 1,000.
  static let mostTerms = 400

  private let tokens: [QueryToken]
  private var index = 0
  private var depth = 0
  private var terms = 0

  init(tokens: [QueryToken]) { self.tokens = tokens }

  private var next: QueryToken? { index < tokens.count ? tokens[index] : nil }

  mutating func query() throws(QueryError) -> CardQuery {
    guard !tokens.isEmpty else { return .all }
    let query = try alternatives(behind: nil)
    if let next { throw QueryError(.closingParenthesis, at: next.column) }
    return query
  }

  private mutating func alternatives(behind token: QueryToken?) throws(QueryError) -> CardQuery {
    var parts = [try sequence(behind: token)]
    while let or = next, or.kind == .or {
      index += 1
      parts.append(try sequence(behind: or))
    }
    return .any(parts)
  }

  private mutating func sequence(behind token: QueryToken?) throws(QueryError) -> CardQuery {
    var parts = [try negation(behind: token)]
    while let next, next.kind != .or, next.kind != .close {
      if next.kind == .and { index += 1 }
      parts.append(try negation(behind: next.kind == .and ? next : nil))
    }
    return .every(parts)
  }

  /// - Parameter token: what makes something necessary here, if there is such a token.
  private mutating func negation(behind token: QueryToken?) throws(QueryError) -> CardQuery {
    guard let first = next else { throw missing(behind: token) }
    index += 1
    switch first.kind {
    case .or, .and, .close:
      index -= 1
      throw missing(behind: token)
    case .minus:
      try enter(at: first.column)
      defer { depth -= 1 }
      // A dash with a space behind it is no negation but a slip.
      guard let next, next.column == first.column + 1 else {
        throw QueryError(.nothingBehind("-"), at: first.column)
      }
      return .not(try negation(behind: first))
    case .open:
      try enter(at: first.column)
      defer { depth -= 1 }
      let inner = try alternatives(behind: first)
      guard let close = next, close.kind == .close else {
        throw QueryError(.openParenthesis, at: first.column)
      }
      index += 1
      return inner
    case .word(let word):
      terms += 1
      guard terms <= QueryParser.mostTerms else {
        throw QueryError(.tooLarge("more than \(QueryParser.mostTerms) terms"), at: first.column)
      }
      return .term(try CardTerm(word))
    }
  }

  private mutating func enter(at column: Int) throws(QueryError) {
    depth += 1
    guard depth <= QueryParser.deepest else {
      throw QueryError(.tooLarge("nested deeper than \(QueryParser.deepest)"), at: column)
    }
  }

  private func missing(behind token: QueryToken?) -> QueryError {
    guard let token else {
      // Nothing came before: the token that stands here needs something on its left.
      guard let next, next.kind != .close else {
        return QueryError(next == nil ? .emptyText : .closingParenthesis, at: next?.column ?? 1)
      }
      return QueryError(.nothingBefore(word(of: next)), at: next.column)
    }
    return token.kind == .open && next == nil
      ? QueryError(.openParenthesis, at: token.column)
      : QueryError(.nothingBehind(word(of: token)), at: token.column)
  }

  private func word(of token: QueryToken) -> String {
    switch token.kind {
    case .open: "("
    case .close: ")"
    case .minus: "-"
    case .and: "and"
    case .or: "or"
    case .word(let word): word.text
    }
  }
}
