/// Finds out a file's encoding from all of its bytes, piece by piece, before they are read.
///
/// The whole file is needed only to tell damaged UTF-8, which is refused, from text in an old
/// Western encoding: one valid sequence of UTF-8 anywhere decides. It is one quick pass; stop early
/// when ``isDecided``.
public struct EncodingScan: Sendable {
  private let declared: TextEncoding?
  private var head: [UInt8] = []
  private var decided: DetectedEncoding?
  private var hasLookedAtHead = false
  private var validator = UTF8Validator()
  private var lines = LineCounter()
  private var invalidLine = 0

  /// - Parameter declared: what the user says, which everything but a byte order mark yields to.
  public init(declared: TextEncoding? = nil) { self.declared = declared }

  /// Whether more bytes can't change the answer.
  public var isDecided: Bool { decided != nil }

  /// Takes in the next piece.
  /// - Throws: `.encoding` for a NUL byte: not text.
  public mutating func push(_ bytes: Span<UInt8>) throws(TextFormatError) {
    guard decided == nil else { return }
    guard hasLookedAtHead else {
      head.append(bytes)
      if head.count >= 64 { try lookAtHead() }
      return
    }
    try check(bytes)
  }

  /// The answer, after the last piece.
  /// - Throws: `.encoding` for damaged UTF-8 and for NUL bytes.
  public mutating func finish() throws(TextFormatError) -> DetectedEncoding {
    if !hasLookedAtHead { try lookAtHead() }
    if let decided { return decided }
    validator.finish()
    guard let invalid = validator.firstInvalid else { return DetectedEncoding(.utf8) }
    if invalidLine == 0 { invalidLine = lines.line }
    guard !validator.hasMultibyte else {
      throw .encoding(line: invalidLine, offset: invalid, reason: "damaged UTF-8")
    }
    return DetectedEncoding(.cp1252, isAssumed: true)
  }

  private mutating func lookAtHead() throws(TextFormatError) {
    hasLookedAtHead = true
    let bytes = head
    head = []
    if let mark = TextEncoding.marked(bytes.span) {
      decided = DetectedEncoding(mark.encoding, markLength: mark.length)
    } else if let declared {
      decided = DetectedEncoding(declared)
    } else if let wide = TextEncoding.unmarkedUTF16(bytes.span) {
      decided = DetectedEncoding(wide)
    } else {
      try check(bytes.span)
    }
  }

  private mutating func check(_ bytes: Span<UInt8>) throws(TextFormatError) {
    if let index = bytes.first(0, from: 0) {
      throw .encoding(
        line: lines.line(at: index, in: bytes), offset: validator.count + index,
        reason: "binary data (NUL)")
    }
    let start = validator.count
    validator.push(bytes)
    if invalidLine == 0, let invalid = validator.firstInvalid {
      // It may have begun with the last bytes of the piece before, which are in the same line.
      invalidLine = lines.line(at: Swift.max(0, invalid - start), in: bytes)
    }
    lines.advance(over: bytes)
  }
}
