import FlashModel

/// Finds the objects of JSON Lines, or of one array of objects, in pieces of any size.
struct JSONFeed: Sendable {
  /// Bytes in one object with its white space; one side of 1 MiB may be six times as long in escapes.
  static let objectLimit = 16 << 20

  private enum Mode {
    case unknown
    case lines
    /// Before an element, or the end of an empty array.
    case arrayStart
    /// After an element.
    case arrayNext
    /// Before an element that has to come.
    case arrayElement
    case ended
  }

  /// Text that is not stepped over yet, and some that is.
  private(set) var buffer: [UInt8] = []
  private var decoder: TextDecoder
  private var mode = Mode.unknown
  private var isFinished = false
  /// Where the next byte to look at stands in the buffer.
  private var index = 0
  /// The line that ``index`` is in, from 1.
  private(set) var line = 1
  private var scan = ObjectScan()
  /// How far the line at ``index`` was searched for its end.
  private var searched = 0

  init(_ encoding: DetectedEncoding) { decoder = TextDecoder(encoding) }

  mutating func push(_ bytes: Span<UInt8>) throws(TextFormatError) {
    buffer.removeFirst(index)
    searched = max(0, searched - index)
    index = 0
    do throws(TextDecoder.Fault) {
      try decoder.decode(bytes, into: &buffer)
    } catch {
      throw .encoding(line: line(at: buffer.count), offset: error.offset, reason: error.reason)
    }
  }

  mutating func finish() throws(TextFormatError) {
    isFinished = true
    do throws(TextDecoder.Fault) {
      try decoder.finish()
    } catch {
      throw .encoding(line: line(at: buffer.count), offset: error.offset, reason: error.reason)
    }
  }

  /// The next object, where it is complete: its range in the buffer and the line it begins in.
  /// Of JSON Lines the range is the line, whatever is in it.
  mutating func next() throws(TextFormatError) -> (range: Range<Int>, line: Int)? {
    if mode == .unknown {
      skipBlanks()
      guard index < buffer.count else { return nil }
      mode = buffer[index] == UInt8(ascii: "[") ? .arrayStart : .lines
      if mode == .arrayStart { index += 1 }
    }
    let found = try mode == .lines ? nextLine() : nextElement()
    if found == nil, buffer.count - index > JSONFeed.objectLimit {
      throw .tooLarge(line: line, reason: "an object longer than 16 MiB")
    }
    return found
  }

  /// The line of the byte at `offset`, which is not before ``index``'s.
  private func line(at offset: Int) -> Int { line + buffer.span.lineEnds(in: index..<offset) }

  private mutating func nextLine() -> (range: Range<Int>, line: Int)? {
    skipBlanks()
    guard index < buffer.count else { return nil }
    let next = buffer.span.first(0x0A, from: max(index, searched))
    searched = next ?? buffer.count
    guard let end = next ?? (isFinished ? buffer.count : nil) else { return nil }
    defer { index = end }
    return (index..<end, line)
  }

  private mutating func nextElement() throws(TextFormatError) -> (range: Range<Int>, line: Int)? {
    while true {
      if scan.isIdle { skipBlanks() }
      guard index < buffer.count else {
        if isFinished, mode != .ended { throw malformed("unexpected end") }
        return nil
      }
      switch (mode, buffer[index]) {
      case (.ended, _): throw malformed("text after the array")
      case (.arrayStart, UInt8(ascii: "]")), (.arrayNext, UInt8(ascii: "]")):
        mode = .ended
        index += 1
      case (.arrayNext, UInt8(ascii: ",")):
        mode = .arrayElement
        index += 1
      case (.arrayNext, _): throw malformed("',' expected")
      case (_, UInt8(ascii: "{")):
        let text = buffer
        guard let end = scan.end(in: text.span, from: index) else {
          if isFinished { throw malformed("an object without end") }
          return nil
        }
        mode = .arrayNext
        let found = (index..<end, line)
        line = line(at: end)
        index = end
        return found
      default: throw malformed("an object expected")
      }
    }
  }

  private func malformed(_ reason: String) -> TextFormatError {
    .malformed(line: line, reason: reason)
  }

  private mutating func skipBlanks() {
    while index < buffer.count {
      switch buffer[index] {
      case 0x0A:
        line += 1
        index += 1
      case 0x20, 0x09, 0x0D: index += 1
      default: return
      }
    }
  }
}

/// Finds the end of an object by its brackets; goes on where it stopped.
private struct ObjectScan: Sendable {
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  /// Bytes looked at so far.
  private var seen = 0

  /// Whether no object is begun.
  var isIdle: Bool { seen == 0 }

  /// - Returns: the index after the object that begins at `start`, or nil if more is needed.
  mutating func end(in bytes: Span<UInt8>, from start: Int) -> Int? {
    var index = start + seen
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 {
          self = ObjectScan()
          return index
        }
      default: break
      }
    }
    seen = index - start
    return nil
  }
}
