/// Splits a line into words as a shell does, without expanding anything.
enum ShellWords {
  /// The words of `line`: blanks separate, single quotes take everything, double quotes everything
  /// but backslashes, a backslash the next character.
  /// - Returns: nil if a quote is not closed or a backslash ends the line.
  static func split(_ line: String) -> [String]? {
    var words: [String] = []
    var word: String.UnicodeScalarView?
    var quote: Unicode.Scalar?
    var scalars = line.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      switch (scalar, quote) {
      case ("\\", nil), ("\\", "\""):
        guard let next = scalars.next() else { return nil }
        // Within double quotes a backslash is itself before all but these.
        if quote != nil, next != "\"", next != "\\", next != "$", next != "`" {
          word = (word ?? .init()) + ["\\"]
        }
        word = (word ?? .init()) + [next]
      case ("'", nil), ("\"", nil):
        quote = scalar
        word = word ?? .init()
      case (_, let open?) where scalar == open: quote = nil
      case (" ", nil), ("\t", nil), ("\n", nil):
        if let finished = word { words.append(String(finished)) }
        word = nil
      default: word = (word ?? .init()) + [scalar]
      }
    }
    guard quote == nil else { return nil }
    if let word { words.append(String(word)) }
    return words
  }
}
