import FlashModel

extension JSONReader {
  /// Reads the one value that a range holds.
  /// - Parameter line: the line that the range begins in, for errors.
  static func object<Value>(
    in buffer: [UInt8], _ range: Range<Int>, line: Int,
    _ read: (inout JSONReader) throws(JSONError) -> Value
  ) throws(TextFormatError) -> Value {
    var reader = JSONReader(buffer, from: range.lowerBound)
    do throws(JSONError) {
      let value = try read(&reader)
      // White space is nothing to the reader, so it may have read on into the next line.
      let end = reader.offset
      if reader.peek() != nil, reader.offset < range.upperBound {
        throw JSONError(offset: reader.offset, reason: "text after the object")
      }
      guard end <= range.upperBound else { throw JSONError(offset: end, reason: "") }
      return value
    } catch {
      let isInside = error.offset < range.upperBound
      let end = isInside ? max(error.offset, range.lowerBound) : range.upperBound
      throw .malformed(
        line: line + buffer.span.lineEnds(in: range.lowerBound..<end),
        reason: isInside ? error.reason : "an object that does not end in its line")
    }
  }

  /// A string, or a whole number as text.
  mutating func text() throws(JSONError) -> String {
    guard let next = peek(), next != UInt8(ascii: "\"") else { return try string() }
    guard next == UInt8(ascii: "-") || (0x30...0x39).contains(next) else { return try string() }
    return String(try integer())
  }

  mutating func skipNull() throws(JSONError) { _ = try readNull() }
}
