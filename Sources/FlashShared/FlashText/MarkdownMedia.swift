/// The files that Markdown shows or plays: destinations of links that are plain names.
public enum MarkdownMedia {
  /// The names in a text; may repeat.
  public static func names(of text: String) -> [String] {
    guard text.utf8.contains(UInt8(ascii: "(")) else { return [] }
    return names(in: Array(text.utf8)[...]).map(\.name)
  }

  /// The names in a text, without repeats, and where the destinations stand.
  public static func names(in text: ArraySlice<UInt8>) -> [(name: String, range: Range<Int>)] {
    var found: [(name: String, range: Range<Int>)] = []
    var index = text.startIndex
    while let bracket = text.span.first(UInt8(ascii: "]"), from: index - text.startIndex) {
      index = text.startIndex + bracket + 1
      guard index < text.endIndex, text[index] == UInt8(ascii: "(") else { continue }
      index += 1
      let isQuoted = index < text.endIndex && text[index] == UInt8(ascii: "<")
      let start = isQuoted ? index + 1 : index
      let mark = UInt8(ascii: isQuoted ? ">" : ")")
      guard let end = text[start...].firstIndex(of: mark) else { break }
      let name = String(decoding: text[start..<end], as: UTF8.self)
      if isPlain(name) { found.append((name, start..<end)) }
      index = end
    }
    return found
  }

  /// The text with names replaced.
  public static func renamed(
    _ text: ArraySlice<UInt8>, _ found: [(name: String, range: Range<Int>)],
    _ names: [String: String]
  ) -> [UInt8] {
    var out: [UInt8] = []
    var index = text.startIndex
    for (name, range) in found {
      out += text[index..<range.lowerBound]
      out += (names[name] ?? name).utf8
      index = range.upperBound
    }
    return out + text[index...]
  }

  /// Whether a destination is a file, not an address or a place in the text.
  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix("#") && !name.contains(":") && !name.contains("/")
  }
}
