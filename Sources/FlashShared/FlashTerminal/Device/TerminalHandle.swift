#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The size of a terminal's window in character cells.
public struct TerminalSize: Sendable, Hashable {
  /// At least 1.
  public var columns: Int
  /// At least 1.
  public var rows: Int

  public init(columns: Int, rows: Int) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
  }
}

/// The descriptors of a terminal. The boundary to termios, ioctl and poll.
@safe
public struct TerminalHandle: ~Copyable {
  let input: Int32
  let output: Int32
  private let isOwned: Bool

  /// The terminal on standard input and output.
  /// - Throws: `.notATerminal` naming the stream that is none.
  public static func standard() throws(TerminalError) -> TerminalHandle {
    guard isatty(0) == 1 else { throw .notATerminal(stream: "standard input") }
    guard isatty(1) == 1 else { throw .notATerminal(stream: "standard output") }
    return TerminalHandle(input: 0, output: 1, isOwned: false)
  }

  /// The terminal that controls the process, wherever its streams go.
  /// - Throws: `.notATerminal` if there is none.
  public static func controlling() throws(TerminalError) -> TerminalHandle {
    let descriptor = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw .notATerminal(stream: "/dev/tty") }
    return TerminalHandle(input: descriptor, output: descriptor, isOwned: true)
  }

  private init(input: Int32, output: Int32, isOwned: Bool) {
    self.input = input
    self.output = output
    self.isOwned = isOwned
  }

  deinit { if isOwned { close(input) } }

  /// The window's size, 80 by 24 if the terminal does not say.
  public var size: TerminalSize {
    var size = winsize()
    guard unsafe ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return TerminalSize(columns: 80, rows: 24) }
    return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  borrowing func settings() throws(TerminalError) -> TerminalSettings {
    var value = termios()
    guard unsafe tcgetattr(input, &value) == 0 else { throw .last("tcgetattr") }
    return TerminalSettings(value)
  }

  /// Applies settings once what was written has left.
  borrowing func apply(_ settings: TerminalSettings) throws(TerminalError) {
    var value = settings.value
    while unsafe tcsetattr(input, TCSADRAIN, &value) != 0 {
      // Stopped for writing from the background and continued: try again.
      guard errno == EINTR else { throw .last("tcsetattr") }
    }
  }

  /// Forgets what was typed and not yet read.
  public borrowing func discardTypedAhead() {
    // Fails only on a terminal that has gone, which has nothing typed either.
    _ = tcflush(input, TCIFLUSH)
  }

  /// The keys' bytes that are there, waiting if there are none.
  /// - Returns: no bytes at the end of input; nil if a signal came first.
  borrowing func read() -> [UInt8]? { DescriptorBytes.read(input, limit: 4_096) }

  borrowing func write(_ bytes: [UInt8]) throws(TerminalError) {
    try DescriptorBytes.write(bytes, to: output)
  }
}
