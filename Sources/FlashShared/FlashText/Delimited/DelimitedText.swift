/// A delimited file that is in memory as a whole.
public struct DelimitedText: Sendable {
  public let detection: DelimitedDetection
  public let batch: DraftBatch

  /// Finds out how `bytes` are written and reads them.
  /// - Throws: `.encoding` or `.malformed`; a file without cards is no error here.
  public init(
    _ bytes: [UInt8], name: String = "", encoding declared: TextEncoding? = nil,
    options: DelimitedOptions = DelimitedOptions()
  ) throws(TextFormatError) {
    var scan = EncodingScan(declared: declared)
    try scan.push(bytes.span)
    detection = DelimitedDetection(
      head: bytes.span, isWhole: true, encoding: try scan.finish(), name: name, options: options)
    var reader = DelimitedReader(detection.dialect)
    let first = try reader.push(bytes.span)
    batch = first.joined(with: try reader.finish())
  }
}

extension DraftBatch {
  /// This batch and the one after it in one.
  public func joined(with next: DraftBatch) -> DraftBatch {
    var result = self
    let shift = bytes.count
    result.bytes.append(contentsOf: next.bytes)
    result.problems.append(contentsOf: next.problems)
    result.warnings.append(contentsOf: next.warnings)
    result.remarks.append(contentsOf: next.remarks)
    result.drafts.reserveCapacity(drafts.count + next.drafts.count)
    for draft in next.drafts {
      var moved = draft.shifted(by: shift)
      if let detail = draft.detail { moved.detail = detail + details.count }
      result.drafts.append(moved)
    }
    for detail in next.details { result.details.append(detail.shifted(by: shift)) }
    return result
  }
}

extension DraftDetail {
  fileprivate func shifted(by shift: Int) -> DraftDetail {
    var detail = self
    detail.noteKey = noteKey.lowerBound + shift..<noteKey.upperBound + shift
    return detail
  }
}

extension CardDraft {
  fileprivate func shifted(by shift: Int) -> CardDraft {
    func moved(_ range: Range<Int>) -> Range<Int> {
      range.lowerBound + shift..<range.upperBound + shift
    }
    var draft = self
    draft.front = moved(front)
    draft.back = moved(back)
    draft.deck = moved(deck)
    draft.subTopics = moved(subTopics)
    draft.tags = moved(tags)
    draft.sourceID = moved(sourceID)
    draft.note = moved(note)
    return draft
  }
}
