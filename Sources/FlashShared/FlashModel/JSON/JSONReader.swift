/// Reads JSON from bytes, value by value, without building a tree unless asked to.
///
/// - Source: RFC 8259. Text that is not UTF-8, lone surrogates, numbers out of range and nesting
///   beyond ``maximumDepth`` are errors.
public struct JSONReader: Sendable {
  /// How deep arrays and objects may nest.
  public static let maximumDepth = 256

  let bytes: [UInt8]
  /// The byte that is read next.
  public internal(set) var offset: Int
  private var depth = 0
  var isAtFirst = false

  public init(_ bytes: [UInt8], from offset: Int = 0) {
    self.bytes = bytes
    self.offset = offset
  }

  /// Enters an object; then call ``nextKey()`` until it returns nil, and read a value after each.
  public mutating func beginObject() throws(JSONError) { try open(UInt8(ascii: "{"), "an object") }

  /// The key of the next member, or nil once the object has ended.
  public mutating func nextKey() throws(JSONError) -> String? {
    guard try hasNext(closing: UInt8(ascii: "}")) else { return nil }
    let key = try string()
    guard peek() == UInt8(ascii: ":") else { throw error("':' expected") }
    offset += 1
    return key
  }

  /// Enters an array; then call ``nextElement()`` until it returns false, and read a value after
  /// each.
  public mutating func beginArray() throws(JSONError) { try open(UInt8(ascii: "["), "an array") }

  /// Whether another element follows.
  public mutating func nextElement() throws(JSONError) -> Bool {
    try hasNext(closing: UInt8(ascii: "]"))
  }

  /// What kind of value stands next, by its first byte; nil at the end.
  public mutating func peek() -> UInt8? {
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x20, 0x09, 0x0A, 0x0D: offset += 1
      default: return bytes[offset]
      }
    }
    return nil
  }

  /// Steps over `null` if it stands next.
  public mutating func readNull() throws(JSONError) -> Bool {
    guard peek() == UInt8(ascii: "n") else { return false }
    guard bytes.count - offset >= 4, bytes[offset + 1] == UInt8(ascii: "u"),
      bytes[offset + 2] == UInt8(ascii: "l"), bytes[offset + 3] == UInt8(ascii: "l")
    else { throw error("a value expected") }
    offset += 4
    isAtFirst = false
    return true
  }

  public mutating func bool() throws(JSONError) -> Bool {
    switch peek() {
    case UInt8(ascii: "t"):
      try literal("true")
      return true
    case UInt8(ascii: "f"):
      try literal("false")
      return false
    default: throw error("true or false expected")
    }
  }

  /// A whole number that fits 64 bits.
  public mutating func integer() throws(JSONError) -> Int64 {
    if let short = shortInteger() { return short }
    let start = offset
    switch try number() {
    case .integer(let value): return value
    case .double(let value):
      guard let exact = Int64(exactly: value) else {
        throw JSONError(offset: start, reason: "a whole number expected")
      }
      return exact
    default: throw JSONError(offset: start, reason: "a whole number expected")
    }
  }

  public mutating func double() throws(JSONError) -> Double {
    switch try number() {
    case .integer(let value): return Double(value)
    case .double(let value): return value
    default: throw error("a number expected")
    }
  }

  /// Any value, as a tree.
  public mutating func value() throws(JSONError) -> JSONValue {
    switch peek() {
    case UInt8(ascii: "{"):
      try beginObject()
      var members: [JSONValue.Member] = []
      while let key = try nextKey() { members.append(JSONValue.Member(key, try value())) }
      return .object(members)
    case UInt8(ascii: "["):
      try beginArray()
      var elements: [JSONValue] = []
      while try nextElement() { elements.append(try value()) }
      return .array(elements)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool(try bool())
    case UInt8(ascii: "n"):
      _ = try readNull()
      return .null
    case nil: throw error("unexpected end")
    default: return try number()
    }
  }

  /// Steps over any value.
  public mutating func skipValue() throws(JSONError) {
    switch peek() {
    case UInt8(ascii: "{"):
      try beginObject()
      while try skipKey() { try skipValue() }
    case UInt8(ascii: "["):
      try beginArray()
      while try nextElement() { try skipValue() }
    case UInt8(ascii: "\""): try skipString()
    default: if shortInteger() == nil { _ = try value() }
    }
  }

  /// As ``nextKey()``, without the key.
  /// - Returns: false once the object has ended.
  private mutating func skipKey() throws(JSONError) -> Bool {
    guard try hasNext(closing: UInt8(ascii: "}")) else { return false }
    try skipString()
    guard peek() == UInt8(ascii: ":") else { throw error("':' expected") }
    offset += 1
    return true
  }

  /// Makes sure that nothing but white space follows.
  public mutating func end() throws(JSONError) {
    guard peek() == nil else { throw error("text after the value") }
  }

  func error(_ reason: String) -> JSONError { JSONError(offset: offset, reason: reason) }

  private mutating func open(_ bracket: UInt8, _ what: String) throws(JSONError) {
    guard peek() == bracket else { throw error("\(what) expected") }
    guard depth < JSONReader.maximumDepth else {
      throw error("nested deeper than \(JSONReader.maximumDepth)")
    }
    depth += 1
    offset += 1
    isAtFirst = true
  }

  private mutating func hasNext(closing bracket: UInt8) throws(JSONError) -> Bool {
    guard let byte = peek() else { throw error("unexpected end") }
    if byte == bracket {
      offset += 1
      depth -= 1
      isAtFirst = false
      return false
    }
    if isAtFirst {
      isAtFirst = false
      return true
    }
    guard byte == UInt8(ascii: ",") else { throw error("',' expected") }
    offset += 1
    guard peek() != bracket else { throw error("a value expected after ','") }
    return true
  }

  private mutating func literal(_ word: StaticString) throws(JSONError) {
    let text = word.description
    guard bytes.count - offset >= text.utf8.count,
      bytes[offset..<offset + text.utf8.count].elementsEqual(text.utf8)
    else { throw error("a value expected") }
    offset += text.utf8.count
    isAtFirst = false
  }

  var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }
}

