import FlashText

/// Reads cards from XML of one format.
struct XMLCardReader<Deck: XMLDeck>: DraftReader {
  /// Bytes that the parser gets at a time: what it finds in them is kept until it is delivered.
  private static var pieceSize: Int { 64 << 10 }

  private var deck: Deck
  private var decoder: TextDecoder
  private var gate = XMLGuard()
  private let parser: XMLHandle
  private var text: [UInt8] = []
  /// Text that the parser has not got yet: a comment whose end is to come.
  private var held: [UInt8] = []
  private var depth = 0

  init(_ deck: Deck, _ encoding: DetectedEncoding) throws(TextFormatError) {
    self.deck = deck
    decoder = TextDecoder(encoding)
    parser = try XMLHandle()
  }

  /// - Throws: `.encoding`, `.malformed`, `.unsafe`, `.tooLarge`.
  mutating func push(_ bytes: Span<UInt8>) throws(TextFormatError) -> DraftBatch {
    var batch = DraftBatch()
    var index = 0
    while index < bytes.count {
      let end = min(index + Self.pieceSize, bytes.count)
      text.removeAll(keepingCapacity: true)
      var fault: TextDecoder.Fault?
      do throws(TextDecoder.Fault) {
        try decoder.decode(bytes.extracting(index..<end), into: &text)
      } catch {
        fault = error
      }
      try read(into: &batch)
      if let fault { throw located(fault) }
      index = end
    }
    return batch
  }

  /// - Throws: as ``push(_:)``.
  mutating func finish() throws(TextFormatError) -> DraftBatch {
    var batch = DraftBatch()
    text.removeAll(keepingCapacity: true)
    do throws(TextDecoder.Fault) {
      try decoder.finish()
    } catch {
      throw located(error)
    }
    try parser.push(held[...])
    held = []
    try parser.finish()
    try deliver(into: &batch)
    try deck.finish(into: &batch)
    return batch
  }

  private func located(_ fault: TextDecoder.Fault) -> TextFormatError {
    .encoding(line: parser.line, offset: fault.offset, reason: fault.reason)
  }

  /// Hands the decoded text to the parser, and what it finds to the format.
  private mutating func read(into batch: inout DraftBatch) throws(TextFormatError) {
    if let place = text.firstIndex(of: 0) {
      try parser.push((held + text[..<place])[...])
      throw .encoding(line: parser.line, offset: place, reason: "binary data (NUL)")
    }
    do throws(TextFormatError) {
      try gate.check(text[...])
    } catch .tooLarge(_, let reason) {
      throw .tooLarge(line: parser.line, reason: reason)
    }
    guard !text.isEmpty else { return }
    try push()
    try deliver(into: &batch)
    parser.discard()
  }

  /// Gives the parser the text, each comment as a whole: in pieces it takes `<!-->` for one, which is
  /// only a beginning.
  private mutating func push() throws(TextFormatError) {
    let open = gate.heldBytes
    guard open > 0 || !held.isEmpty else { return try parser.push(text[...]) }
    held += text
    guard held.count > open else { return }
    try parser.push(held[..<(held.count - open)])
    held.removeFirst(held.count - open)
  }

  private mutating func deliver(into batch: inout DraftBatch) throws(TextFormatError) {
    let events = parser.events
    for event in events.list {
      switch event.kind {
      case .start:
        depth += 1
        try deck.start(XMLElement(event, depth: depth, in: events), into: &batch)
      case .text: deck.text(events.bytes[event.range])
      case .end:
        try deck.end(events.names[Int(event.name)], depth: depth, line: event.line, into: &batch)
        depth -= 1
      }
    }
  }
}
