import FlashText

/// Reads EDN, the notation of Clojure's data: one value and nothing behind it.
///
/// - Source: the EDN format, github.com/edn-format/edn. Sets are lists here, tags but `#inst` are
///   dropped from what they stand before, and so are the names of maps, `#:name{…}`.
struct EDNReader {
  private let bytes: [UInt8]
  private let tree = DataTree()
  private var index = 0
  private var depth = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// - Throws: `.encoding`, `.malformed`, `.tooLarge`.
  static func tree(_ bytes: [UInt8]) throws(TextFormatError) -> DataTree {
    if let offset = invalidByte(in: bytes) {
      throw .encoding(
        line: FlashPackages.line(of: offset, in: bytes), offset: offset, reason: "not valid UTF-8")
    }
    var reader = EDNReader(bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.index = 3 }
    try reader.value()
    try reader.skipBlanks()
    guard reader.current == nil else { throw reader.malformed("text after the value") }
    return reader.tree
  }

  private static func invalidByte(in bytes: [UInt8]) -> Int? {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
      return nil
    } catch {
      return error.byteOffsets.lowerBound
    }
  }

  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  private func malformed(_ reason: String, at offset: Int? = nil) -> TextFormatError {
    .malformed(line: FlashPackages.line(of: offset ?? index, in: bytes), reason: reason)
  }

  private func tooLarge(_ reason: String) -> TextFormatError {
    .tooLarge(line: FlashPackages.line(of: index, in: bytes), reason: reason)
  }

  // MARK: - Values

  /// Reads any value. Whatever begins another within it goes through here, so that depth is counted.
  private mutating func value() throws(TextFormatError) {
    guard depth < DataTree.maximumDepth else {
      throw tooLarge("nested deeper than \(DataTree.maximumDepth)")
    }
    guard !tree.isFull else { throw tooLarge("more than \(DataTree.mostNodes) values") }
    depth += 1
    defer { depth -= 1 }
    try skipBlanks()
    switch current {
    case nil: throw malformed("unexpected end")
    case UInt8(ascii: "("): try list(until: UInt8(ascii: ")"))
    case UInt8(ascii: "["): try list(until: UInt8(ascii: "]"))
    case UInt8(ascii: "{"): try map()
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "\\"): try character()
    case UInt8(ascii: "#"): try dispatched()
    case UInt8(ascii: ":"):
      index += 1
      tree.add(.name, try token())
    default: try word()
    }
  }

  private mutating func list(until end: UInt8) throws(TextFormatError) {
    let start = index
    index += 1
    let place = tree.open(.list)
    while try !isAtEnd(end, since: start) { try value() }
    tree.close(place)
  }

  private mutating func map() throws(TextFormatError) {
    let start = index
    index += 1
    let place = tree.open(.map)
    while try !isAtEnd(UInt8(ascii: "}"), since: start) {
      try value()
      guard try !isAtEnd(UInt8(ascii: "}"), since: start) else {
        throw malformed("a key without a value", at: index - 1)
      }
      try value()
    }
    tree.close(place)
  }

  /// Whether a list or map ends here; then it is stepped over.
  private mutating func isAtEnd(_ end: UInt8, since start: Int) throws(TextFormatError) -> Bool {
    try skipBlanks()
    guard let byte = current else { throw malformed("a bracket that is never closed", at: start) }
    if byte == end {
      index += 1
      return true
    }
    return false
  }

  /// What begins with `#`.
  private mutating func dispatched() throws(TextFormatError) {
    index += 1
    switch current {
    case UInt8(ascii: "{"): try list(until: UInt8(ascii: "}"))
    case UInt8(ascii: "#"):
      // A number that is none, such as ##NaN.
      index += 1
      _ = try token()
      tree.add(.null)
    case UInt8(ascii: ":"):
      _ = try token()
      guard current == UInt8(ascii: "{") else { throw malformed("a map expected") }
      try map()
    default:
      let tag = try token()
      guard let first = tag.first, EDNReader.isLetter(first) else {
        throw malformed("'#' before nothing that is known")
      }
      let place = tree.nodes.count
      try value()
      if tag.elementsEqual("inst".utf8) { tree.makeMoment(at: place) }
    }
  }

  /// A number, `nil`, `true`, `false` or a symbol.
  private mutating func word() throws(TextFormatError) {
    let start = index
    let text = try token()
    let digits = text.first == UInt8(ascii: "-") || text.first == UInt8(ascii: "+") ? 1 : 0
    if let first = text.dropFirst(digits).first, EDNReader.isDigit(first) {
      try number(text, at: start)
    } else if text.elementsEqual("nil".utf8) {
      tree.add(.null)
    } else if text.elementsEqual("true".utf8) {
      tree.add(.yes)
    } else if text.elementsEqual("false".utf8) {
      tree.add(.no)
    } else if text.first == UInt8(ascii: "^") {
      throw malformed("metadata is no part of EDN", at: start)
    } else {
      tree.add(.name, text)
    }
  }

  /// Digits with `N` or `M` behind them are numbers of any size.
  private func number(_ token: ArraySlice<UInt8>, at start: Int) throws(TextFormatError) {
    var text = token
    if let last = text.last, last == UInt8(ascii: "N") || last == UInt8(ascii: "M") {
      text.removeLast()
    }
    guard text.count <= 1_000, Double(String(decoding: text, as: UTF8.self)) != nil else {
      // A ratio; none is asked for.
      let parts = text.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      let isRatio =
        parts.count == 2
        && parts.allSatisfy { part in
          !part.isEmpty && part.drop { $0 == 0x2B || $0 == 0x2D }.allSatisfy(EDNReader.isDigit)
        }
      guard isRatio else { throw malformed("a number that is none", at: start) }
      return tree.add(.null)
    }
    tree.add(.number, text)
  }
}