extension JSONReader {
  public mutating func string() throws(JSONError) -> String {
    guard peek() == UInt8(ascii: "\"") else { throw error("a string expected") }
    offset += 1
    isAtFirst = false
    let start = offset
    offset = plainEnd(from: start)
    if current == UInt8(ascii: "\"") {
      offset += 1
      return try decoded(start..<offset - 1)
    }
    var text = Array(bytes[start..<offset])
    while true {
      guard let byte = current else { throw error("a string without end") }
      offset += 1
      switch byte {
      case UInt8(ascii: "\""): return try decoded(text.span, at: start)
      case UInt8(ascii: "\\"): try unescape(into: &text)
      case 0..<0x20:
        offset -= 1
        throw error("a control character in a string")
      default: text.append(byte)
      }
    }
  }

  /// Steps over a string. One that is not plain ASCII is read, so that nothing false is passed over.
  private mutating func skipString() throws(JSONError) {
    guard peek() == UInt8(ascii: "\"") else { throw error("a string expected") }
    guard let end = plainASCIIEnd(from: offset + 1) else {
      _ = try string()
      return
    }
    offset = end
    isAtFirst = false
  }

  /// Where the string whose text begins at `start` has ended; nil if it is not plain ASCII.
  private func plainASCIIEnd(from start: Int) -> Int? {
    let all = bytes.span
    var end = start
    while end < all.count {
      let byte = all[end]
      if byte == UInt8(ascii: "\"") { return end + 1 }
      if byte == UInt8(ascii: "\\") || byte < 0x20 || byte >= 0x80 { return nil }
      end += 1
    }
    return nil
  }

  /// Where the plain text that begins at `start` ends: at a quote, an escape, a control or the end.
  private func plainEnd(from start: Int) -> Int {
    let all = bytes.span
    var end = start
    while end < all.count {
      let byte = all[end]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
      end += 1
    }
    return end
  }

  private func decoded(_ range: Range<Int>) throws(JSONError) -> String {
    try decoded(bytes.span.extracting(range), at: range.lowerBound)
  }

  private func decoded(_ utf8: Span<UInt8>, at start: Int) throws(JSONError) -> String {
    do throws(UTF8.ValidationError) {
      return String(copying: try UTF8Span(validating: utf8))
    } catch {
      throw JSONError(offset: start, reason: "a string that is not UTF-8")
    }
  }

  private mutating func unescape(into text: inout [UInt8]) throws(JSONError) {
    guard let byte = current else { throw error("a string without end") }
    offset += 1
    switch byte {
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "u"):
      var code = try hexadecimal()
      if (0xD800..<0xDC00).contains(code) {
        guard current == UInt8(ascii: "\\"), offset + 1 < bytes.count,
          bytes[offset + 1] == UInt8(ascii: "u")
        else { throw error("a lone surrogate") }
        offset += 2
        let low = try hexadecimal()
        guard (0xDC00..<0xE000).contains(low) else { throw error("a lone surrogate") }
        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(code) else { throw error("a lone surrogate") }
      text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    default:
      offset -= 1
      throw error("an unknown escape")
    }
  }

  private mutating func hexadecimal() throws(JSONError) -> UInt32 {
    guard bytes.count - offset >= 4 else { throw error("four hexadecimal digits expected") }
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = hexDigit(bytes[offset]) else {
        throw error("four hexadecimal digits expected")
      }
      code = code << 4 | UInt32(digit)
      offset += 1
    }
    return code
  }
}
