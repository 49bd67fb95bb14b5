/// Reading and writing single scalars in UTF-8 bytes, without a detour through `String`.
enum UTF8Scalars {
  /// The scalar that starts at `offset`, and its length in bytes.
  ///
  /// Bytes that are not UTF-8 read as U+FFFD, one at a time.
  /// - Precondition: `offset` is an index of `bytes`.
  static func scalar(in bytes: [UInt8], at offset: Int) -> (value: UInt32, length: Int) {
    let first = bytes[offset]
    if first < 0x80 { return (UInt32(first), 1) }
    let length = sequenceLength(first)
    guard length > 1, offset + length <= bytes.count else { return (0xFFFD, 1) }
    var value = UInt32(first) & (0xFF >> (UInt32(length) + 1))
    for index in offset + 1..<offset + length {
      guard bytes[index] & 0xC0 == 0x80 else { return (0xFFFD, 1) }
      value = value << 6 | UInt32(bytes[index] & 0x3F)
    }
    return isScalar(value, length: length) ? (value, length) : (0xFFFD, 1)
  }

  /// Bytes of the sequence that `first` begins, 0 if it begins none.
  static func sequenceLength(_ first: UInt8) -> Int {
    switch first {
    case 0..<0x80: 1
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 0
    }
  }

  private static func isScalar(_ value: UInt32, length: Int) -> Bool {
    switch length {
    case 3: value >= 0x800 && !(0xD800...0xDFFF).contains(value)
    case 4: (0x1_0000...0x10_FFFF).contains(value)
    default: true
    }
  }
}
