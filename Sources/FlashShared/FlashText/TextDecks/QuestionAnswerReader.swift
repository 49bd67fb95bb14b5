/// Reads SuperMemo's questions and answers: lines of `Q:`, then lines of `A:`; a repeated mark goes
/// on with its side, and a blank line ends the item.
public struct QuestionAnswerReader: LineReader {
  private enum Side {
    case front
    case back
  }

  var feed: LineFeed
  private var side: Side?
  private var line = 0
  private var lastLine = 0
  private var front: [UInt8] = []
  private var back: [UInt8] = []
  private var id: [UInt8] = []

  public init(_ encoding: DetectedEncoding = DetectedEncoding(.utf8)) { feed = LineFeed(encoding) }

  mutating func take(_ line: Line, into batch: inout DraftBatch) throws(TextFormatError) {
    if line.isBlank { return end(into: &batch) }
    if side == .back, line.after("Q:") != nil { end(into: &batch) }
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
    guard front.count <= TextLimits.record, back.count <= TextLimits.record else {
      throw .tooLarge(line: self.line, reason: "an item longer than 8 MiB")
    }
  }

  private static func add(_ text: ArraySlice<UInt8>, to side: inout [UInt8], isFirst: Bool) {
    if !isFirst { side.append(0x0A) }
    side.append(contentsOf: text.trimmedBlanks)
  }

  mutating func end(into batch: inout DraftBatch) {
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
