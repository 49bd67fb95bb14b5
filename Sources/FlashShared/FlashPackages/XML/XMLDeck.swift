import FlashText

/// What a format makes of a document: it is told of elements and text as they come, and adds cards.
protocol XMLDeck {
  /// An element begins.
  mutating func start(
    _ element: XMLElement, into batch: inout DraftBatch
  ) throws(TextFormatError)

  /// Text of the innermost open element, or a piece of it.
  mutating func text(_ bytes: ArraySlice<UInt8>)

  /// The innermost open element ends.
  /// - Parameter depth: of the element, 1 for the root.
  mutating func end(
    _ name: String, depth: Int, line: Int, into batch: inout DraftBatch
  ) throws(TextFormatError)

  /// The document has ended.
  mutating func finish(into batch: inout DraftBatch) throws(TextFormatError)
}

extension XMLDeck {
  mutating func finish(into batch: inout DraftBatch) throws(TextFormatError) {}
}
