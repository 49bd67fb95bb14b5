/// A buffered stream to a descriptor, or into memory for tests, whose every write is checked.
///
/// A write does not throw: the first failure is kept in ``failure``, what follows is dropped, and
/// the command ends with it (exit 74), so that a command reads as a straight line. A loop over many
/// items stops early by `context.check()`. When the reader of a pipe has gone, the process ends at
/// once and quietly, as SIGPIPE would have ended it.
public final class OutputStream {
  /// When the bytes leave the buffer.
  public enum Buffering: Sendable {
    case block
    /// After each line: a person is looking.
    case line
  }

  /// The name in messages, such as `standard output`.
  public let name: String
  public let isTerminal: Bool
  public private(set) var failure: StreamError?
  private let descriptor: Descriptor?
  private let buffering: Buffering
  private let endsOnBrokenPipe: Bool
  private var buffer: [UInt8] = []

  /// The buffer is written when it holds this many bytes.
  private static let blockSize = 64 * 1_024

  /// A stream to an open descriptor.
  /// - Parameter endsOnBrokenPipe: false for standard error, where a reader that has gone is no
  ///   reason to stop, and for servers.
  public init(
    _ descriptor: Descriptor, name: String, buffering: Buffering, endsOnBrokenPipe: Bool = true
  ) {
    self.descriptor = descriptor
    self.name = name
    self.buffering = buffering
    self.endsOnBrokenPipe = endsOnBrokenPipe
    isTerminal = descriptor.isTerminal
  }

  /// A stream into memory, read by ``captured``.
  public init(capturing name: String, isTerminal: Bool = false) {
    descriptor = nil
    self.name = name
    self.isTerminal = isTerminal
    buffering = .block
    endsOnBrokenPipe = false
  }

  /// What a stream into memory has been given so far.
  public var captured: String { descriptor == nil ? String(decoding: buffer, as: UTF8.self) : "" }

  public func write(_ bytes: some Collection<UInt8>) {
    guard failure == nil else { return }
    buffer.append(contentsOf: bytes)
    drain()
  }

  public func write(_ text: String) {
    guard failure == nil else { return }
    buffer.append(contentsOf: text.utf8)
    drain()
  }

  /// Writes `text` and an end: a newline, or NUL for `-0`.
  public func line(_ text: String = "", end: UInt8 = UInt8(ascii: "\n")) {
    guard failure == nil else { return }
    buffer.append(contentsOf: text.utf8)
    buffer.append(end)
    drain()
  }

  private func drain() {
    guard descriptor != nil else { return }
    if buffer.count >= Self.blockSize || (buffering == .line && buffer.last == 0x0A) { flush() }
  }

  /// Hands everything to the system; a failure is kept in ``failure``.
  public func flush() {
    guard let descriptor, !buffer.isEmpty, failure == nil else { return }
    defer { buffer.removeAll(keepingCapacity: true) }
    do throws(SystemError) {
      try descriptor.write(buffer)
    } catch {
      if error == .brokenPipe, endsOnBrokenPipe { SignalState.end(by: .brokenPipe) }
      failure = .writing(stream: name, error)
    }
  }
}
