/// Turns a file's bytes into UTF-8, piece by piece.
public struct TextDecoder: Sendable {
  /// Where and why bytes did not decode. What was decoded before it is in the buffer.
  public struct Fault: Error {
    /// In the file, from 0.
    public let offset: Int
    public let reason: String
  }

  private let encoding: TextEncoding
  /// Bytes of the mark still to be stepped over.
  private var markLeft: Int
  private var validator = UTF8Validator()
  private var wide: WideDecoder

  public init(_ detected: DetectedEncoding) {
    encoding = detected.encoding
    markLeft = detected.markLength
    wide = WideDecoder(detected.encoding, offset: detected.markLength)
    markLength = detected.markLength
  }

  private let markLength: Int

  /// Adds the text of the next piece to `buffer`.
  public mutating func decode(
    _ bytes: Span<UInt8>, into buffer: inout [UInt8]
  ) throws(Fault) {
    let skipped = Swift.min(markLeft, bytes.count)
    markLeft -= skipped
    let text = bytes.extracting(skipped..<bytes.count)
    switch encoding {
    case .utf8:
      let start = validator.count
      validator.push(text)
      guard let invalid = validator.firstInvalid else { return buffer.append(text) }
      buffer.append(text.extracting(0..<Swift.max(0, invalid - start)))
      throw Fault(offset: markLength + invalid, reason: "invalid UTF-8")
    case .cp1252: CP1252.decode(text, into: &buffer)
    case .utf16LittleEndian, .utf16BigEndian: try wide.decode16(text, into: &buffer)
    case .utf32LittleEndian, .utf32BigEndian: try wide.decode32(text, into: &buffer)
    default: decodeSingleBytes(text, into: &buffer)
    }
  }

  private func decodeSingleBytes(_ bytes: Span<UInt8>, into buffer: inout [UInt8]) {
    guard let upper = SingleByteTable.upper(of: encoding) else { return }
    for index in bytes.indices {
      let byte = bytes[index]
      if byte < 0x80 {
        buffer.append(byte)
      } else {
        buffer.append(scalar: UInt32(upper[Int(byte) - 0x80]))
      }
    }
  }

  /// Says that nothing follows.
  public mutating func finish() throws(Fault) {
    switch encoding {
    case .utf8:
      validator.finish()
      if let invalid = validator.firstInvalid {
        throw Fault(offset: markLength + invalid, reason: "invalid UTF-8")
      }
    case .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian:
      try wide.finish()
    default: break
    }
  }
}

/// Windows' Western encoding.
enum CP1252 {
  /// What 0x80 to 0x9F stand for; five of them for nothing.
  private static let upper: [UInt16] = [
    0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0xFFFD, 0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178,
  ]

  /// What a byte of 0x80 or more stands for.
  static func scalar(_ byte: UInt8) -> UInt32 {
    byte < 0xA0 ? UInt32(upper[Int(byte) - 0x80]) : UInt32(byte)
  }

  static func decode(_ bytes: Span<UInt8>, into buffer: inout [UInt8]) {
    var index = 0
    while index < bytes.count {
      let end = bytes.endOfASCII(from: index)
      buffer.append(bytes.extracting(index..<end))
      index = end
      while index < bytes.count, bytes[index] >= 0x80 {
        let byte = bytes[index]
        buffer.append(scalar: scalar(byte))
        index += 1
      }
    }
  }
}

extension [UInt8] {
  /// Adds the UTF-8 of a scalar value.
  mutating func append(scalar: UInt32) {
    func tail(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(truncatingIfNeeded: scalar >> shift) & 0x3F }
    switch scalar {
    case 0..<0x80: append(UInt8(truncatingIfNeeded: scalar))
    case 0x80..<0x800:
      append(0xC0 | UInt8(truncatingIfNeeded: scalar >> 6))
      append(tail(0))
    case 0x800..<0x10000:
      append(0xE0 | UInt8(truncatingIfNeeded: scalar >> 12))
      append(tail(6))
      append(tail(0))
    default:
      append(0xF0 | UInt8(truncatingIfNeeded: scalar >> 18))
      append(tail(12))
      append(tail(6))
      append(tail(0))
    }
  }
}
