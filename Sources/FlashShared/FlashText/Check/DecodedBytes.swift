/// A file's bytes as UTF-8, and what was wrong with them.
struct DecodedBytes {
  private(set) var text: [UInt8] = []
  private(set) var encoding = DetectedEncoding(.utf8)
  /// It has NUL bytes and is no text; nothing was decoded.
  private(set) var isBinary = false
  /// Whether bytes that are no text were put into `text` as U+FFFD.
  private(set) var isRepaired = false
  /// What stopped the decoding, after which there is no text.
  private var fault: TextFormatError?
  private let bytes: [UInt8]

  init(_ bytes: [UInt8], declared: TextEncoding?) {
    self.bytes = bytes
    var scan = EncodingScan(declared: declared)
    do throws(TextFormatError) {
      try scan.push(bytes.span)
      encoding = try scan.finish()
    } catch {
      isBinary = bytes.contains(0)
      if isBinary {
        fault = error
      } else {
        repair()
      }
      return
    }
    var decoder = TextDecoder(encoding)
    do throws(TextDecoder.Fault) {
      try decoder.decode(bytes.span, into: &text)
      try decoder.finish()
    } catch {
      guard encoding.encoding != .utf8 else {
        repair()
        return
      }
      fault = .encoding(
        line: 1 + text.span.lineEnds(in: 0..<text.count), offset: error.offset,
        reason: error.reason)
    }
  }

  private mutating func repair() {
    isRepaired = true
    text = Array(String(decoding: bytes.dropFirst(encoding.markLength), as: UTF8.self).utf8)
  }

  /// - Parameter source: the decoded text.
  func findings(in source: SourceText) -> [DeckFinding] {
    var findings: [DeckFinding] = []
    if let fault { findings.append(DeckFinding(fault)) }
    if encoding.encoding == .utf8, encoding.markLength > 0 {
      findings.append(
        DeckFinding(.byteOrderMark, "a byte order mark, which other programs take for text"))
    }
    if isRepaired { findings += damages() }
    switch encoding.encoding {
    case .utf8: break
    case .cp1252:
      let offset = bytes.firstIndex { $0 >= 0x80 } ?? 0
      let place = source.place(at: offset)
      let byte = bytes.isEmpty ? 0 : bytes[offset]
      findings.append(
        DeckFinding(
          .notUTF8, line: place.line, column: place.column,
          "not UTF-8 (byte 0x\(hex(byte)) at offset \(offset)): read as Windows-1252"))
    default:
      findings.append(DeckFinding(.notUTF8, "not UTF-8, but \(encoding.encoding.rawValue)"))
    }
    return findings
  }

  /// The first byte of each line that is no UTF-8.
  private func damages() -> [DeckFinding] {
    var findings: [DeckFinding] = []
    var line = 1
    var column = 1
    var isTold = false
    var index = encoding.markLength
    let bytes = bytes.span
    while index < bytes.count {
      var length = 1
      switch bytes.sequence(at: index) {
      case .valid(let count): length = count
      case .invalid, .broken:
        if !isTold {
          let place = "byte 0x\(hex(bytes[index])) at offset \(index)"
          findings.append(
            DeckFinding(.encoding, line: line, column: column, "damaged UTF-8: \(place)"))
        }
        isTold = true
      }
      let byte = bytes[index]
      index += length
      column += 1
      if byte == 0x0A || (byte == 0x0D && (index == bytes.count || bytes[index] != 0x0A)) {
        (line, column, isTold) = (line + 1, 1, false)
      }
    }
    return findings
  }

  private func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count < 2 ? "0" + digits : digits
  }
}
