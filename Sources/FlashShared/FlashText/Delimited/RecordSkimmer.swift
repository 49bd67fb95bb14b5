/// Steps over a record that is too long to be kept, piece by piece, to where the next one begins.
struct RecordSkimmer: Sendable {
  private enum State {
    case cellStart
    case bare
    case quoted
    /// After a quote in a quoted cell: the first of a pair, or the closing one.
    case quoteSeen
    /// After a CR outside quotes, which an LF may follow.
    case returnSeen
    case ended
  }

  private let delimiter: UInt8
  private var state = State.cellStart
  private var counter = LineCounter()
  private var quoteLine = 1

  init(delimiter: UInt8) { self.delimiter = delimiter }

  /// Line ends stepped over so far.
  var lineEnds: Int { counter.line - 1 }

  /// Line ends before the quote that is open, nil if none is.
  var openQuote: Int? { state == .quoted ? quoteLine - 1 : nil }

  /// Steps on.
  /// - Returns: the index after the record and its line end, or nil if the piece ends before.
  mutating func skim(_ bytes: Span<UInt8>) -> Int? {
    var index = 0
    while index < bytes.count {
      switch state {
      case .cellStart:
        // Quotes mean little where tabs delimit: the record ends at the first line end.
        if bytes[index] == UInt8(ascii: "\""), delimiter != UInt8(ascii: "\t") {
          quoteLine = counter.line(at: index, in: bytes)
          state = .quoted
          index += 1
        } else {
          state = .bare
        }
      case .bare: index = skimBare(bytes, index)
      case .quoted:
        index = bytes.first(UInt8(ascii: "\""), from: index) ?? bytes.count
        if index < bytes.count {
          state = .quoteSeen
          index += 1
        }
      case .quoteSeen:
        if bytes[index] == UInt8(ascii: "\"") {
          state = .quoted
          index += 1
        } else {
          state = .bare
        }
      case .returnSeen:
        return finished(bytes, at: bytes[index] == 0x0A ? index + 1 : index)
      case .ended: return finished(bytes, at: index)
      }
    }
    if state == .ended { return finished(bytes, at: bytes.count) }
    counter.advance(over: bytes)
    return nil
  }

  private mutating func skimBare(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    guard let stop = bytes.firstStop(from: start, delimiter: delimiter) else { return bytes.count }
    state =
      switch bytes[stop] {
      case 0x0A: .ended
      case 0x0D: .returnSeen
      default: .cellStart
      }
    return stop + 1
  }

  private mutating func finished(_ bytes: Span<UInt8>, at index: Int) -> Int {
    counter.advance(over: bytes.extracting(0..<index))
    return index
  }
}
