/// Which scalars can be left alone by normalisation to NFC, without asking for their properties.
enum Composition {
  /// Whether `scalar` is in NFC by itself, combines with no scalar before it and is never put
  /// into another order, so that text of such scalars alone is in NFC.
  ///
  /// Only whole blocks of the scripts in common use; false for others, which only costs time. A
  /// test compares the answer with the properties of every scalar.
  @inline(__always)
  static func isInert(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0..<0x300: true
    // Greek, Cyrillic, Armenian
    case 0x388..<0x483, 0x48A..<0x591: true
    // Letters of Hebrew, Arabic, Thai, Georgian
    case 0x5D0..<0x5F3, 0x620..<0x64B, 0xE01..<0xE38, 0x10A0..<0x1100: true
    // Latin and punctuation
    case 0x1E00..<0x1F00, 0x2002..<0x20D0, 0x2100..<0x2126, 0x2190..<0x2329: true
    // Kana, Han, Hangul syllables, half and full widths
    case 0x3000..<0x302A, 0x3030..<0x3099, 0x309B..<0xA000, 0xAC00..<0xD7A4, 0xFF00..<0xFFF0: true
    // Symbols and pictures
    case 0x2400..<0x2ADC, 0x1F000..<0x1FC00, 0x20000..<0x2A6E0: true
    default: false
    }
  }
}
