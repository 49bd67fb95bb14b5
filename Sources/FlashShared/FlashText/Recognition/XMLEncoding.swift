/// Which encoding a document of XML is in, as its first bytes say.
public enum XMLEncoding {
  /// The encoding of a document, by its byte order mark, by what a person says, and by its
  /// declaration; nil if all of its bytes have to be looked at.
  /// - Parameter given: what a person says, which a byte order mark alone wins over.
  /// - Throws: `.encoding` for a declaration that the bytes contradict, or of an unknown encoding.
  public static func detect(
    head: Span<UInt8>, given: TextEncoding?
  ) throws(TextFormatError) -> DetectedEncoding? {
    let mark = TextEncoding.marked(head)
    if let given {
      return mark.map { DetectedEncoding($0.encoding, markLength: $0.length) }
        ?? DetectedEncoding(given)
    }
    let seen = mark?.encoding ?? TextEncoding.unmarkedUTF16(head)
    let found = seen.map { DetectedEncoding($0, markLength: mark?.length ?? 0) }
    guard let name = declared(head, seen ?? .utf8) else { return found }
    guard let declared = Declared(name) else {
      throw contradiction("encoding '\(name)' is not known here")
    }
    guard let seen else {
      guard case .known(let encoding) = declared, encoding.extendsASCII else {
        throw contradiction("declared as \(name), which it is not")
      }
      return DetectedEncoding(encoding)
    }
    let agrees =
      switch declared {
      case .known(let encoding): encoding == seen || (encoding.isUTF16 && seen.isUTF16)
      case .wide: !seen.extendsASCII
      }
    guard agrees else { throw contradiction("declared as \(name), but it is \(seen.rawValue)") }
    return found
  }

  private enum Declared {
    case known(TextEncoding)
    /// Of two or four bytes a character, whose order is not said.
    case wide

    init?(_ name: String) {
      switch name.lowercased() {
      case "us-ascii", "ascii": self = .known(.utf8)
      case "ucs-2", "iso-10646-ucs-2", "ucs-4", "iso-10646-ucs-4": self = .wide
      default:
        guard let encoding = TextEncoding(name: name) else { return nil }
        self = .known(encoding)
      }
    }
  }

  private static func contradiction(_ reason: String) -> TextFormatError {
    .encoding(line: 1, offset: 0, reason: reason)
  }

  /// The name in `<?xml … encoding="NAME"`; nil if there is none.
  private static func declared(_ head: Span<UInt8>, _ encoding: TextEncoding) -> String? {
    let size = Swift.min(head.count, 1_024)
    var text: [UInt8] = []
    var decoder = TextDecoder(
      DetectedEncoding(encoding, markLength: TextEncoding.marked(head)?.length ?? 0))
    // What does not decode is the reader's to report.
    try? decoder.decode(head.extracting(0..<size), into: &text)
    guard text.starts(with: "<?xml".utf8) else { return nil }
    let declaration = text.prefix { $0 != UInt8(ascii: ">") }
    guard let key = declaration.firstRange(of: "encoding") else { return nil }
    let rest = declaration[key.upperBound...].drop { $0 <= 0x20 || $0 == UInt8(ascii: "=") }
    guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      return nil
    }
    let name = rest.dropFirst().prefix { $0 != quote }
    // Names are of these characters alone, so they can be shown as they are.
    guard !name.isEmpty, name.count <= 40,
      name.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return nil }
    return String(decoding: name, as: UTF8.self)
  }
}

extension TextEncoding {
  fileprivate var isUTF16: Bool { self == .utf16LittleEndian || self == .utf16BigEndian }
}
