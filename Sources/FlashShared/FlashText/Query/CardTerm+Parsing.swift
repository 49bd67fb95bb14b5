internal import FlashModel

extension CardTerm {
  /// Reads one word of a query.
  init(_ word: QueryWord) throws(QueryError) {
    guard let (name, value) = try CardTerm.split(word) else {
      let text = QueryText(pieces: word.pieces)
      guard text.pieces != [""] else { throw QueryError(.emptyText, at: word.column) }
      self = .text(text)
      return
    }
    guard !value.parts.isEmpty else {
      throw QueryError(.noValue(term: name.rawValue), at: word.column)
    }
    self = try CardTerm.term(name, value)
  }

  /// Name and value of a word such as `deck:Spanish`; nil if the word is only text.
  ///
  /// In quotes only a name that there is counts, so that a phrase may have a colon.
  private static func split(
    _ word: QueryWord
  ) throws(QueryError) -> (QueryTermName, QueryWord)? {
    guard let colon = word.parts.firstIndex(where: { !$0.isLetter }),
      colon > word.parts.startIndex, word.parts[colon].isBare(":")
    else { return nil }
    let value = word.parts[(colon + 1)...]
    // A path such as A::B is text.
    if let first = value.first, first.isBare(":"), first.origin == word.parts[colon].origin {
      return nil
    }
    let name = word.parts[..<colon].text.lowercased()
    guard let known = QueryTermName(rawValue: name) else {
      if word.parts[colon].origin == .quoted { return nil }
      let near = NearNames.of(name, among: QueryTermName.allCases.map(\.rawValue))
      throw QueryError(.unknownTerm(name, near: near), at: word.column)
    }
    return (known, QueryWord(parts: value, column: word.parts[colon].column + 1))
  }

  private static func term(
    _ name: QueryTermName, _ value: QueryWord
  ) throws(QueryError) -> CardTerm {
    switch name {
    case .deck: return .deck(QueryText(pieces: value.pieces))
    case .did: return .deckIDs(try ids(value, name))
    case .tag:
      // In quotes the word is the name of a tag.
      return value.isPlain && value.text.lowercased() == "none"
        ? .untagged : .tag(QueryText(pieces: value.pieces))
    case .is: return .mark(try word(value, name))
    case .prop: return try property(value)
    case .rated: return try rated(value)
    case .added: return .added(days: try days(value, name))
    case .edited: return .edited(days: try days(value, name))
    case .introduced: return .introduced(days: try days(value, name))
    case .flag: return .flag(try number(value, name, in: 0...7, expected: "a number from 0 to 7"))
    case .kind: return .kind(try word(value, name))
    case .note:
      guard let id = NoteID(value.text) else {
        throw QueryError(.notAnID(value.text, term: name.rawValue), at: value.column)
      }
      return .note(id)
    case .id: return .ids(try ids(value, name))
    case .front: return .side(.front, QueryText(pieces: value.pieces))
    case .back: return .side(.back, QueryText(pieces: value.pieces))
    case .hint: return .side(.hint, QueryText(pieces: value.pieces))
    case .re:
      do throws(PatternError) {
        return .pattern(try TextPattern(value.raw))
      } catch {
        throw QueryError(.badPattern(error), at: value.column(ofRaw: error.offset))
      }
    case .source: return .source(QueryText(pieces: value.pieces))
    }
  }

  private static func word<Word: RawRepresentable<String> & CaseIterable>(
    _ value: QueryWord, _ name: QueryTermName
  ) throws(QueryError) -> Word {
    let text = value.text.lowercased()
    if let word = Word(rawValue: text.replacingDash) { return word }
    let all = Word.allCases.map(\.rawValue)
    let near = NearNames.of(text, among: all)
    throw QueryError(
      .unknownWord(value.text, term: name.rawValue, known: near.isEmpty ? all : near),
      at: value.column)
  }

  private static func ids<Entity>(
    _ value: QueryWord, _ name: QueryTermName
  ) throws(QueryError) -> [Identifier<Entity>] {
    var ids: [Identifier<Entity>] = []
    for part in value.parts.split(
      omittingEmptySubsequences: false, whereSeparator: { $0.isBare(",") })
    {
      let text = part.text
      guard let id = Identifier<Entity>(text) else {
        throw QueryError(
          .notAnID(text, term: name.rawValue), at: part.first?.column ?? value.column)
      }
      ids.append(id)
    }
    return ids
  }
}

extension QueryWord.Part {
  fileprivate var isLetter: Bool {
    origin != .escaped && scalar.isASCII && scalar.properties.isAlphabetic
  }
}

extension QueryWord {
  /// Where the character stands that ``raw`` has at `offset`, in scalars.
  fileprivate func column(ofRaw offset: Int) -> Int {
    var rest = offset
    for part in parts {
      let width = part.origin == .escaped && part.scalar != "\"" ? 2 : 1
      if rest < width { return part.column }
      rest -= width
    }
    return (parts.last?.column ?? column) + 1
  }
}

extension String {
  /// `type-in` is read as `type_in`.
  fileprivate var replacingDash: String { String(map { $0 == "-" ? "_" : $0 }) }
}
