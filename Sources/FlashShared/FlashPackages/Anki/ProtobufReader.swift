/// Reads a protobuf message field by field. What is not known is stepped over by whoever reads it.
///
/// - Source: protobuf.dev, "Encoding".
package struct ProtobufReader {
  /// A field's value, as far as the wire tells it.
  package enum Value: Hashable {
    case varint(UInt64)
    /// Of 4 or 8 bytes.
    case fixed(UInt64)
    /// Text, bytes, a message, or numbers one after the other.
    case bytes(Range<Int>)
  }

  private let bytes: [UInt8]
  private var index: Int
  private let end: Int

  package init(_ bytes: [UInt8]) { self.init(bytes, 0..<bytes.count) }

  /// Reads a message within a message.
  package init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    index = range.lowerBound
    end = range.upperBound
  }

  /// The next field; nil at the end of the message.
  /// - Throws: `.corrupt`.
  package mutating func next() throws(PackageError) -> (number: Int, value: Value)? {
    guard index < end else { return nil }
    let key = try varint()
    let number = key >> 3
    guard number > 0, number < 1 << 29 else { throw ProtobufReader.damage }
    switch key & 7 {
    case 0: return (Int(number), .varint(try varint()))
    case 1: return (Int(number), .fixed(try fixed(8)))
    case 5: return (Int(number), .fixed(try fixed(4)))
    case 2:
      let count = try varint()
      guard count <= UInt64(end - index) else { throw ProtobufReader.damage }
      let start = index
      index += Int(count)
      return (Int(number), .bytes(start..<index))
    // Groups have been out of use since before there was a format that is read here.
    default: throw ProtobufReader.damage
    }
  }

  /// The text of a field; bytes that are not UTF-8 are replaced.
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private mutating func varint() throws(PackageError) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while index < end, shift < 64 {
      let byte = bytes[index]
      index += 1
      // Of the tenth byte one bit is left.
      guard shift < 63 || byte < 2 else { break }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    throw ProtobufReader.damage
  }

  private mutating func fixed(_ count: Int) throws(PackageError) -> UInt64 {
    guard end - index >= count else { throw ProtobufReader.damage }
    var value: UInt64 = 0
    for place in 0..<count { value |= UInt64(bytes[index + place]) << UInt64(8 * place) }
    index += count
    return value
  }

  private static let damage = PackageError.corrupt(reason: "a damaged protobuf message")
}
