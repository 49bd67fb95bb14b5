/// The text of a file in UTF-8, with its lines: turns offsets into the places that editors jump to.
struct SourceText: Sendable {
  let bytes: [UInt8]
  /// Where each line begins; at least one.
  private let starts: [Int]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    starts = SourceText.lineStarts(of: bytes.span)
  }

  var lineCount: Int { starts.count }

  private static func lineStarts(of bytes: Span<UInt8>) -> [Int] {
    var starts = [0]
    var index = 0
    // No byte of UTF-8 text is this one, so only line ends stop it.
    while let end = bytes.firstStop(from: index, delimiter: 0xFF) {
      index = end + 1
      if bytes[end] == 0x0D, index < bytes.count, bytes[index] == 0x0A { index += 1 }
      if index < bytes.count { starts.append(index) }
    }
    return starts
  }

  /// The bytes of a line, without its end; empty for a line that is not there.
  /// - Parameter line: from 1.
  func range(ofLine line: Int) -> Range<Int> {
    guard line >= 1, line <= starts.count else { return bytes.count..<bytes.count }
    let start = starts[line - 1]
    var end = line < starts.count ? starts[line] : bytes.count
    while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return start..<end
  }

  /// The bytes of several lines, without the end of the last.
  func range(ofLines lines: ClosedRange<Int>) -> Range<Int> {
    let first = range(ofLine: lines.lowerBound)
    return first.lowerBound..<max(first.upperBound, range(ofLine: lines.upperBound).upperBound)
  }

  /// What ends a line: LF, CR LF, CR, or nothing at the end of the file.
  func lineEnd(_ line: Int) -> ArraySlice<UInt8> {
    let end = range(ofLine: line).upperBound
    let rest = bytes[end...].prefix(2)
    return rest.starts(with: [0x0D, 0x0A]) ? rest : rest.prefix(1)
  }

  /// The line of an offset, from 1.
  func line(at offset: Int) -> Int {
    var lower = 0
    var upper = starts.count
    while upper - lower > 1 {
      let middle = (lower + upper) / 2
      if starts[middle] <= offset { lower = middle } else { upper = middle }
    }
    return lower + 1
  }

  /// Line and column of an offset, both from 1; scalar values are counted.
  func place(at offset: Int) -> (line: Int, column: Int) {
    let line = line(at: offset)
    let before = bytes[starts[line - 1]..<min(offset, bytes.count)]
    return (line, 1 + before.count { $0 & 0xC0 != 0x80 })
  }

  /// The column of the first character of a line that is no blank.
  func firstColumn(ofLine line: Int) -> Int {
    let text = bytes[range(ofLine: line)]
    let blanks = text.prefix { $0 == 0x20 || $0 == 0x09 }.count
    return blanks < text.count ? blanks + 1 : 1
  }

  /// Where `text` stands first in some lines; nil if it does not.
  func offset(of text: [UInt8], inLines lines: ClosedRange<Int>) -> Int? {
    guard let first = text.first else { return nil }
    let range = range(ofLines: lines)
    var place = range.lowerBound
    while let found = bytes.span.first(first, from: place), found + text.count <= range.upperBound {
      if bytes[found...].starts(with: text) { return found }
      place = found + 1
    }
    return nil
  }
}
