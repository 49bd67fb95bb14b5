@_spi(_Unicode) import Swift

/// The form in which every side, title and tag is kept, whatever file or keyboard it comes from.
///
/// Controls are removed (U+0000-0008, 000B-001F, 007F), CRLF and CR become LF, the rest is put into
/// NFC and trimmed of white space at both ends. Nothing else is changed.
public enum CardText {
  /// `text` in that form.
  public static func cleaned(_ text: String) -> String {
    var bytes = Array(text.utf8)
    let range = clean(0..<bytes.count, of: &bytes)
    return String(decoding: bytes[range], as: UTF8.self)
  }

  /// What names are compared by: NFC, without case.
  public static func folded(_ name: String) -> String { composed(cleaned(name).lowercased()) }

  /// `text` in NFC.
  static func composed(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text._nfc { scalars.append(scalar) }
    return String(scalars)
  }

  /// Cleans the bytes of `range`, which are UTF-8.
  ///
  /// Text that is clean already, most of it, is only trimmed; other text is written anew at the end
  /// of `bytes`. Bytes before the end are never changed.
  /// - Returns: where the clean text stands.
  static func clean(_ range: Range<Int>, of bytes: inout [UInt8]) -> Range<Int> {
    if bytes.span.isPlain(range) { return bytes.span.trimmed(range) }
    let look = bytes.span.inspected(range)
    if !look.needsRewriting && look.isComposed { return bytes.span.trimmed(range) }
    return rewritten(range, of: &bytes, isComposed: look.isComposed)
  }

  private static func rewritten(
    _ range: Range<Int>, of bytes: inout [UInt8], isComposed: Bool
  ) -> Range<Int> {
    let start = bytes.count
    bytes.reserveCapacity(start + range.count)
    appendWithoutControls(range, of: &bytes)
    let trimmed = bytes.span.trimmed(start..<bytes.count)
    guard !isComposed else { return trimmed }
    let text = composed(String(decoding: bytes[trimmed], as: UTF8.self))
    bytes.removeSubrange(start...)
    bytes.append(contentsOf: text.utf8)
    return bytes.span.trimmed(start..<bytes.count)
  }

  private static func appendWithoutControls(_ range: Range<Int>, of bytes: inout [UInt8]) {
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      index += 1
      switch byte {
      case 0x0D:
        bytes.append(0x0A)
        if index < range.upperBound, bytes[index] == 0x0A { index += 1 }
      case 0..<0x09, 0x0B..<0x20, 0x7F: continue
      default: bytes.append(byte)
      }
    }
  }
}

extension Span<UInt8> {
  /// What has to be done to UTF-8 in `range` beyond trimming.
  fileprivate func inspected(_ range: Range<Int>) -> (needsRewriting: Bool, isComposed: Bool) {
    var needsRewriting = false
    var isComposed = true
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = self[index]
      if byte < 0x80 {
        if (byte < 0x20 && byte != 0x09 && byte != 0x0A) || byte == 0x7F { needsRewriting = true }
        index += 1
      } else if byte < 0xCC {
        index += 2
      } else {
        let (scalar, length) = self.scalar(at: index)
        if !Composition.isInert(scalar) { isComposed = false }
        index += length
      }
    }
    return (needsRewriting, isComposed)
  }

  /// The scalar that begins at `index` of valid UTF-8, and its length.
  @inline(__always)
  func scalar(at index: Int) -> (UInt32, Int) {
    let lead = UInt32(self[index])
    if lead < 0x80 { return (lead, 1) }
    func tail(_ place: Int) -> UInt32 {
      index + place < count ? UInt32(self[index + place]) & 0x3F : 0
    }
    if lead < 0xE0 { return ((lead & 0x1F) << 6 | tail(1), 2) }
    if lead < 0xF0 { return ((lead & 0x0F) << 12 | tail(1) << 6 | tail(2), 3) }
    return ((lead & 0x07) << 18 | tail(1) << 12 | tail(2) << 6 | tail(3), 4)
  }

  /// `range` without white space (the Unicode property) at both ends.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var lower = range.lowerBound
    var upper = range.upperBound
    while lower < upper, case let length = blankLength(at: lower, before: upper), length > 0 {
      lower += length
    }
    while lower < upper, case let length = blankLength(endingAt: upper, after: lower), length > 0 {
      upper -= length
    }
    return lower..<upper
  }

  /// The length of the white space character that begins at `index`, 0 if none does.
  @inline(__always)
  func blankLength(at index: Int, before end: Int) -> Int {
    let first = self[index]
    if first <= 0x20 { return first == 0x20 || (0x09...0x0D).contains(first) ? 1 : 0 }
    if first < 0xC2 || first > 0xE3 { return 0 }
    guard index + 1 < end else { return 0 }
    let second = self[index + 1]
    if first == 0xC2 { return second == 0x85 || second == 0xA0 ? 2 : 0 }
    guard index + 2 < end else { return 0 }
    let third = self[index + 2]
    let isBlank =
      switch (first, second) {
      case (0xE1, 0x9A): third == 0x80
      case (0xE2, 0x80):
        (0x80...0x8A).contains(third) || (0xA8...0xA9).contains(third) || third == 0xAF
      case (0xE2, 0x81): third == 0x9F
      case (0xE3, 0x80): third == 0x80
      default: false
      }
    return isBlank ? 3 : 0
  }

  @inline(__always)
  private func blankLength(endingAt end: Int, after start: Int) -> Int {
    if self[end - 1] < 0x80 { return blankLength(at: end - 1, before: end) }
    if end - start >= 2, blankLength(at: end - 2, before: end) == 2 { return 2 }
    if end - start >= 3, blankLength(at: end - 3, before: end) == 3 { return 3 }
    return 0
  }
}
