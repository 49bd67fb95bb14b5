#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The size of a terminal's window in character cells.
public struct WindowSize: Hashable, Sendable {
  public var columns: Int
  public var rows: Int

  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// The window of the terminal at `descriptor`; nil if it is none or does not say.
  init?(of descriptor: Descriptor) {
    var size = winsize()
    guard unsafe ioctl(descriptor.number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0
    else { return nil }
    columns = Int(size.ws_col)
    rows = max(1, Int(size.ws_row))
  }
}
