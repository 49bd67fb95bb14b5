/// Finds the cells of delimited text, one record at a time, without copying any.
///
/// - Source: RFC 4180, read kindly: text after a closing quote belongs to the cell, a quote inside a
///   bare cell is literal, and so is, in text with tabs, an opening quote whose closing quote
///   is not followed by a tab or line end, because few who write tabs quote at all.
struct RecordSplitter: Sendable {
  /// Where a cell stands.
  struct Cell: Sendable {
    var range: Range<Int>
    /// Whether the range begins with the opening quote and is to be read by
    /// ``RecordSplitter/appendUnquoted(_:of:)``; otherwise it is the text itself.
    var isQuoted = false
  }

  enum Outcome: Equatable {
    /// The index after the record and its line end, and how many line ends are in it.
    case record(end: Int, lineEnds: Int)
    /// More bytes are needed to tell.
    case incomplete
    /// The end came inside quotes; how many line ends stand before the opening quote.
    case unterminated(lineEnds: Int)
  }

  let delimiter: UInt8
  /// Whether the semicolon of a character reference, as HTML has them, delimits nothing.
  private let keepsReferences: Bool
  /// The cells of the record found last; one more than ``TextLimits/columns`` at most.
  private(set) var cells: [Cell] = []
  private var lineEnds = 0

  private static let quote = UInt8(ascii: "\"")

  init(delimiter: UInt8, keepsReferences: Bool = false) {
    self.delimiter = delimiter
    self.keepsReferences = keepsReferences
  }

  private var readsQuotesAsLiterals: Bool { delimiter == UInt8(ascii: "\t") }

  /// Finds the record that begins at `start`.
  /// - Parameters:
  ///   - isLast: whether the text ends with `bytes`.
  ///   - gaveUpOnQuotes: where a quote that is not closed may be literal, it is, though the
  ///     closing one may still come.
  mutating func split(
    _ bytes: Span<UInt8>, from start: Int, isLast: Bool, gaveUpOnQuotes: Bool = false
  ) -> Outcome {
    cells.removeAll(keepingCapacity: true)
    lineEnds = 0
    var index = start
    while true {
      if index < bytes.count, bytes[index] == RecordSplitter.quote {
        switch quotedCell(bytes, at: index, isLast: isLast, gaveUp: gaveUpOnQuotes) {
        case .cell(let cell, let end):
          append(cell)
          index = end
        case .bare: if !bareCell(bytes, &index, isLast) { return .incomplete }
        case .incomplete: return .incomplete
        case .unterminated: return .unterminated(lineEnds: lineEnds)
        }
      } else if !bareCell(bytes, &index, isLast) {
        return .incomplete
      }
      // Here stands a delimiter, a line end or the end.
      guard index < bytes.count else { return .record(end: index, lineEnds: lineEnds) }
      if bytes[index] == delimiter {
        index += 1
        continue
      }
      if bytes[index] == 0x0A { return .record(end: index + 1, lineEnds: lineEnds + 1) }
      guard index + 1 < bytes.count else {
        return isLast ? .record(end: index + 1, lineEnds: lineEnds + 1) : .incomplete
      }
      let end = bytes[index + 1] == 0x0A ? index + 2 : index + 1
      return .record(end: end, lineEnds: lineEnds + 1)
    }
  }

  /// Finds the record that begins at `start` of the first `limit` bytes of `bytes`.
  mutating func split(
    _ bytes: [UInt8], until limit: Int, from start: Int, isLast: Bool, gaveUpOnQuotes: Bool
  ) -> Outcome {
    split(
      bytes.span.extracting(0..<limit), from: start, isLast: isLast, gaveUpOnQuotes: gaveUpOnQuotes)
  }

  private mutating func append(_ cell: Cell) {
    if cells.count <= TextLimits.columns { cells.append(cell) }
  }

