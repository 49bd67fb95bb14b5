#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// Boundary to poll(2) and usleep(3).

/// Waiting: for time to pass, or for somebody to type.
public enum Pause {
  /// Waits, and ends early if somebody asks to stop.
  /// - Returns: false if somebody did.
  public static func wait(milliseconds: Int64, isStopped: () -> Bool) -> Bool {
    var left = milliseconds
    while left > 0 {
      if isStopped() { return false }
      let step = min(left, 100)
      usleep(UInt32(step) * 1_000)
      left -= step
    }
    return !isStopped()
  }

  /// Waits until there is something to read from standard input.
  /// - Returns: whether there is, its end included.
  public static func waitForInput(milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&entry, 1, milliseconds) > 0
  }
}
