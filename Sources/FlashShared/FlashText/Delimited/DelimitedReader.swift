/// Reads delimited text, piece by piece, into drafts of cards.
///
/// Memory is bounded by the size of the pieces and by ``TextLimits/record``, whatever the file holds.
/// How the file is cut into pieces changes nothing but how the drafts are spread over batches.
public struct DelimitedReader: Sendable {
  let dialect: DelimitedDialect
  private let purpose: ReadingPurpose
  private var decoder: TextDecoder
  /// For sides of HTML.
  var html = HTMLText()
  var splitter: RecordSplitter
  /// Text not yet given out; it begins with a record.
  var buffer: [UInt8] = []
  /// The line that the buffer begins in.
  private(set) var line = 1
  private var skimmer: RecordSkimmer?
  /// How long the buffer must be before another try to find its record's end is worth it.
  private var retryLength = 0
  private var awaitsSeparatorLine: Bool
  private var awaitsHeader: Bool

  public init(_ dialect: DelimitedDialect, for purpose: ReadingPurpose = .importing) {
    self.dialect = dialect
    self.purpose = purpose
    decoder = TextDecoder(dialect.encoding)
    splitter = RecordSplitter(
      delimiter: dialect.delimiter, keepsReferences: dialect.isHTML && dialect.delimiter == 0x3B)
    awaitsSeparatorLine = dialect.hasSeparatorLine
    awaitsHeader = dialect.hasHeader
  }

  /// Takes in the next bytes of the file.
  /// - Parameter bytes: any number; some 256 KiB are best.
  /// - Returns: the rows that are complete with them.
  /// - Throws: `.encoding` at a byte that does not decode.
  public mutating func push(_ bytes: Span<UInt8>) throws(TextFormatError) -> DraftBatch {
    if buffer.capacity - buffer.count < bytes.count {
      // Room for what clean-up writes behind the text, and doubling, so that tiny pieces cost no more.
      buffer.reserveCapacity(max(2 * buffer.count, buffer.count + bytes.count + bytes.count / 4))
    }
    do throws(TextDecoder.Fault) {
      try decoder.decode(bytes, into: &buffer)
    } catch {
      throw located(error)
    }
    return try read(isLast: false)
  }

  /// Says that the file ends.
  /// - Returns: the rows that were not complete before.
  /// - Throws: `.encoding` if it ends inside a character; `.malformed` if it ends inside quotes.
  public mutating func finish() throws(TextFormatError) -> DraftBatch {
    do throws(TextDecoder.Fault) {
      try decoder.finish()
    } catch {
      throw located(error)
    }
    return try read(isLast: true)
  }

  private func located(_ fault: TextDecoder.Fault) -> TextFormatError {
    let lines = line + (skimmer?.lineEnds ?? 0) + buffer.span.lineEnds(in: 0..<buffer.count)
    return .encoding(line: lines, offset: fault.offset, reason: fault.reason)
  }

  private mutating func read(isLast: Bool) throws(TextFormatError) -> DraftBatch {
    var batch = DraftBatch()
    let limit = buffer.count
    var start = 0
    if skimmer != nil { start = try skim(isLast: isLast, into: &batch) }
    guard isLast || limit >= retryLength else { return batch }
    while start < limit, skimmer == nil {
      guard let end = try readRecord(from: start, limit: limit, isLast: isLast, into: &batch) else {
        break
      }
      start = end
    }
    // A record that grows is looked at again when it has doubled, so that the work stays linear.
    retryLength = start == 0 ? min(2 * limit, TextLimits.record + 1) : 0
    guard start > 0 else { return batch }
    let rest = Array(buffer[start..<limit])
    // The text of notes was copied, that of rows stays where it is.
    if dialect.notes == nil { swap(&batch.bytes, &buffer) }
    buffer = rest
    return batch
  }

  /// - Returns: the index after the record, or nil if it is not complete.
  private mutating func readRecord(
    from start: Int, limit: Int, isLast: Bool, into batch: inout DraftBatch
  ) throws(TextFormatError) -> Int? {
    let isOverlong = limit - start > TextLimits.record
    if isComment(at: start) {
      guard let end = endOfLine(from: start, limit: limit, isLast: isLast) else { return nil }
      line += buffer.span.lineEnds(in: start..<end)
      return end
    }
    let outcome = splitter.split(
      buffer, until: limit, from: start, isLast: isLast, gaveUpOnQuotes: isOverlong)
    switch outcome {
    case .record(let end, let lineEnds):
      let known = batch.drafts.count
      if end - start > TextLimits.record {
        batch.problems.append(RowProblem(line: line, reason: .recordTooLong))
      } else if awaitsSeparatorLine {
        awaitsSeparatorLine = false
      } else {
        if purpose == .checking, !isBlank() {
          batch.remarks.append(RowRemark(line: line, kind: .cells(splitter.cells.count)))
        }
        if awaitsHeader { awaitsHeader = isBlank() } else { take(into: &batch) }
      }
      let isEnded = buffer[end - 1] == 0x0A || buffer[end - 1] == 0x0D
      for place in known..<batch.drafts.count {
        batch.drafts[place].lastLine = line + lineEnds - (isEnded ? 1 : 0)
      }
      line += lineEnds
      return end
    case .incomplete:
      guard isOverlong else { return nil }
      batch.problems.append(RowProblem(line: line, reason: .recordTooLong))
      var skimmer = RecordSkimmer(delimiter: dialect.delimiter)
      let end = skimmer.skim(buffer.span.extracting(start..<limit))
      line += end == nil ? 0 : skimmer.lineEnds
      self.skimmer = end == nil ? skimmer : nil
      return end.map { start + $0 } ?? limit
    case .unterminated(let lineEnds):
      throw .malformed(line: line + lineEnds, reason: "a quote that is never closed")
    }
  }

  /// Goes on stepping over a record that is too long.
  /// - Returns: where the next record begins.
  private mutating func skim(isLast: Bool, into batch: inout DraftBatch) throws(TextFormatError)
    -> Int
  {
    let text = buffer
    guard let end = skimmer?.skim(text.span) else {
      guard isLast else { return buffer.count }
      if let open = skimmer?.openQuote {
        throw .malformed(line: line + open, reason: "a quote that is never closed")
      }
      return buffer.count
    }
    line += skimmer?.lineEnds ?? 0
    skimmer = nil
    return end
  }

  private func isComment(at start: Int) -> Bool {
    !dialect.comment.isEmpty && buffer[start...].starts(with: dialect.comment)
  }

  /// The index after a comment, which is a line whatever stands in it; nil if more is needed.
  private func endOfLine(from start: Int, limit: Int, isLast: Bool) -> Int? {
    var end = start
    while end < limit, buffer[end] != 0x0A, buffer[end] != 0x0D { end += 1 }
    guard end + 1 < limit || isLast else { return end < limit && buffer[end] == 0x0A ? limit : nil }
    return min(
      limit, end + (end + 1 < limit && buffer[end] == 0x0D && buffer[end + 1] == 0x0A ? 2 : 1))
  }

  private mutating func take(into batch: inout DraftBatch) {
    if let notes = dialect.notes { return take(notes, into: &batch) }
    switch draft(line: line) {
    case .success(let draft): batch.drafts.append(draft)
    case .failure(let flaw): if let problem = flaw.problem { batch.problems.append(problem) }
    }
  }
}