  /// Takes the bare cell at `index`, which is moved to what ends it.
  @inline(__always)
  private mutating func bareCell(_ bytes: Span<UInt8>, _ index: inout Int, _ isLast: Bool) -> Bool {
    guard let stop = bytes.firstStop(from: index, delimiter: delimiter) else {
      guard isLast else { return false }
      append(Cell(range: index..<bytes.count))
      index = bytes.count
      return true
    }
    if keepsReferences, bytes[stop] == delimiter {
      return bareCellOfHTML(bytes, &index, firstStop: stop, isLast)
    }
    append(Cell(range: index..<stop))
    index = stop
    return true
  }

  /// Takes the bare cell at `index`, whose character references may end in the delimiter.
  private mutating func bareCellOfHTML(
    _ bytes: Span<UInt8>, _ index: inout Int, firstStop: Int, _ isLast: Bool
  ) -> Bool {
    var stop: Int? = firstStop
    while let place = stop, bytes[place] == delimiter,
      bytes.endsReference(place, after: index)
    {
      stop = bytes.firstStop(from: place + 1, delimiter: delimiter)
    }
    guard stop != nil || isLast else { return false }
    let end = stop ?? bytes.count
    append(Cell(range: index..<end))
    index = end
    return true
  }

  private enum QuotedCell {
    case cell(Cell, end: Int)
    /// The quote is literal.
    case bare
    case incomplete
    case unterminated
  }

  private mutating func quotedCell(
    _ bytes: Span<UInt8>, at open: Int, isLast: Bool, gaveUp: Bool
  ) -> QuotedCell {
    var isVerbatim = true
    var index = open + 1
    while let close = bytes.first(RecordSplitter.quote, from: index) {
      guard close + 1 < bytes.count else {
        guard isLast else { return .incomplete }
        return finished(bytes, open, close, end: bytes.count, isVerbatim)
      }
      let next = bytes[close + 1]
      if next == RecordSplitter.quote {
        isVerbatim = false
        index = close + 2
      } else if next == delimiter || next == 0x0A || next == 0x0D {
        return finished(bytes, open, close, end: close + 1, isVerbatim)
      } else if readsQuotesAsLiterals {
        return .bare
      } else {
        guard let stop = bytes.firstStop(from: close + 1, delimiter: delimiter) else {
          return isLast ? finished(bytes, open, close, end: bytes.count, false) : .incomplete
        }
        return finished(bytes, open, close, end: stop, false)
      }
    }
    if readsQuotesAsLiterals { return isLast || gaveUp ? .bare : .incomplete }
    return isLast ? .unterminated : .incomplete
  }

  private mutating func finished(
    _ bytes: Span<UInt8>, _ open: Int, _ close: Int, end: Int, _ isVerbatim: Bool
  ) -> QuotedCell {
    lineEnds += bytes.lineEnds(in: open + 1..<close)
    return isVerbatim
      ? .cell(Cell(range: open + 1..<close), end: end)
      : .cell(Cell(range: open..<end, isQuoted: true), end: end)
  }

  /// Adds the text of a quoted cell to the end of the bytes it stands in: single quotes for
  /// doubled ones, and what follows the closing quote.
  /// - Returns: where the text stands.
  static func appendUnquoted(_ cell: Range<Int>, of bytes: inout [UInt8]) -> Range<Int> {
    let start = bytes.count
    bytes.reserveCapacity(start + cell.count)
    var index = cell.lowerBound + 1
    while index < cell.upperBound {
      let byte = bytes[index]
      index += 1
      if byte == quote {
        guard index < cell.upperBound, bytes[index] == quote else { break }
        index += 1
      }
      bytes.append(byte)
    }
    while index < cell.upperBound {
      bytes.append(bytes[index])
      index += 1
    }
    return start..<bytes.count
  }
}

extension Span<UInt8> {
  /// Whether the semicolon at `place` ends a reference such as `&nbsp;` or `&#160;`.
  fileprivate func endsReference(_ place: Int, after start: Int) -> Bool {
    var index = place - 1
    while index > start, place - index < 32, self[index].isASCIIAlphanumeric { index -= 1 }
    guard index >= start, index < place - 1 else { return false }
    if self[index] == UInt8(ascii: "&") { return self[index + 1].isASCIILetter }
    return self[index] == UInt8(ascii: "#") && index > start && self[index - 1] == UInt8(ascii: "&")
  }
}
