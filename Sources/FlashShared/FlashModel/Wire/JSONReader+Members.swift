extension JSONReader {
  /// Reads an object, calling `read` after each key.
  /// - Parameter read: reads the value, or steps over it.
  /// - Throws: what `read` throws, with the key as the field that is at fault.
  mutating func members(
    _ read: (String, inout JSONReader) throws(JSONError) -> Void
  ) throws(JSONError) {
    try beginObject()
    while let key = try nextKey() {
      do throws(JSONError) {
        try read(key, &self)
      } catch {
        throw JSONError(offset: error.offset, reason: error.reason, field: error.field ?? key)
      }
    }
  }

  public mutating func identifier<Entity>() throws(JSONError) -> Identifier<Entity> {
    let start = offset
    let text = try string()
    guard let identifier = Identifier<Entity>(text) else {
      throw JSONError(offset: start, reason: "a UUID expected, not '\(text.prefix(40))'")
    }
    return identifier
  }

  mutating func identifierOrNull<Entity>() throws(JSONError) -> Identifier<Entity>? {
    try readNull() ? nil : try identifier()
  }

  public mutating func timestamp() throws(JSONError) -> Timestamp {
    Timestamp(milliseconds: try integer())
  }

  mutating func timestampOrNull() throws(JSONError) -> Timestamp? {
    try readNull() ? nil : try timestamp()
  }

  mutating func doubleOrNull() throws(JSONError) -> Double? {
    try readNull() ? nil : try double()
  }

  public mutating func integer(in range: ClosedRange<Int>) throws(JSONError) -> Int {
    let start = offset
    let value = try integer()
    guard let number = Int(exactly: value), range.contains(number) else {
      throw JSONError(
        offset: start, reason: "\(value) is not in \(range.lowerBound)...\(range.upperBound)")
    }
    return number
  }

  public mutating func integerOrNull(in range: ClosedRange<Int>) throws(JSONError) -> Int? {
    try readNull() ? nil : try integer(in: range)
  }

  public mutating func stringOrNull() throws(JSONError) -> String? {
    try readNull() ? nil : try string()
  }

  /// A text of at most `limit` bytes.
  mutating func text(atMost limit: Int) throws(JSONError) -> String {
    let start = offset
    let text = try string()
    guard text.utf8.count <= limit else {
      throw JSONError(offset: start, reason: "longer than \(limit) bytes")
    }
    return text
  }

  mutating func textOrNull(atMost limit: Int) throws(JSONError) -> String? {
    try readNull() ? nil : try text(atMost: limit)
  }

  /// A name or a title, of at most 255 characters.
  mutating func name() throws(JSONError) -> String {
    let start = offset
    let text = try string()
    guard text.utf8.count <= 255 || text.unicodeScalars.count <= 255 else {
      throw JSONError(offset: start, reason: "longer than 255 characters")
    }
    return text
  }

  /// One of a set of words.
  mutating func word<Word: RawRepresentable<String>>() throws(JSONError) -> Word {
    try word { Word(rawValue: $0) }
  }

  /// One of a set of words that `meaning` knows.
  mutating func word<Meaning>(_ meaning: (String) -> Meaning?) throws(JSONError) -> Meaning {
    let start = offset
    let text = try string()
    guard let value = meaning(text) else {
      throw JSONError(offset: start, reason: "an unknown word: '\(text.prefix(40))'")
    }
    return value
  }
}
