/// The line that tells a text deck's card apart from any other, whatever its wording:
/// `<!-- flash: 0192f0c1-… -->`.
public enum CardComment {
  /// The id that a line holds; nil for any other line.
  static func id(in line: Line) -> ArraySlice<UInt8>? {
    guard let rest = line.trimmed.after("<!--"), rest.count > 3,
      rest.suffix(3).elementsEqual("-->".utf8),
      let id = rest.dropLast(3).trimmedBlanks.after("flash:")?.trimmedBlanks, !id.isEmpty
    else { return nil }
    return id
  }

  /// The line for an id.
  public static func line(_ id: String) -> String { "<!-- flash: \(id) -->" }
}
