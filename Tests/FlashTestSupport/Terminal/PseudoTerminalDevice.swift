#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A pair of descriptors that are a terminal: what a window would hold, and what a program sees.
@safe struct PseudoTerminalDevice: ~Copyable {
  /// The window's side, -1 once it is closed.
  private(set) var window: Int32
  /// Kept open, so that modes can be read after the program has ended.
  let terminal: Int32
  let path: String

  init() throws(PseudoTerminalError) {
    let window = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard window >= 0 else { throw .cannotStart("/dev/ptmx", errno: errno) }
    guard let path = Self.unlockedPath(window) else {
      let number = errno
      close(window)
      throw .cannotStart("/dev/ptmx", errno: number)
    }
    let terminal = unsafe open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else {
      let number = errno
      close(window)
      throw .cannotStart(path, errno: number)
    }
    self.window = window
    self.terminal = terminal
    self.path = path
  }

  deinit {
    if window >= 0 { close(window) }
    close(terminal)
  }

  /// The path of the program's side, open to be used.
  private static func unlockedPath(_ window: Int32) -> String? {
    #if os(Linux)
      // TIOCSPTLCK and TIOCGPTN: Glibc hides unlockpt() and ptsname() from Swift.
      var locked: Int32 = 0
      var number: UInt32 = 0
      guard unsafe ioctl(window, 0x4004_5431, &locked) == 0,
        unsafe ioctl(window, 0x8004_5430, &number) == 0
      else { return nil }
      return "/dev/pts/\(number)"
    #else
      guard grantpt(window) == 0, unlockpt(window) == 0, let name = unsafe ptsname(window) else {
        return nil
      }
      return unsafe String(cString: name)
    #endif
  }

  func resize(rows: Int, columns: Int) {
    var size = winsize()
    size.ws_row = UInt16(rows)
    size.ws_col = UInt16(columns)
    _ = unsafe ioctl(terminal, UInt(TIOCSWINSZ), &size)
  }

  mutating func hangUp() {
    close(window)
    window = -1
  }

  /// Writes what is typed. The kernel takes it at once: a test types less than its 4 KiB.
  func write(_ bytes: [UInt8]) {
    #if canImport(Glibc)
      _ = unsafe Glibc.write(window, bytes, bytes.count)
    #else
      _ = unsafe Darwin.write(window, bytes, bytes.count)
    #endif
  }

  /// What was written to the terminal until now, waiting at most `milliseconds` for the first.
  func read(waiting milliseconds: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var wait = milliseconds
    while window >= 0 {
      var entry = pollfd(fd: window, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&entry, 1, wait) > 0 else { break }
      var block = [UInt8](repeating: 0, count: 65_536)
      #if canImport(Glibc)
        let count = unsafe Glibc.read(window, &block, block.count)
      #else
        let count = unsafe Darwin.read(window, &block, block.count)
      #endif
      guard count > 0 else { break }
      bytes += block[..<count]
      wait = 0
    }
    return bytes
  }
}
