/// A buffered stream from a descriptor, or from memory for tests.
public final class InputStream {
  /// What ends a line.
  public enum Separator: UInt8, Sendable {
    case newline = 0x0A
    case null = 0
  }

  /// The name in messages, such as `standard input`.
  public let name: String
  public let isTerminal: Bool
  private let descriptor: Descriptor?
  private let isInterrupted: () -> Signal?
  private var buffer: [UInt8]
  /// The bytes before this one have been handed out.
  private var start = 0
  private var reachedEnd = false
  private var linesRead = 0

  private static let chunkSize = 64 * 1_024
  /// 64 MiB: past this a line is no list of names but a wrong file.
  public static let defaultLimit = 64 * 1_024 * 1_024

  /// - Parameter isInterrupted: asked when a signal woke the wait for input.
  public init(
    _ descriptor: Descriptor, name: String, isInterrupted: @escaping () -> Signal? = { nil }
  ) {
    self.descriptor = descriptor
    self.name = name
    self.isInterrupted = isInterrupted
    isTerminal = descriptor.isTerminal
    buffer = []
  }

  /// A stream that gives `bytes` and ends.
  public init(
    bytes: some Sequence<UInt8>, name: String = "standard input", isTerminal: Bool = false
  ) {
    descriptor = nil
    self.name = name
    self.isTerminal = isTerminal
    isInterrupted = { nil }
    buffer = Array(bytes)
    reachedEnd = true
  }

  /// Whether a whole line has been read already, so that asking for one does not wait.
  public var hasLine: Bool { buffer[start...].contains(Separator.newline.rawValue) }

  /// The next bytes as they come; nil at the end.
  /// - Throws: ``StreamError/reading(stream:_:)``; ``Interrupted``.
  public func chunk() throws -> [UInt8]? {
    while start == buffer.count {
      guard try fill() else { return nil }
    }
    defer { discard(upTo: buffer.count) }
    return start == 0 ? buffer : Array(buffer[start...])
  }

  /// Puts bytes back that were taken, so that they come next.
  public func giveBack(_ bytes: [UInt8]) {
    buffer = bytes + buffer[start...]
    start = 0
  }

  /// The next line without its end; nil at the end. A carriage return before a newline is cut.
  /// - Parameter limit: the longest line, in bytes.
  /// - Throws: ``StreamError/lineTooLong(stream:line:limit:)`` and as ``chunk()``.
  public func line(
    endedBy separator: Separator = .newline, limit: Int = InputStream.defaultLimit
  ) throws -> [UInt8]? {
    var scanned = start
    while true {
      if let end = buffer[scanned...].firstIndex(of: separator.rawValue) {
        return try take(upTo: end, next: end + 1, separator, limit)
      }
      scanned = buffer.count - start
      guard scanned <= limit else { throw tooLong(limit) }
      guard try fill() else {
        return start == buffer.count
          ? nil : try take(upTo: buffer.count, next: buffer.count, separator, limit)
      }
      scanned += start
    }
  }

  /// The next line as text.
  /// - Throws: ``StreamError/notUTF8(stream:offset:)`` and as ``line(endedBy:limit:)``.
  public func textLine(
    endedBy separator: Separator = .newline, limit: Int = InputStream.defaultLimit
  ) throws -> String? {
    guard let bytes = try line(endedBy: separator, limit: limit) else { return nil }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw StreamError.notUTF8(stream: "\(name):\(linesRead)", offset: bytes.firstInvalidUTF8)
    }
    return text
  }

  /// Everything that is left.
  /// - Throws: ``StreamError/tooLong(stream:limit:)`` and as ``chunk()``.
  public func rest(limit: Int = InputStream.defaultLimit) throws -> [UInt8] {
    var all: [UInt8] = []
    while let part = try chunk() {
      all.append(contentsOf: part)
      guard all.count <= limit else { throw StreamError.tooLong(stream: name, limit: limit) }
    }
    return all
  }

  private func take(
    upTo end: Int, next: Int, _ separator: Separator, _ limit: Int
  ) throws -> [UInt8] {
    guard end - start <= limit else { throw tooLong(limit) }
    var bytes = Array(buffer[start..<end])
    if separator == .newline, bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    linesRead += 1
    discard(upTo: next)
    return bytes
  }

  private func tooLong(_ limit: Int) -> StreamError {
    .lineTooLong(stream: name, line: linesRead + 1, limit: limit)
  }

  private func discard(upTo index: Int) {
    if index == buffer.count {
      buffer.removeAll(keepingCapacity: true)
      start = 0
    } else {
      start = index
    }
  }

  /// Reads one more chunk behind what the buffer holds; false at the end.
  private func fill() throws -> Bool {
    guard let descriptor, !reachedEnd else { return false }
    if start > 0 {
      buffer.removeSubrange(..<start)
      start = 0
    }
    while true {
      SignalState.waitForInput(on: descriptor)
      if let signal = isInterrupted() { throw Interrupted(by: signal) }
      do throws(SystemError) {
        let count = try descriptor.read(upTo: Self.chunkSize, into: &buffer)
        reachedEnd = count == 0
        return count > 0
      } catch {
        guard error == .interrupted else { throw StreamError.reading(stream: name, error) }
      }
    }
  }
}

extension [UInt8] {
  /// The offset of the first byte that is not part of a well-formed UTF-8 sequence.
  var firstInvalidUTF8: Int {
    var decoder = UTF8()
    var iterator = makeIterator()
    var offset = 0
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): offset += UTF8.width(scalar)
      case .emptyInput, .error: return offset
      }
    }
  }
}
