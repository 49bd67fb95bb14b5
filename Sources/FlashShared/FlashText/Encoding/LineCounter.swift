/// Counts physical lines over pieces of a file: LF, CRLF and CR each end one.
struct LineCounter: Sendable {
  /// The line that the next byte is in, from 1.
  private(set) var line = 1
  private var endsWithReturn = false

  init() {}

  /// Takes in a piece.
  mutating func advance(over bytes: Span<UInt8>) {
    guard !bytes.isEmpty else { return }
    line = line(at: bytes.count, in: bytes)
    endsWithReturn = bytes[bytes.count - 1] == 0x0D
  }

  /// The line of the byte at `index` in the piece that comes next.
  func line(at index: Int, in bytes: Span<UInt8>) -> Int {
    guard index > 0 else { return line }
    let isSecondHalf = endsWithReturn && bytes[0] == 0x0A
    return line + bytes.lineEnds(in: 0..<index) - (isSecondHalf ? 1 : 0)
  }
}
