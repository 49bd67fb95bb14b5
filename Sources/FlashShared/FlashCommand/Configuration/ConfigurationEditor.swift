/// Changes single settings in a configuration text and leaves every other byte as it was.
package enum ConfigurationEditor {
  /// The text with `key` set to `value`.
  ///
  /// The last entry of the key, which is the one that counts, gets the value; without one, a line
  /// is added at the end of the key's section, and a section at the end of the text if need be.
  package static func setting(
    _ key: SettingKey, to value: String, in text: ConfigurationText
  ) -> [UInt8] {
    var bytes = text.bytes
    if let entry = text.entries.last(where: { $0.key == key }) {
      let written = Array((entry.value == nil ? " = " : "").utf8) + quoted(value)
      let isBare = entry.value != nil && entry.valueRange.isEmpty
      bytes.replaceSubrange(entry.valueRange, with: (isBare ? [UInt8(ascii: " ")] : []) + written)
      return bytes
    }
    let line = Array("\t\(key.name) = ".utf8) + quoted(value) + [newline]
    if let section = text.sections.lastIndex(where: {
      $0.name == key.section && $0.subsection == key.subsection
    }) {
      var place = endOfLine(after: lastByte(ofSection: section, in: text), in: bytes)
      // The next section may begin on the same line.
      if section + 1 < text.sections.count {
        place = min(place, text.sections[section + 1].headerRange.lowerBound)
      }
      bytes.insert(contentsOf: startingLine(at: place, in: bytes) + line, at: place)
      return bytes
    }
    let end = bytes.count
    return bytes + startingLine(at: end, in: bytes) + header(of: key) + line
  }

  /// The text without any entry of `key`; nil if there is none.
  ///
  /// All entries go, or an earlier one would come to count. A section that is left with nothing in
  /// it, not even a comment, goes too.
  package static func removing(_ key: SettingKey, from text: ConfigurationText) -> [UInt8]? {
    let removed = text.entries.filter { $0.key == key }
    guard !removed.isEmpty else { return nil }
    var bytes = text.bytes
    for entry in removed.reversed() {
      bytes.removeSubrange(lineRange(of: entry, in: text))
    }
    return withoutEmptySection(of: key, in: bytes, path: text.path)
  }

  /// `value` as it must be written to be read as it is.
  static func quoted(_ value: String) -> [UInt8] {
    var written: [UInt8] = []
    var needsQuotes = value.utf8.first == space || value.utf8.last == space
    for byte in value.utf8 {
      switch byte {
      case newline: written += Array("\\n".utf8)
      case UInt8(ascii: "\t"): written += Array("\\t".utf8)
      case 0x08: written += Array("\\b".utf8)
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): written += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "#"), UInt8(ascii: ";"), UInt8(ascii: "\r"):
        needsQuotes = true
        written.append(byte)
      default: written.append(byte)
      }
    }
    return needsQuotes ? [UInt8(ascii: "\"")] + written + [UInt8(ascii: "\"")] : written
  }

  private static let newline = UInt8(ascii: "\n")
  private static let space = UInt8(ascii: " ")

  private static func header(of key: SettingKey) -> [UInt8] {
    guard let subsection = key.subsection else { return Array("[\(key.section)]\n".utf8) }
    var escaped: [UInt8] = []
    for byte in subsection.utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        escaped.append(UInt8(ascii: "\\"))
      }
      escaped.append(byte)
    }
    return Array("[\(key.section) \"".utf8) + escaped + Array("\"]\n".utf8)
  }

  /// The last byte that belongs to a section's header or entries.
  private static func lastByte(ofSection section: Int, in text: ConfigurationText) -> Int {
    guard let entry = text.entries.last(where: { $0.section == section }) else {
      return text.sections[section].headerRange.upperBound
    }
    return max(entry.valueRange.upperBound, entry.nameRange.upperBound)
  }

  /// Where the line that `place` is in ends, with the lines that it goes on in.
  private static func endOfLine(after place: Int, in bytes: [UInt8]) -> Int {
    var start = place
    while let end = bytes[start...].firstIndex(of: newline) {
      guard isContinued(bytes[start..<end]) else { return end + 1 }
      start = end + 1
    }
    return bytes.count
  }

  /// Whether a line ends in a backslash that is not a comment's.
  private static func isContinued(_ line: ArraySlice<UInt8>) -> Bool {
    let isComment = line.contains { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: ";") }
    return !isComment && line.last { $0 != UInt8(ascii: "\r") } == UInt8(ascii: "\\")
  }

  /// The line break that is missing before `place`, if one is.
  private static func startingLine(at place: Int, in bytes: [UInt8]) -> [UInt8] {
    guard let last = bytes[..<place].last else { return [] }
    guard last == newline else { return [newline] }
    // A value whose text ends with a backslash would go on; behind a comment the line does no harm.
    let before = bytes[..<(place - 1)].last { $0 != UInt8(ascii: "\r") }
    return before == UInt8(ascii: "\\") ? [newline] : []
  }

  /// The whole line of an entry, comment included; only the entry itself where it shares the line
  /// with its section's header.
  private static func lineRange(
    of entry: ConfigurationText.Entry, in text: ConfigurationText
  ) -> Range<Int> {
    let name = entry.nameRange
    let start = text.bytes[..<name.lowerBound].lastIndex(of: newline).map { $0 + 1 } ?? 0
    let last = max(entry.valueRange.upperBound, name.upperBound)
    let header = text.sections[entry.section].headerRange
    if header.lowerBound >= start { return header.upperBound..<last }
    return start..<endOfLine(after: last, in: text.bytes)
  }

  private static func withoutEmptySection(
    of key: SettingKey, in bytes: [UInt8], path: String
  ) -> [UInt8] {
    // The text was read before the removal, so what is left can be read; if not, it is kept whole.
    guard let text = try? ConfigurationText(bytes, path: path),
      let section = text.sections.lastIndex(where: {
        $0.name == key.section && $0.subsection == key.subsection
      }), !text.entries.contains(where: { $0.section == section })
    else { return bytes }
    let header = text.sections[section].headerRange
    let next =
      section + 1 < text.sections.count
      ? text.sections[section + 1].headerRange.lowerBound : bytes.count
    let isBlank = bytes[header.upperBound..<next].allSatisfy {
      $0 == space || $0 == newline || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r")
    }
    guard isBlank else { return bytes }
    var rest = bytes
    rest.removeSubrange(header.lowerBound..<next)
    return rest
  }
}
