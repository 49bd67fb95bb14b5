/// Case-insensitive substring search over UTF-8, for `flash_contains`.
enum SubstringSearch {
  /// Whether `needle`, already in lower case, occurs in `text` in any case.
  ///
  /// A needle of ASCII alone is looked for byte by byte; only another one costs the folding of the
  /// whole text.
  static func contains(
    _ text: UnsafeBufferPointer<UInt8>, _ needle: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard let first = unsafe needle.first else { return true }
    guard text.count >= needle.count else { return false }
    if unsafe needle.allSatisfy({ $0 < 0x80 }) {
      return unsafe containsASCII(text, needle, first: first)
    }
    let folded = unsafe Array(String(decoding: text, as: UTF8.self).lowercased().utf8)
    return unsafe folded.withUnsafeBufferPointer { folded in
      unsafe folded.count >= needle.count && containsBytes(folded, needle, first: first)
    }
  }

  private static func containsASCII(
    _ text: UnsafeBufferPointer<UInt8>, _ needle: UnsafeBufferPointer<UInt8>, first: UInt8
  ) -> Bool {
    let last = text.count - needle.count
    let upper = folded(first) != first || !(0x61...0x7A).contains(first) ? first : first & 0xDF
    var start = 0
    while start <= last {
      let byte = unsafe text[start]
      if byte == first || byte == upper {
        var length = 1
        while length < needle.count, unsafe folded(text[start + length]) == needle[length] {
          length += 1
        }
        if length == needle.count { return true }
      }
      start += 1
    }
    return false
  }

  private static func containsBytes(
    _ text: UnsafeBufferPointer<UInt8>, _ needle: UnsafeBufferPointer<UInt8>, first: UInt8
  ) -> Bool {
    for start in 0...(text.count - needle.count) where unsafe text[start] == first {
      var length = 1
      while length < needle.count, unsafe text[start + length] == needle[length] {
        length += 1
      }
      if length == needle.count { return true }
    }
    return false
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }
}
