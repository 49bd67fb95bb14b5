import FlashTerminal

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension TerminalSize {
  /// The window of the terminal at `descriptor`, whichever stream that is; nil if it is none or
  /// does not say.
  init?(of descriptor: Descriptor) {
    var size = winsize()
    guard unsafe ioctl(descriptor.number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0
    else { return nil }
    self.init(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }
}
