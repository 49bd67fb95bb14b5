/// A picture or sound that a card's text names.
struct MediaReference: Hashable, Sendable {
  /// As it stands in the text.
  let written: [UInt8]
  /// The path in the folder of the deck, without `.` and `..`; nil if it leads out of it.
  let path: String?

  /// The local files that a text names: `![text](path)`, `![[path]]`, `[sound:path]`,
  /// `<img src="path">` and the like. Addresses on the network are none.
  static func all(in text: ArraySlice<UInt8>) -> [MediaReference] {
    var found: [MediaReference] = []
    var index = text.startIndex
    while let mark = text[index...].firstIndex(where: { $0 == 0x5B || $0 == 0x3C }) {
      index = mark + 1
      let range =
        text[mark] == 0x5B ? target(ofBracket: mark, in: text) : source(of: mark, in: text)
      guard let range, let reference = MediaReference(text[range]) else { continue }
      found.append(reference)
      index = range.upperBound
    }
    return found
  }

  private init?(_ written: ArraySlice<UInt8>) {
    let text = written.trimmedBlanks
    guard !text.isEmpty, !text.starts(with: "//".utf8), !text.starts(with: "#".utf8) else {
      return nil
    }
    // A scheme: letters, and more than a drive's one.
    if let colon = text.firstIndex(of: UInt8(ascii: ":")), colon > text.startIndex + 1,
      text[..<colon].allSatisfy({ $0.isASCIIAlphanumeric || "+.-".utf8.contains($0) })
    {
      return nil
    }
    self.written = Array(text)
    path = MediaReference.path(MediaReference.decoded(text))
  }

  /// What `![text](…)`, `![[…]]` or `[sound:…]` names, if the bracket at `mark` begins one.
  private static func target(
    ofBracket mark: Int, in text: ArraySlice<UInt8>
  ) -> Range<Int>? {
    let rest = text[mark...].prefix(4_096)
    if let name = rest.after("[sound:") {
      return name.firstIndex(of: UInt8(ascii: "]")).map { name.startIndex..<$0 }
    }
    guard mark > text.startIndex, text[mark - 1] == UInt8(ascii: "!") else { return nil }
    if let name = rest.after("[[") {
      guard let end = name.firstIndex(where: { "]|#".utf8.contains($0) }) else { return nil }
      return name.startIndex..<end
    }
    guard let close = rest.firstRange(of: "](") else { return nil }
    var start = close.upperBound
    let stops: String
    if start < rest.endIndex, rest[start] == UInt8(ascii: "<") {
      start += 1
      stops = ">\n"
    } else {
      stops = ") \t\n"
    }
    guard let end = rest[start...].firstIndex(where: { stops.utf8.contains($0) }) else {
      return nil
    }
    return start..<end
  }

  /// The value of `src` in the element that begins at `mark`.
  private static func source(of mark: Int, in text: ArraySlice<UInt8>) -> Range<Int>? {
    let rest = text[mark...].prefix(4_096)
    let names = ["img", "audio", "video", "source"]
    let name = rest.dropFirst().prefix { $0.isASCIILetter }.string.lowercased()
    guard names.contains(name), let end = rest.firstIndex(of: UInt8(ascii: ">")),
      let attribute = rest[..<end].firstRange(of: "src=")
    else { return nil }
    var value = rest[attribute.upperBound..<end]
    guard let quote = value.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      let stop = value.firstIndex { $0 <= 0x20 } ?? value.endIndex
      return value.startIndex..<stop
    }
    value.removeFirst()
    return value.firstIndex(of: quote).map { value.startIndex..<$0 }
  }

  /// Without `%20` and the like, and without backslashes that protect punctuation.
  private static func decoded(_ text: ArraySlice<UInt8>) -> String {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(rest.prefix(2).string, radix: 16)
      {
        bytes.append(value)
        rest.removeFirst(2)
      } else if byte == UInt8(ascii: "\\"), let next = rest.first, next < 0x80,
        !next.isASCIIAlphanumeric, next > 0x20
      {
        bytes.append(next)
        rest.removeFirst()
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Without `.` and `..`; nil for what leads out of the folder.
  private static func path(_ text: String) -> String? {
    guard !text.hasPrefix("/"), !text.contains("\0") else { return nil }
    var parts: [Substring] = []
    for part in text.split(separator: "/") where part != "." {
      if part == ".." {
        guard parts.popLast() != nil else { return nil }
      } else {
        parts.append(part)
      }
    }
    return parts.joined(separator: "/")
  }
}
