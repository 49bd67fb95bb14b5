/// A character reference of HTML: `&amp;`, `&#8364;`, `&#x20AC;`.
enum CharacterReference {
  /// Adds what the reference at `start`, where an `&` stands, means; nothing if it is none.
  /// - Parameter isInAttribute: there a name without a semicolon is text if a letter, a digit or `=`
  ///   follows, because addresses are full of such.
  /// - Returns: the index after the reference, or nil if there is none.
  static func append(
    at start: Int, of bytes: [UInt8], before end: Int, to output: inout [UInt8],
    isInAttribute: Bool = false
  ) -> Int? {
    guard start + 2 < end else { return nil }
    if bytes[start + 1] == UInt8(ascii: "#") {
      return appendNumber(at: start + 2, of: bytes, before: end, to: &output)
    }
    let limit = min(end, start + 1 + longestName)
    var index = start + 1
    while index < limit, bytes[index].isASCIIAlphanumeric { index += 1 }
    guard index > start + 1 else { return nil }
    let name = bytes[start + 1..<index]
    if index < end, bytes[index] == UInt8(ascii: ";"), let value = value(of: name) {
      output.append(contentsOf: value)
      return index + 1
    }
    return appendBareName(
      name, follower: index < end ? bytes[index] : 0, to: &output, isInAttribute: isInAttribute)
  }

  /// Adds the text of `range` with its references resolved.
  static func appendResolved(
    _ range: Range<Int>, of bytes: [UInt8], to output: inout [UInt8], isInAttribute: Bool = false
  ) {
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      if byte == UInt8(ascii: "&"),
        let next = append(
          at: index, of: bytes, before: range.upperBound, to: &output, isInAttribute: isInAttribute)
      {
        index = next
      } else {
        output.append(byte)
        index += 1
      }
    }
  }

  private static let longestName = 31

  private static func appendNumber(
    at start: Int, of bytes: [UInt8], before end: Int, to output: inout [UInt8]
  ) -> Int? {
    let isHexadecimal = bytes[start] | 0x20 == UInt8(ascii: "x")
    let first = isHexadecimal ? start + 1 : start
    var index = first
    var scalar: UInt32 = 0
    while index < end, let digit = bytes[index].digit(isHexadecimal: isHexadecimal) {
      // Beyond any scalar is beyond any scalar; more digits must not overflow.
      if scalar < 0x11_0000 { scalar = scalar * (isHexadecimal ? 16 : 10) + UInt32(digit) }
      index += 1
    }
    guard index > first else { return nil }
    if (0x80..<0xA0).contains(scalar) {
      scalar = CP1252.scalar(UInt8(truncatingIfNeeded: scalar))
    } else if scalar == 0 || scalar > 0x10_FFFF || (0xD800..<0xE000).contains(scalar) {
      scalar = 0xFFFD
    }
    output.append(scalar: scalar)
    return index < end && bytes[index] == UInt8(ascii: ";") ? index + 1 : index
  }

  /// The longest name without a semicolon that `name` begins with.
  private static func appendBareName(
    _ name: ArraySlice<UInt8>, follower: UInt8, to output: inout [UInt8], isInAttribute: Bool
  ) -> Int? {
    var end = name.endIndex
    while end - name.startIndex > 1 {
      let part = name[..<end]
      if bareNames.contains(Array(part)), let value = value(of: part) {
        let next = end < name.endIndex ? name[end] : follower
        if isInAttribute, next == UInt8(ascii: "=") || next.isASCIIAlphanumeric { return nil }
        output.append(contentsOf: value)
        return end
      }
      end -= 1
    }
    return nil
  }

  /// The UTF-8 of a name; those that make up nearly all of what is written first, without the table.
  private static func value(of name: ArraySlice<UInt8>) -> [UInt8]? {
    switch name.count {
    case 2 where name.elementsEqual("lt".utf8): [UInt8(ascii: "<")]
    case 2 where name.elementsEqual("gt".utf8): [UInt8(ascii: ">")]
    case 3 where name.elementsEqual("amp".utf8): [UInt8(ascii: "&")]
    case 4 where name.elementsEqual("nbsp".utf8): [0xC2, 0xA0]
    case 4 where name.elementsEqual("quot".utf8): [UInt8(ascii: "\"")]
    default: values[Array(name)]
    }
  }

  /// Read from the table when the first rare name occurs.
  private static let values: [[UInt8]: [UInt8]] = {
    var values: [[UInt8]: [UInt8]] = [:]
    for entry in NamedCharacters.table.utf8.split(whereSeparator: { $0 <= 0x20 }) {
      let parts = entry.split { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "+") }
      var text: [UInt8] = []
      for part in parts.dropFirst() {
        text.append(scalar: UInt32(Substring(part), radix: 16) ?? 0xFFFD)
      }
      values[Array(parts[0])] = text
    }
    return values
  }()

  private static let bareNames = Set(
    NamedCharacters.bareNames.utf8.split { $0 <= 0x20 }.map { Array($0) })
}

extension UInt8 {
  var isASCIILetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

  var isASCIIAlphanumeric: Bool {
    isASCIILetter || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
  }

  /// The punctuation that a backslash takes its meaning from in Markdown.
  var isASCIIPunctuation: Bool { self > 0x20 && self < 0x7F && !isASCIIAlphanumeric }

  /// White space of HTML.
  var isHTMLBlank: Bool { self == 0x20 || (self >= 0x09 && self <= 0x0D && self != 0x0B) }

  fileprivate func digit(isHexadecimal: Bool) -> UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46 where isHexadecimal: self - 0x37
    case 0x61...0x66 where isHexadecimal: self - 0x57
    default: nil
    }
  }
}
