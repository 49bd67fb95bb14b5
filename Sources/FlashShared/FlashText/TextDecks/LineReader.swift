/// A reader of a text deck, which takes whole lines, in whatever pieces the file comes.
protocol LineReader: DraftReader {
  var feed: LineFeed { get set }

  /// Takes the next line.
  mutating func take(_ line: Line, into batch: inout DraftBatch) throws(TextFormatError)

  /// Ends what the last line left open.
  mutating func end(into batch: inout DraftBatch) throws(TextFormatError)
}

extension LineReader {
  /// - Throws: `.encoding`, and what the format refuses.
  public mutating func push(_ bytes: Span<UInt8>) throws(TextFormatError) -> DraftBatch {
    try feed.push(bytes)
    return try read()
  }

  /// - Throws: as ``push(_:)``.
  public mutating func finish() throws(TextFormatError) -> DraftBatch {
    try feed.finish()
    var batch = try read()
    try end(into: &batch)
    return batch
  }

  private mutating func read() throws(TextFormatError) -> DraftBatch {
    var batch = DraftBatch()
    while let line = try feed.next() { try take(line, into: &batch) }
    return batch
  }
}
