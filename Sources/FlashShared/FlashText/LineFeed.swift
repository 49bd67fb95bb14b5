/// The lines of a file that comes in pieces of any size.
struct LineFeed: Sendable {
  /// Text that is not stepped over yet, and some that is.
  private(set) var buffer: [UInt8] = []
  private var decoder: TextDecoder
  private var isFinished = false
  /// Where the next line begins in the buffer.
  private var index = 0
  private var nextLine = 1
  /// How far the next line was searched for its end.
  private var searched = 0

  init(_ encoding: DetectedEncoding) { decoder = TextDecoder(encoding) }

  /// - Throws: `.encoding`.
  mutating func push(_ bytes: Span<UInt8>) throws(TextFormatError) {
    buffer.removeFirst(index)
    searched = max(0, searched - index)
    index = 0
    do throws(TextDecoder.Fault) {
      try decoder.decode(bytes, into: &buffer)
    } catch {
      throw located(error)
    }
  }

  /// - Throws: `.encoding`.
  mutating func finish() throws(TextFormatError) {
    isFinished = true
    do throws(TextDecoder.Fault) {
      try decoder.finish()
    } catch {
      throw located(error)
    }
  }

  private func located(_ fault: TextDecoder.Fault) -> TextFormatError {
    .encoding(
      line: nextLine + buffer.span.lineEnds(in: index..<buffer.count), offset: fault.offset,
      reason: fault.reason)
  }

  /// The next line that is complete, without its end.
  /// - Throws: `.tooLarge` for a line that no limit allows.
  mutating func next() throws(TextFormatError) -> Line? {
    guard index < buffer.count else { return nil }
    var end = max(index, searched)
    while end < buffer.count, buffer[end] != 0x0A, buffer[end] != 0x0D { end += 1 }
    searched = end
    guard end - index <= TextLimits.record else {
      throw .tooLarge(line: nextLine, reason: "a line longer than 8 MiB")
    }
    // An LF may still follow a CR.
    let isComplete = end < buffer.count && (buffer[end] == 0x0A || end + 1 < buffer.count)
    guard isComplete || isFinished else { return nil }
    let line = Line(text: buffer[index..<end], number: nextLine)
    index = min(end + 1, buffer.count)
    if end < buffer.count, buffer[end] == 0x0D, index < buffer.count, buffer[index] == 0x0A {
      index += 1
    }
    searched = index
    nextLine += 1
    return line
  }
}

/// A line of a text file, without its end.
struct Line: Sendable {
  let text: ArraySlice<UInt8>
  /// From 1.
  let number: Int

  var isBlank: Bool { text.allSatisfy { $0 == 0x20 || $0 == 0x09 } }

  /// Without blanks around it.
  var trimmed: ArraySlice<UInt8> { text.trimmedBlanks }

  /// What follows a mark at the beginning; nil if it is not there.
  func after(_ mark: StaticString) -> ArraySlice<UInt8>? { text.after(mark) }
}

extension ArraySlice<UInt8> {
  /// Without blanks and tabs around it.
  var trimmedBlanks: ArraySlice<UInt8> {
    var rest = self
    while let first = rest.first, first == 0x20 || first == 0x09 { rest.removeFirst() }
    while let last = rest.last, last == 0x20 || last == 0x09 { rest.removeLast() }
    return rest
  }

  /// What follows a mark at the beginning; nil if it is not there.
  func after(_ mark: StaticString) -> ArraySlice<UInt8>? {
    let mark = mark.description.utf8
    return starts(with: mark) ? dropFirst(mark.count) : nil
  }

  /// Where `mark` stands first; nil if it does not.
  func firstRange(of mark: String, from start: Int? = nil) -> Range<Int>? {
    firstRange(of: Array(mark.utf8), from: start)
  }

  /// Where `mark`, which is not empty, stands first; nil if it does not.
  func firstRange(of mark: [UInt8], from start: Int? = nil) -> Range<Int>? {
    var place = start ?? startIndex
    while place + mark.count <= endIndex {
      guard let found = self[place...].firstIndex(of: mark[0]) else { return nil }
      if self[found...].starts(with: mark) { return found..<found + mark.count }
      place = found + 1
    }
    return nil
  }

  var string: String { String(decoding: self, as: UTF8.self) }
}
