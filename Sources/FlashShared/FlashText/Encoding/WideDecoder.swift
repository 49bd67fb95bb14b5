/// UTF-16 and UTF-32 of either byte order, in pieces of any size.
struct WideDecoder: Sendable {
  private let isBigEndian: Bool
  /// Bytes of a unit that the last piece broke off.
  private var pending: UInt32 = 0
  private var pendingCount = 0
  /// A high surrogate that waits for its other half.
  private var high: UInt32?
  /// Of the next byte, in the file.
  private var offset: Int

  init(_ encoding: TextEncoding, offset: Int) {
    isBigEndian = encoding == .utf16BigEndian || encoding == .utf32BigEndian
    self.offset = offset
  }

  mutating func decode16(
    _ bytes: Span<UInt8>, into buffer: inout [UInt8]
  ) throws(TextDecoder.Fault) {
    for index in 0..<bytes.count {
      guard let unit = unit(adding: bytes[index], size: 2) else { continue }
      if let first = high {
        guard (0xDC00..<0xE000).contains(unit) else { throw loneSurrogate(back: 4) }
        buffer.append(scalar: 0x10000 + (first - 0xD800) << 10 + (unit - 0xDC00))
        high = nil
      } else if (0xD800..<0xDC00).contains(unit) {
        high = unit
      } else {
        guard !(0xDC00..<0xE000).contains(unit) else { throw loneSurrogate(back: 2) }
        buffer.append(scalar: unit)
      }
    }
  }

  mutating func decode32(
    _ bytes: Span<UInt8>, into buffer: inout [UInt8]
  ) throws(TextDecoder.Fault) {
    for index in 0..<bytes.count {
      guard let unit = unit(adding: bytes[index], size: 4) else { continue }
      guard unit < 0x110000, !(0xD800..<0xE000).contains(unit) else {
        throw TextDecoder.Fault(offset: offset - 4, reason: "invalid UTF-32")
      }
      buffer.append(scalar: unit)
    }
  }

  func finish() throws(TextDecoder.Fault) {
    if high != nil { throw loneSurrogate(back: 2 + pendingCount) }
    guard pendingCount == 0 else {
      throw TextDecoder.Fault(offset: offset - pendingCount, reason: "a character broken off")
    }
  }

  /// The unit that is complete with this byte, if one is.
  @inline(__always)
  private mutating func unit(adding byte: UInt8, size: Int) -> UInt32? {
    pending =
      isBigEndian ? pending << 8 | UInt32(byte) : pending | UInt32(byte) << (8 * pendingCount)
    pendingCount += 1
    offset += 1
    guard pendingCount == size else { return nil }
    defer {
      pending = 0
      pendingCount = 0
    }
    return pending
  }

  private func loneSurrogate(back: Int) -> TextDecoder.Fault {
    TextDecoder.Fault(offset: offset - back, reason: "invalid UTF-16 (a lone surrogate)")
  }
}
