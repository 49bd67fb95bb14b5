/// How a Quizlet export is written; its user has chosen both separators.
public struct QuizletOptions: Hashable, Sendable {
  /// Between term and definition; not empty.
  public var termSeparator: [UInt8]
  /// Between cards; not empty.
  public var cardSeparator: [UInt8]
  /// Whether a card without a term separator belongs to the definition before it.
  public var joinsLines: Bool

  /// - Parameters: with `\t`, `\n` and `\\` for the characters that can't be typed.
  public init(
    termSeparator: String = "\t", cardSeparator: String = "\n", joinsLines: Bool = false
  ) {
    self.termSeparator = QuizletOptions.unescaped(termSeparator)
    self.cardSeparator = QuizletOptions.unescaped(cardSeparator)
    self.joinsLines = joinsLines
  }

  private static func unescaped(_ text: String) -> [UInt8] {
    var result: [UInt8] = []
    var bytes = Array(text.utf8)[...]
    while let byte = bytes.popFirst() {
      guard byte == UInt8(ascii: "\\"), let next = bytes.first else {
        result.append(byte)
        continue
      }
      switch next {
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "\\"): result.append(next)
      default:
        result.append(byte)
        continue
      }
      bytes.removeFirst()
    }
    return result
  }
}

/// Reads Quizlet's export: cards split by one separator, each split at the first of another;
/// nothing is quoted, and line ends inside a card are text.
public struct QuizletReader: DraftReader {
  private struct Open {
    let line: Int
    let term: [UInt8]
    var definition: [UInt8]
  }

  private let options: QuizletOptions
  private var decoder: TextDecoder
  /// Text whose card is not complete, line ends as LF.
  private var buffer: [UInt8] = []
  private var line = 1
  private var endsWithReturn = false
  /// How far the buffer was searched.
  private var searched = 0
  /// The newest card, to which more lines may belong.
  private var last: Open?

  public init(
    _ options: QuizletOptions = QuizletOptions(),
    _ encoding: DetectedEncoding = DetectedEncoding(.utf8)
  ) {
    self.options = options
    decoder = TextDecoder(encoding)
  }

  /// - Throws: `.encoding`, `.tooLarge`.
  public mutating func push(_ bytes: Span<UInt8>) throws(TextFormatError) -> DraftBatch {
    var text: [UInt8] = []
    do throws(TextDecoder.Fault) {
      try decoder.decode(bytes, into: &text)
    } catch {
      throw located(error)
    }
    for byte in text {
      if byte == 0x0A, endsWithReturn {
        endsWithReturn = false
        continue
      }
      endsWithReturn = byte == 0x0D
      buffer.append(byte == 0x0D ? 0x0A : byte)
    }
    return try read(isLast: false)
  }

  /// - Throws: as ``push(_:)``.
  public mutating func finish() throws(TextFormatError) -> DraftBatch {
    do throws(TextDecoder.Fault) {
      try decoder.finish()
    } catch {
      throw located(error)
    }
    return try read(isLast: true)
  }

  private func located(_ fault: TextDecoder.Fault) -> TextFormatError {
    .encoding(
      line: line + buffer.count { $0 == 0x0A }, offset: fault.offset, reason: fault.reason)
  }

  private mutating func read(isLast: Bool) throws(TextFormatError) -> DraftBatch {
    var batch = DraftBatch()
    var start = 0
    let separator = options.cardSeparator
    var place = searched
    while let found = buffer.span.first(separator[0], from: place) {
      guard buffer[found...].starts(with: separator) else {
        // What may be the beginning of a separator waits for its rest.
        if !isLast, found + separator.count > buffer.count { break }
        place = found + 1
        continue
      }
      take(start..<found, into: &batch)
      line += separator.count { $0 == 0x0A }
      start = found + separator.count
      place = start
    }
    guard buffer.count - start <= TextLimits.record else {
      throw .tooLarge(line: line, reason: "a card longer than 8 MiB")
    }
    if isLast {
      take(start..<buffer.count, into: &batch)
      give(into: &batch)
      start = buffer.count
    }
    buffer.removeFirst(start)
    searched = max(0, buffer.count - separator.count)
    return batch
  }

  private mutating func take(_ range: Range<Int>, into batch: inout DraftBatch) {
    let card = buffer[range]
    let blanks = card.prefix { $0 == 0x0A || $0 == 0x20 }
    defer { line += card.count { $0 == 0x0A } }
    guard !card.allSatisfy({ $0 == 0x0A || $0 == 0x20 || $0 == 0x09 }) else { return }
    let first = line + blanks.count { $0 == 0x0A }
    guard let split = card.firstRange(of: options.termSeparator) else {
      if options.joinsLines, last != nil {
        last?.definition.append(0x0A)
        last?.definition.append(contentsOf: card)
      } else {
        batch.problems.append(RowProblem(line: first, reason: .noSeparator))
      }
      return
    }
    give(into: &batch)
    last = Open(
      line: first, term: Array(card[..<split.lowerBound]),
      definition: Array(card[split.upperBound...]))
  }

  private mutating func give(into batch: inout DraftBatch) {
    guard let card = last else { return }
    last = nil
    batch.add(
      CardDraft(
        line: card.line, front: batch.append(cleaned: card.term),
        back: batch.append(cleaned: card.definition)))
  }
}
