import FlashText

/// Looks over a document before the parser gets it, for what would cost the parser more time or memory
/// than the document has bytes: markup without an end, and elements with very many attributes.
///
/// It follows markup just far enough to know where tags begin and end.
struct XMLGuard {
  private enum Place {
    case text
    /// Behind `<`, until it is clear what begins.
    case opening
    case tag
    /// In a value, until this quote.
    case value(UInt8)
    /// Until a number of these bytes and `>`: a comment, an instruction, a section of text.
    case section(mark: UInt8, count: Int)
    /// A document type or another declaration, with quotes in it but no limit on attributes.
    case declaration
    /// In a value of a declaration, until this quote.
    case literal(UInt8)
    /// In what a document type declares, which is refused as soon as the parser gets it.
    case subset
  }

  private var place = Place.text
  /// What was read behind `<`, at most nine bytes.
  private var opening: [UInt8] = []
  /// Marks of the section's end that were read last.
  private var matched = 0
  private var size = 0
  private var attributes = 0

  /// How many bytes at the end of what was looked over belong to a comment or a declaration that is still
  /// open, or to what may become one. The parser takes the first `>` for the end of a declaration that
  /// comes in pieces, also one in quotes.
  var heldBytes: Int {
    switch place {
    case .opening: 1 + opening.count
    case .section(mark: UInt8(ascii: "-"), _): 1 + opening.count + size
    // Its size begins with the last byte that opened it.
    case .declaration, .literal, .subset: opening.count + size
    default: 0
    }
  }

  /// - Throws: `.tooLarge`, with the line 1: the caller knows it better.
  mutating func check(_ bytes: ArraySlice<UInt8>) throws(TextFormatError) {
    let span = bytes.span
    var index = 0
    while index < span.count {
      switch place {
      case .text:
        while index < span.count, span[index] != UInt8(ascii: "<") { index += 1 }
        guard index < span.count else { return }
        (place, size, attributes) = (.opening, 0, 0)
        opening.removeAll(keepingCapacity: true)
        index += 1
      case .opening: index = open(span, index)
      case .tag:
        let byte = span[index]
        index += 1
        size += 1
        if byte == UInt8(ascii: ">") {
          place = .text
        } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
          place = .value(byte)
          attributes += 1
        }
      case .value(let quote):
        let start = index
        while index < span.count, span[index] != quote { index += 1 }
        size += index - start
        if index < span.count {
          place = .tag
          index += 1
        }
      case .declaration:
        switch span[index] {
        case UInt8(ascii: ">"): place = .text
        case UInt8(ascii: "["): place = .subset
        case UInt8(ascii: "\""), UInt8(ascii: "'"): place = .literal(span[index])
        default: break
        }
        index += 1
        size += 1
      case .literal(let quote):
        if span[index] == quote { place = .declaration }
        index += 1
        size += 1
      case .subset:
        if span[index] == UInt8(ascii: ">") { place = .text }
        index += 1
        size += 1
      case .section(let mark, let count): index = skip(span, index, mark, count)
      }
      guard size <= XMLLimits.markup else {
        throw .tooLarge(line: 1, reason: "a tag or comment longer than 8 MiB")
      }
      guard attributes <= XMLLimits.attributes else {
        throw .tooLarge(line: 1, reason: "an element with more than 256 attributes")
      }
    }
  }

  /// Reads on until it is clear what a `<` begins.
  private mutating func open(_ span: Span<UInt8>, _ index: Int) -> Int {
    opening.append(span[index])
    if opening[0] == UInt8(ascii: "?") {
      place = .section(mark: UInt8(ascii: "?"), count: 1)
    } else if opening[0] != UInt8(ascii: "!") {
      // The byte may end the tag or begin a value.
      place = .tag
      return index
    } else if opening.count == 3, opening.elementsEqual("!--".utf8) {
      place = .section(mark: UInt8(ascii: "-"), count: 2)
    } else if opening.count == 8, opening.elementsEqual("![CDATA[".utf8) {
      place = .section(mark: UInt8(ascii: "]"), count: 2)
    } else if opening.count == 8 || !"![CDATA[".utf8.starts(with: opening),
      !"!--".utf8.starts(with: opening)
    {
      place = .declaration
      return index
    }
    matched = 0
    return index + 1
  }

  /// Reads on until a number of marks and `>`.
  private mutating func skip(
    _ span: Span<UInt8>, _ start: Int, _ mark: UInt8, _ count: Int
  ) -> Int {
    var index = start
    while index < span.count {
      let byte = span[index]
      index += 1
      if matched == count, byte == UInt8(ascii: ">") {
        place = .text
        break
      }
      matched = byte == mark ? min(matched + 1, count) : 0
    }
    // Text comes out in pieces; everything else is held until its end.
    if mark != UInt8(ascii: "]") { size += index - start }
    return index
  }
}
