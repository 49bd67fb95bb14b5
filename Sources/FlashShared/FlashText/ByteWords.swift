// Boundary: eight bytes at a time. The only unsafe code of this module; both functions check their
// bounds and so are safe to call.

extension Span<UInt8> {
  /// The eight bytes from `offset`, the first in the lowest bits.
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    precondition(offset >= 0 && offset <= count - 8, "a word lies within the span")
    return unsafe withUnsafeBufferPointer { buffer in
      unsafe UInt64(
        littleEndian: UnsafeRawBufferPointer(buffer)
          .loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
  }
}

extension [UInt8] {
  /// Adds all bytes of a span in one copy.
  mutating func append(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { buffer in unsafe append(contentsOf: buffer) }
  }
}
