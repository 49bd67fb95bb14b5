/// How a file's bytes stand for characters.
public enum TextEncoding: String, Sendable, Hashable, CaseIterable {
  case utf8 = "utf-8"
  case utf16LittleEndian = "utf-16le"
  case utf16BigEndian = "utf-16be"
  case utf32LittleEndian = "utf-32le"
  case utf32BigEndian = "utf-32be"
  /// Windows' Western encoding; Latin-1 letters are the same bytes in it.
  case cp1252
  /// Central European, of Windows.
  case cp1250
  /// Cyrillic, of Windows.
  case cp1251
  /// Greek, of Windows.
  case cp1253
  /// Turkish, of Windows; Latin-5 letters are the same bytes in it.
  case cp1254
  /// Hebrew, of Windows.
  case cp1255
  /// Arabic, of Windows.
  case cp1256
  /// Baltic, of Windows.
  case cp1257
  /// Vietnamese, of Windows.
  case cp1258
  case latin2 = "iso-8859-2"
  case cyrillic = "iso-8859-5"
  case latin9 = "iso-8859-15"
  case koi8r = "koi8-r"

  /// Reads a name as `--encoding` takes it, without regard to case, `-` and `_`.
  public init?(name: some StringProtocol) {
    let plain = name.lowercased().filter { $0 != "-" && $0 != "_" }
    switch plain {
    case "utf8": self = .utf8
    case "utf16le", "utf16": self = .utf16LittleEndian
    case "utf16be": self = .utf16BigEndian
    case "utf32le", "utf32": self = .utf32LittleEndian
    case "utf32be": self = .utf32BigEndian
    case "cp1252", "windows1252", "latin1", "iso88591", "l1": self = .cp1252
    case "iso88599", "latin5", "l5": self = .cp1254
    case "latin2", "iso88592", "l2": self = .latin2
    case "iso88595": self = .cyrillic
    case "latin9", "iso885915", "l9": self = .latin9
    case "koi8r": self = .koi8r
    default:
      let codePage = plain.hasPrefix("windows") ? "cp" + plain.dropFirst(7) : plain
      guard codePage.hasPrefix("cp"), let found = TextEncoding(rawValue: codePage) else {
        return nil
      }
      self = found
    }
  }

  /// Whether letters of ASCII are the same bytes in it.
  var extendsASCII: Bool {
    switch self {
    case .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian: false
    default: true
    }
  }

  /// The encoding that a byte order mark at the start of a file says, with the mark's length.
  static func marked(_ bytes: Span<UInt8>) -> (encoding: TextEncoding, length: Int)? {
    func begins(_ mark: [UInt8]) -> Bool {
      bytes.count >= mark.count && mark.indices.allSatisfy { bytes[$0] == mark[$0] }
    }
    // UTF-32 first: its little-endian mark begins with that of UTF-16.
    if begins([0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
    if begins([0xFF, 0xFE, 0, 0]) { return (.utf32LittleEndian, 4) }
    if begins([0, 0, 0xFE, 0xFF]) { return (.utf32BigEndian, 4) }
    if begins([0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
    if begins([0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
    return nil
  }

  /// UTF-16 without a mark, seen from the zero bytes of Western text: every second byte and no
  /// other. Looks at 64 bytes.
  static func unmarkedUTF16(_ bytes: Span<UInt8>) -> TextEncoding? {
    let head = Swift.min(bytes.count, 64)
    guard head >= 2 else { return nil }
    var zeros = (even: 0, odd: 0)
    for index in 0..<head where bytes[index] == 0 {
      if index.isMultiple(of: 2) { zeros.even += 1 } else { zeros.odd += 1 }
    }
    if zeros.even == 0, zeros.odd == head / 2 { return .utf16LittleEndian }
    if zeros.odd == 0, zeros.even == (head + 1) / 2 { return .utf16BigEndian }
    return nil
  }
}

/// What a file's bytes were found to be.
public struct DetectedEncoding: Sendable, Hashable {
  public var encoding: TextEncoding
  /// Bytes of the byte order mark at the start, which are no text.
  public var markLength: Int
  /// Whether it is only what remains when UTF-8 is impossible; worth a warning.
  public var isAssumed: Bool

  public init(_ encoding: TextEncoding, markLength: Int = 0, isAssumed: Bool = false) {
    self.encoding = encoding
    self.markLength = markLength
    self.isAssumed = isAssumed
  }
}
