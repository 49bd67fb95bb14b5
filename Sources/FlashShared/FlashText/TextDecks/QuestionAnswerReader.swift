/// Reads SuperMemo's questions and answers: lines of `Q:`, then lines of `A:`; a repeated mark goes
/// on with its side, and a blank line ends the item.
public struct QuestionAnswerReader: DraftReader {
  private enum Side {
    case front
    case back
  }

  private var feed: LineFeed
  private var side: Side?
  private var line = 0
  private var lastLine = 0
  private var front: [UInt8] = []
  private var back: [UInt8] = []
  private var id: [UInt8] = []

  public init(_ encoding: DetectedEncoding = DetectedEncoding(.utf8)) { feed = LineFeed(encoding) }

  /// - Throws: `.encoding`, `.tooLarge`.
  public mutating func push(_ bytes: Span<UInt8>) throws(TextFormatError) -> DraftBatch {
    try feed.push(bytes)
    return try read()
  }

  /// - Throws: as ``push(_:)``.
  public mutating func finish() throws(TextFormatError) -> DraftBatch {
    try feed.finish()
    var batch = try read()
    endItem(into: &batch)
    return batch
  }

  private mutating func read() throws(TextFormatError) -> DraftBatch {
    var batch = DraftBatch()
    while let line = try feed.next() {
      take(line, into: &batch)
      guard front.count <= TextLimits.record, back.count <= TextLimits.record else {
        throw .tooLarge(line: self.line, reason: "an item longer than 8 MiB")
      }
    }
    return batch
  }

  private mutating func take(_ line: Line, into batch: inout DraftBatch) {
    if line.isBlank { return endItem(into: &batch) }
    if side == .back, line.after("Q:") != nil { endItem(into: &batch) }
    lastLine = line.number
    if let text = line.after("Q:") {
      if side == nil { self.line = line.number }
      QuestionAnswerReader.add(text, to: &front, isFirst: side == nil)
      side = .front
    } else if let text = line.after("A:"), side != nil {
      QuestionAnswerReader.add(text, to: &back, isFirst: side == .front)
      side = .back
    } else if let found = CardComment.id(in: line), side != nil {
      id = Array(found)
    } else if side == .front {
      QuestionAnswerReader.add(line.text, to: &front, isFirst: false)
    } else if side == .back {
      QuestionAnswerReader.add(line.text, to: &back, isFirst: false)
    } else {
      batch.problems.append(RowProblem(line: line.number, reason: .strayText))
    }
  }

  private static func add(_ text: ArraySlice<UInt8>, to side: inout [UInt8], isFirst: Bool) {
    if !isFirst { side.append(0x0A) }
    side.append(contentsOf: text.trimmedBlanks)
  }

  private mutating func endItem(into batch: inout DraftBatch) {
    guard side != nil else { return }
    var draft = CardDraft(
      line: line, front: batch.append(cleaned: front), back: batch.append(cleaned: back))
    draft.lastLine = lastLine
    draft.sourceID = batch.append(cleaned: id)
    batch.add(draft)
    side = nil
    front = []
    back = []
    id = []
  }
}
