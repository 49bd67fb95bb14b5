/// Arithmetic on the eight bytes of a word at once. A result has the top bit of each byte that
/// matches set.
///
/// - Source: Henry S. Warren, Hacker's Delight, 6-1; the forms that are exact for the lowest match
///   or for "any", as noted.
enum ByteWord {
  @inline(__always)
  static func all(_ byte: UInt8) -> UInt64 { 0x0101_0101_0101_0101 &* UInt64(byte) }

  static let topBits: UInt64 = 0x8080_8080_8080_8080

  /// Bytes equal to those of `pattern`; above the lowest match there may be false ones.
  @inline(__always)
  static func equal(_ word: UInt64, _ pattern: UInt64) -> UInt64 {
    let difference = word ^ pattern
    return (difference &- 0x0101_0101_0101_0101) & ~difference & topBits
  }

  /// Bytes below `bound`, at most 0x80; above the lowest match there may be false ones.
  @inline(__always)
  static func below(_ word: UInt64, _ bound: UInt8) -> UInt64 {
    (word &- all(bound)) & ~word & topBits
  }

  /// Bytes of at least `bound`, which is 0x80 or more; exact.
  @inline(__always)
  static func atLeast(_ word: UInt64, _ bound: UInt8) -> UInt64 {
    ((word & ~topBits) &+ all(0x80 &- (bound & 0x7F))) & word & topBits
  }
}

extension Span<UInt8> {
  /// The first index from `start` where a line end or `delimiter` stands, or nil.
  func firstStop(from start: Int, delimiter: UInt8) -> Int? {
    var index = start
    let delimiters = ByteWord.all(delimiter)
    let feeds = ByteWord.all(0x0A)
    let returns = ByteWord.all(0x0D)
    while index <= count - 8 {
      let word = word(at: index)
      let match =
        ByteWord.equal(word, delimiters) | ByteWord.equal(word, feeds)
        | ByteWord.equal(word, returns)
      if match != 0 { return index + match.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < count {
      let byte = self[index]
      if byte == delimiter || byte == 0x0A || byte == 0x0D { return index }
      index += 1
    }
    return nil
  }

  /// The first index from `start` where `byte` stands, or nil.
  func first(_ byte: UInt8, from start: Int) -> Int? {
    var index = start
    let pattern = ByteWord.all(byte)
    while index <= count - 8 {
      let match = ByteWord.equal(word(at: index), pattern)
      if match != 0 { return index + match.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < count {
      if self[index] == byte { return index }
      index += 1
    }
    return nil
  }

  /// Whether every byte of `range` is in 0x20...0x7E or 0x80...0xCB: no control, and no scalar
  /// from U+0300 on. Such text is in NFC, and nothing in it is cleaned away but blanks at its ends.
  func isPlain(_ range: Range<Int>) -> Bool {
    var index = range.lowerBound
    while index <= range.upperBound - 8 {
      if ByteWord.odd(word(at: index)) != 0 { return false }
      index += 8
    }
    guard index < range.upperBound else { return true }
    // The rest, once more with bytes already seen, or one by one where there are too few.
    if range.count >= 8 { return ByteWord.odd(word(at: range.upperBound - 8)) == 0 }
    while index < range.upperBound {
      let byte = self[index]
      if byte < 0x20 || byte == 0x7F || byte >= 0xCC { return false }
      index += 1
    }
    return true
  }

  /// How many line ends there are in `range`: LF, CRLF or CR, a CRLF that begins before it not
  /// counted again.
  func lineEnds(in range: Range<Int>) -> Int {
    var ends = 0
    var index = range.lowerBound
    while index < range.upperBound {
      if index <= range.upperBound - 8 {
        let word = word(at: index)
        if ByteWord.equal(word, ByteWord.all(0x0A)) | ByteWord.equal(word, ByteWord.all(0x0D)) == 0
        {
          index += 8
          continue
        }
      }
      let stop = Swift.min(index + 8, range.upperBound)
      while index < stop {
        let byte = self[index]
        if byte == 0x0D || (byte == 0x0A && (index == 0 || self[index - 1] != 0x0D)) { ends += 1 }
        index += 1
      }
    }
    return ends
  }
}

extension ByteWord {
  /// Bytes below 0x20, 0x7F, or from 0xCC on; exact as to whether there is one.
  @inline(__always)
  fileprivate static func odd(_ word: UInt64) -> UInt64 {
    below(word, 0x20) | equal(word, all(0x7F)) | atLeast(word, 0xCC)
  }
}