// MARK: - Words and blanks

extension EDNReader {
  /// Bytes up to a blank or a bracket; at least one.
  private mutating func token() throws(TextFormatError) -> ArraySlice<UInt8> {
    let start = index
    while let byte = current, !EDNReader.endsToken(byte) { index += 1 }
    guard index > start else {
      throw malformed(current == nil ? "unexpected end" : "a bracket that closes nothing")
    }
    return bytes[start..<index]
  }

  private static func endsToken(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: ";"), UInt8(ascii: "("),
      UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
      UInt8(ascii: "}"):
      true
    default: false
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
  private static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 }

  /// Steps over blanks, commas, comments, and values that `#_` drops.
  private mutating func skipBlanks() throws(TextFormatError) {
    while let byte = current {
      if byte == UInt8(ascii: ";") {
        while let byte = current, byte != 0x0A { index += 1 }
      } else if byte == UInt8(ascii: "#"), index + 1 < bytes.count,
        bytes[index + 1] == UInt8(ascii: "_")
      {
        index += 2
        let place = tree.nodes.count
        try value()
        tree.removeNodes(from: place)
      } else if byte == UInt8(ascii: ",") || (byte <= 0x20 && byte > 0) {
        index += 1
      } else {
        return
      }
    }
  }
}

// MARK: - Texts

extension EDNReader {
  private mutating func string() throws(TextFormatError) {
    let start = index
    index += 1
    var text: [UInt8] = []
    while let byte = current {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return tree.add(.text, text)
      case UInt8(ascii: "\\"): try unescape(into: &text)
      default: text.append(byte)
      }
    }
    throw malformed("a text that is never closed", at: start)
  }

  private mutating func unescape(into text: inout [UInt8]) throws(TextFormatError) {
    guard let byte = current else { throw malformed("unexpected end") }
    index += 1
    switch byte {
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "u"): append(try escapedScalar(), to: &text)
    default: throw malformed("an unknown escape", at: index - 1)
    }
  }

  /// The scalar of `XXXX`, or of two surrogates.
  private mutating func escapedScalar() throws(TextFormatError) -> Unicode.Scalar {
    let start = index
    var code = try hexadecimal()
    if 0xD800..<0xDC00 ~= code, bytes[index...].starts(with: "\\u".utf8) {
      index += 2
      let low = try hexadecimal()
      if 0xDC00..<0xE000 ~= low { code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00) }
    }
    guard let scalar = Unicode.Scalar(code) else { throw malformed("a lone surrogate", at: start) }
    return scalar
  }

  private mutating func hexadecimal() throws(TextFormatError) -> UInt32 {
    let digits = bytes[index...].prefix(4)
    guard digits.count == 4, digits.allSatisfy(EDNReader.isHexadecimal),
      let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw malformed("four hexadecimal digits expected") }
    index += 4
    return code
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    isDigit(byte) || 0x61...0x66 ~= byte | 0x20
  }

  private func append(_ scalar: Unicode.Scalar, to text: inout [UInt8]) {
    text.append(contentsOf: String(Character(scalar)).utf8)
  }

  /// A character, `\a`, `\newline` or `\u00e9`: a text of one.
  private mutating func character() throws(TextFormatError) {
    index += 1
    let start = index
    guard let first = current, first > 0x20 else { throw malformed("a character expected") }
    index += 1
    while let byte = current, !EDNReader.endsToken(byte) { index += 1 }
    let name = bytes[start..<index]
    switch String(decoding: name, as: UTF8.self) {
    case "newline": tree.add(.text, [0x0A])
    case "return": tree.add(.text, [0x0D])
    case "space": tree.add(.text, [0x20])
    case "tab": tree.add(.text, [0x09])
    case let text where text.count == 1: tree.add(.text, name)
    case let text where text.utf8.count == 5 && first == UInt8(ascii: "u"):
      index = start + 1
      var bytes: [UInt8] = []
      append(try escapedScalar(), to: &bytes)
      tree.add(.text, bytes)
    default: throw malformed("a character of no such name", at: start)
    }
  }
}
