/// A text that is looked for in other texts in any case, made ready once.
///
/// Two letters are the same if their lower case is, letter by letter. A pattern of ASCII alone is
/// looked for byte by byte; of any other one each letter is compared with the few forms it has, so
/// that no text has to be folded.
final class SubstringPattern {
  /// One form of a letter: its UTF-8, the first byte lowest.
  private struct Form {
    let bytes: UInt32
    let length: Int

    init(_ scalar: Unicode.Scalar) {
      var bytes: UInt32 = 0
      var length = 0
      for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
        bytes |= UInt32(byte) << (8 * UInt32(length))
        length += 1
      }
      self.bytes = bytes
      self.length = length
    }
  }

  private let bytes: [UInt8]
  private let isASCII: Bool
  /// The forms of each letter; empty for ASCII.
  private let letters: [[Form]]
  /// Whether a match can begin with a byte.
  private let canBegin: [Bool]
  private let leastLength: Int

  /// - Parameter needle: in lower case.
  init(_ needle: String) {
    bytes = Array(needle.utf8)
    isASCII = bytes.allSatisfy { $0 < 0x80 }
    letters = isASCII ? [] : SubstringPattern.forms(of: Array(needle.unicodeScalars))
    var canBegin = Array(repeating: false, count: 256)
    for form in letters.first ?? [] { canBegin[Int(form.bytes & 0xFF)] = true }
    self.canBegin = canBegin
    leastLength = letters.reduce(0) { $0 + ($1.map(\.length).min() ?? 0) }
  }

  /// Whether the pattern occurs in `text`, which is UTF-8.
  func occurs(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = bytes.first else { return true }
    return isASCII
      ? unsafe occursInAnyCase(in: text, first: first) : unsafe occursLetterByLetter(in: text)
  }

  private func occursInAnyCase(in text: UnsafeBufferPointer<UInt8>, first: UInt8) -> Bool {
    let last = text.count - bytes.count
    let upper = (0x61...0x7A).contains(first) ? first & 0xDF : first
    let needle = bytes
    var start = 0
    while start <= last {
      let byte = unsafe text[start]
      if byte == first || byte == upper {
        var length = 1
        while length < needle.count,
          unsafe SubstringPattern.folded(text[start + length]) == needle[length]
        {
          length += 1
        }
        if length == needle.count { return true }
      }
      start += 1
    }
    return false
  }

  private func occursLetterByLetter(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    let last = text.count - leastLength
    let canBegin = canBegin
    var start = 0
    while start <= last {
      if canBegin[Int(unsafe text[start])], unsafe matches(text, at: start) { return true }
      start += 1
    }
    return false
  }

  private func matches(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    var place = start
    for forms in letters {
      let rest = min(4, text.count - place)
      var word: UInt32 = 0
      for offset in 0..<rest { word |= unsafe UInt32(text[place + offset]) << (8 * UInt32(offset)) }
      var length = 0
      for form in forms where form.length <= rest {
        // Forms are whole characters of UTF-8, so at most one can stand here.
        if word << (32 - 8 * UInt32(form.length)) == form.bytes << (32 - 8 * UInt32(form.length)) {
          length = form.length
        }
      }
      guard length > 0 else { return false }
      place += length
    }
    return true
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }

  /// Where letters stand that have a lower case, beyond ASCII. A letter elsewhere has one form.
  private static let casedBlocks: [Range<UInt32>] = [
    0xC0..<0x590, 0x10A0..<0x1100, 0x13A0..<0x1400, 0x1C80..<0x1CC0, 0x1E00..<0x2000,
    0x2126..<0x2190, 0x24B6..<0x24D0, 0x2C00..<0x2CF0, 0xA640..<0xA6A0, 0xA720..<0xA800,
    0xFF21..<0xFF3B, 0x10400..<0x10600, 0x10C80..<0x10CC0, 0x118A0..<0x118C0, 0x16E40..<0x16E60,
    0x1E900..<0x1E930,
  ]

  /// For each scalar all that have it as their lower case, itself first.
  private static func forms(of needle: [Unicode.Scalar]) -> [[Form]] {
    var forms: [Unicode.Scalar: [Form]] = [:]
    for scalar in needle {
      var own = [Form(scalar)]
      if (0x61...0x7A).contains(scalar.value), let upper = Unicode.Scalar(scalar.value & 0xDF) {
        own.append(Form(upper))
      }
      forms[scalar] = own
    }
    for block in casedBlocks {
      for value in block {
        guard let upper = Unicode.Scalar(value), upper.properties.changesWhenLowercased else {
          continue
        }
        let lower = upper.properties.lowercaseMapping.unicodeScalars
        // What becomes two letters in lower case is found as it is written only.
        guard let only = lower.first, lower.count == 1 else { continue }
        forms[only]?.append(Form(upper))
      }
    }
    return needle.map { forms[$0] ?? [Form($0)] }
  }
}
