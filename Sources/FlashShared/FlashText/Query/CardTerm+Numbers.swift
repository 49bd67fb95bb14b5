internal import FlashModel

// The terms that have numbers in them.

extension CardTerm {
  /// Days are at most a century.
  private static let mostDays = 36_500
  private static let largestWhole = 1_000_000_000

  static func days(_ value: QueryWord, _ name: QueryTermName) throws(QueryError) -> Int {
    try number(value, name, in: 1...mostDays, expected: "a number of days, from 1")
  }

  static func number(
    _ value: QueryWord, _ name: QueryTermName, in range: ClosedRange<Int>, expected: String
  ) throws(QueryError) -> Int {
    guard let number = wholeNumber(value.text), range.contains(number) else {
      throw QueryError(
        .notANumber(value.text, term: name.rawValue + ":", expected: expected), at: value.column)
    }
    return number
  }

  /// `7`, or `7:1` with a rating.
  static func rated(_ value: QueryWord) throws(QueryError) -> CardTerm {
    guard let colon = value.parts.firstIndex(where: { $0.isBare(":") }) else {
      return .rated(days: try days(value, .rated), nil)
    }
    let count = QueryWord(parts: value.parts[..<colon], column: value.column)
    let rest = QueryWord(
      parts: value.parts[(colon + 1)...], column: value.parts[colon].column + 1)
    guard let rating = Rating(rest.text) else {
      throw QueryError(
        .notANumber(
          rest.text, term: "rated:", expected: "a rating, 1 to 4, again, hard, good or easy"),
        at: rest.column)
    }
    return .rated(days: try days(count, .rated), rating)
  }

  /// Such as `due<=3`.
  static func property(_ value: QueryWord) throws(QueryError) -> CardTerm {
    let text = value.text
    guard let place = value.parts.firstIndex(where: { "=!<>".unicodeScalars.contains($0.scalar) })
    else {
      throw QueryError(.noComparison("prop:" + text), at: value.column)
    }
    let property = try self.property(named: value.parts[..<place], at: value.column)
    let rest = value.parts[place...].text
    guard let comparison = Comparison.allCases.first(where: { rest.hasPrefix($0.rawValue) }) else {
      throw QueryError(.noComparison("prop:" + text), at: value.parts[place].column)
    }
    let digits = String(rest.dropFirst(comparison.rawValue.count))
    let number = property.isWhole ? wholeNumber(digits).map(Double.init) : decimalNumber(digits)
    guard let number, abs(number) <= Double(largestWhole) else {
      throw QueryError(
        .notANumber(
          digits, term: "prop:\(property.rawValue)",
          expected: property.isWhole ? "a whole number" : "a number"),
        at: value.parts[place].column + comparison.rawValue.utf8.count)
    }
    return .property(property, comparison, number)
  }

  private static func property(
    named parts: ArraySlice<QueryWord.Part>, at column: Int
  ) throws(QueryError) -> CardProperty {
    let name = parts.text.lowercased()
    if let known = CardProperty(rawValue: name) ?? CardProperty.synonyms[name] { return known }
    let words = CardProperty.allCases.map(\.rawValue)
    let near = NearNames.of(name, among: words + CardProperty.synonyms.keys)
    throw QueryError(
      .unknownWord(name, term: "prop", known: near.isEmpty ? words : near), at: column)
  }

  private static func wholeNumber(_ text: String) -> Int? {
    guard text.utf8.count <= 12, text.utf8.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: "-") })
    else { return nil }
    return Int(text)
  }

  // Double's own reader knows nan, infinity and hexadecimal digits too.
  private static func decimalNumber(_ text: String) -> Double? {
    guard let first = text.utf8.first(where: { $0 != UInt8(ascii: "-") }),
      isDigit(first) || first == UInt8(ascii: "."),
      text.utf8.allSatisfy({ isDigit($0) || ".-+eE".utf8.contains($0) })
    else { return nil }
    return Double(text)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
}
