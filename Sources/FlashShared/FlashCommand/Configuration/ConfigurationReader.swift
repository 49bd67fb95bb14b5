/// Reads the items of a configuration text in order.
struct ConfigurationReader {
  enum Item {
    case section(ConfigurationText.Section)
    case entry(
      name: String, nameRange: Range<Int>, value: String?, valueRange: Range<Int>, line: Int)
  }

  private let bytes: [UInt8]
  private let path: String
  private var position = 0
  private var line = 1

  init(bytes: [UInt8], path: String) {
    self.bytes = bytes
    self.path = path
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// The next section header or entry; nil at the end.
  /// - Throws: `.syntax`.
  mutating func next() throws(ConfigurationError) -> Item? {
    while let byte = peek() {
      switch byte {
      case Byte.newline:
        line += 1
        position += 1
      case Byte.space, Byte.tab, Byte.carriageReturn: position += 1
      case Byte.hash, Byte.semicolon: skipComment()
      case Byte.openBracket: return .section(try readHeader())
      case _ where SettingKey.isWordByte(byte): return try readEntry()
      default: throw syntax("expected a [section] or a name")
      }
    }
    return nil
  }

  // MARK: Headers

  private mutating func readHeader() throws(ConfigurationError) -> ConfigurationText.Section {
    let start = position
    position += 1
    let name = readWord()
    guard SettingKey.isWord(name) else { throw syntax("not a section's name: '\(name)'") }
    skipBlanks()
    var subsection: String?
    if peek() == Byte.quote { subsection = try readSubsection() }
    skipBlanks()
    guard peek() == Byte.closeBracket else { throw syntax("expected ']' after '[\(name)'") }
    position += 1
    return ConfigurationText.Section(
      name: name.lowercased(), subsection: subsection, headerRange: start..<position)
  }

  /// A quoted subsection, in which a backslash takes the next byte as it is.
  private mutating func readSubsection() throws(ConfigurationError) -> String {
    position += 1
    var text: [UInt8] = []
    while let byte = peek(), byte != Byte.newline {
      position += 1
      if byte == Byte.quote { return try string(text) }
      guard byte == Byte.backslash else {
        text.append(byte)
        continue
      }
      guard let escaped = peek(), escaped != Byte.newline else { break }
      text.append(escaped)
      position += 1
    }
    throw syntax("the quoted name is not closed")
  }

  // MARK: Entries

  private mutating func readEntry() throws(ConfigurationError) -> Item {
    let start = position
    let entryLine = line
    let name = readWord()
    let nameRange = start..<position
    skipBlanks()
    switch peek() {
    case Byte.equals:
      position += 1
      let (value, range) = try readValue()
      return .entry(
        name: name, nameRange: nameRange, value: value, valueRange: range, line: entryLine)
    case nil, Byte.newline, Byte.hash, Byte.semicolon:
      let end = nameRange.upperBound
      return .entry(
        name: name, nameRange: nameRange, value: nil, valueRange: end..<end, line: entryLine)
    case Byte.carriageReturn where isLineEnd(position):
      let end = nameRange.upperBound
      return .entry(
        name: name, nameRange: nameRange, value: nil, valueRange: end..<end, line: entryLine)
    default: throw syntax("expected '=' after '\(name)'")
    }
  }

  /// The value up to the end of the line or a comment, blanks outside quotes trimmed at both ends.
  private mutating func readValue() throws(ConfigurationError) -> (String, Range<Int>) {
    let afterEquals = position
    skipBlanks()
    let start = position
    var text: [UInt8] = []
    var kept = 0  // How much of `text` stays when blanks at the end are cut.
    var end = start
    var isQuoted = false
    while let byte = peek(), byte != Byte.newline {
      // Also one that is the file's last byte: it stays an end of line when a line is added.
      if byte == Byte.carriageReturn, isLineEnd(position) || position + 1 == bytes.count { break }
      if !isQuoted, byte == Byte.hash || byte == Byte.semicolon { break }
      position += 1
      switch byte {
      case Byte.quote:
        isQuoted.toggle()
        kept = text.count
        end = position
      case Byte.backslash:
        if let escaped = try readEscape() { text.append(escaped) }
        kept = text.count
        end = position
      default:
        text.append(byte)
        if isQuoted || !(byte == Byte.space || byte == Byte.tab) {
          kept = text.count
          end = position
        }
      }
    }
    guard !isQuoted else { throw syntax("the quoted value is not closed") }
    let value = try string(Array(text[..<kept]))
    return (value, start < end ? start..<end : afterEquals..<afterEquals)
  }

  /// The byte that an escape stands for; nil for one that joins two lines.
  private mutating func readEscape() throws(ConfigurationError) -> UInt8? {
    if isLineEnd(position) {
      position += bytes[position] == Byte.carriageReturn ? 2 : 1
      line += 1
      return nil
    }
    guard let byte = peek() else { throw syntax("a backslash stands at the end of the file") }
    position += 1
    switch byte {
    case Byte.quote, Byte.backslash: return byte
    case UInt8(ascii: "n"): return Byte.newline
    case UInt8(ascii: "t"): return Byte.tab
    case UInt8(ascii: "b"): return 0x08
    default: throw syntax("unknown escape '\\\(String(decoding: [byte], as: UTF8.self))'")
    }
  }

  // MARK: Bytes

  private func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

  private func isLineEnd(_ place: Int) -> Bool {
    guard place < bytes.count else { return false }
    if bytes[place] == Byte.newline { return true }
    return bytes[place] == Byte.carriageReturn && place + 1 < bytes.count
      && bytes[place + 1] == Byte.newline
  }

  private mutating func skipBlanks() {
    while let byte = peek(), byte == Byte.space || byte == Byte.tab { position += 1 }
  }

  private mutating func skipComment() {
    while let byte = peek(), byte != Byte.newline { position += 1 }
  }

  private mutating func readWord() -> String {
    let start = position
    while let byte = peek(), SettingKey.isWordByte(byte) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private func string(_ text: [UInt8]) throws(ConfigurationError) -> String {
    guard !text.contains(0) else { throw syntax("a NUL byte in the text") }
    guard let string = String(validating: text, as: UTF8.self) else {
      throw syntax("the text is not UTF-8")
    }
    return string
  }

  private func syntax(_ problem: String) -> ConfigurationError {
    .syntax(origin: .file(path: path, line: line), problem: problem)
  }

  private enum Byte {
    static let newline = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
    static let tab = UInt8(ascii: "\t")
    static let hash = UInt8(ascii: "#")
    static let semicolon = UInt8(ascii: ";")
    static let quote = UInt8(ascii: "\"")
    static let backslash = UInt8(ascii: "\\")
    static let equals = UInt8(ascii: "=")
    static let openBracket = UInt8(ascii: "[")
    static let closeBracket = UInt8(ascii: "]")
  }
}
