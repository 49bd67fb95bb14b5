/// What a file was taken for, by its content first and its name second, and why.
public struct FormatDetection: Sendable, Hashable {
  public let format: Format
  /// In words, for a person who wonders.
  public let reason: String
  /// Whether the file is a zip archive, and the format that of a member.
  public let isArchive: Bool

  init(_ format: Format, _ reason: String, isArchive: Bool = false) {
    self.format = format
    self.reason = reason
    self.isArchive = isArchive
  }

  /// Passes only what can be read.
  /// - Throws: as ``Format/checkReadable()``.
  public func checkReadable() throws(TextFormatError) {
    try format.checkReadable()
    if isArchive, !format.isContainer(isArchive: true) {
      throw .unsupported(format: "\(format.title) in a zip archive")
    }
  }
}

extension Format {
  /// Recognises a file. Whether it is read here is another question: ``checkReadable()``.
  /// - Parameters:
  ///   - name: the file's name; empty for standard input.
  ///   - head: its first bytes, up to ``TextLimits/head``; all of it if it is shorter.
  ///   - members: of a zip archive, what is in it; nil if that is not known.
  /// - Throws: `.empty` for a file of no bytes or of blanks, `.unknownFormat` for a container of
  ///   nothing that is known.
  public static func detect(
    name: String, head: Span<UInt8>, members: [String]? = nil
  ) throws(TextFormatError) -> FormatDetection {
    if let found = try BinarySignature.detect(name: name, head: head, members: members) {
      return found
    }
    let text = decoded(head)
    guard let first = text.firstIndex(where: { $0 > 0x20 }) else { throw .empty }
    if text[first] == UInt8(ascii: "<") {
      if let found = XMLRoot(text[first...])?.detection { return found }
      // A cell may begin with an element of HTML, but not with a declaration.
      if text[first...].starts(with: "<?xml".utf8) || text[first...].starts(with: "<!DOCTYPE".utf8)
      {
        throw .unknownFormat
      }
    }
    if let found = ankiText(text[first...]) { return found }
    if let found = json(text[first...]) { return found }
    if let found = TextDeckNotation(text[first...]).detection(name: name) { return found }
    return FormatDetection(.delimited, "text that is nothing else")
  }

  /// The head as UTF-8, as far as it decodes.
  private static func decoded(_ head: Span<UInt8>) -> [UInt8] {
    let size = Swift.min(head.count, TextLimits.head)
    let bytes = head.extracting(0..<size)
    let mark = TextEncoding.marked(bytes)
    let encoding = mark?.encoding ?? TextEncoding.unmarkedUTF16(bytes) ?? .utf8
    var text: [UInt8] = []
    var decoder = TextDecoder(DetectedEncoding(encoding, markLength: mark?.length ?? 0))
    // What does not decode is the reader's to report; recognition makes do with the rest.
    try? decoder.decode(bytes, into: &text)
    return text.isEmpty ? bytes.extracting(0..<bytes.count).array : text
  }

  private static func ankiText(_ text: ArraySlice<UInt8>) -> FormatDetection? {
    let line = text.prefix { $0 != 0x0A && $0 != 0x0D }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let key = String(decoding: line[..<colon], as: UTF8.self).lowercased()
    if key == "tags" { return FormatDetection(.ankiText, "the first line is 'tags:'") }
    guard key.hasPrefix("#"), AnkiHeaders.keys.contains(CardText.cleaned(String(key.dropFirst())))
    else {
      return nil
    }
    return FormatDetection(.ankiText, "the first line is a file header, '\(key):'")
  }

  /// Text can begin with `[` or `{` and be no JSON: a cloze, or a reference.
  private static func json(_ text: ArraySlice<UInt8>) -> FormatDetection? {
    let next = text.dropFirst().first { $0 > 0x20 }
    switch (text.first, next) {
    case (UInt8(ascii: "["), UInt8(ascii: "{")), (UInt8(ascii: "["), UInt8(ascii: "]")):
      return FormatDetection(.jsonCards, "an array of JSON objects")
    case (UInt8(ascii: "{"), UInt8(ascii: "\"")), (UInt8(ascii: "{"), UInt8(ascii: "}")): break
    default: return nil
    }
    let line = text.prefix { $0 != 0x0A }
    if ExportHeader.isHeader(Array(line)) {
      return FormatDetection(.flashExport, "the first line is the header of a flash export")
    }
    let head = String(decoding: text, as: UTF8.self)
    if head.contains("\"notes\""), head.contains("\"fields\"") {
      return FormatDetection(.ankiJSON, "a JSON object with notes and fields")
    }
    return FormatDetection(.jsonCards, "a JSON object a line")
  }
}

extension Span<UInt8> {
  var array: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(self)
    return bytes
  }
}
