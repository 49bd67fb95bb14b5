import FlashModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the operating system tells a process about itself. The boundary to `argv`, the clocks
/// and the working directory.
enum ProcessFacts {
  /// The arguments without the program's name, each as its bytes.
  static var arguments: [[UInt8]] {
    var all: [[UInt8]] = []
    for index in 0..<Int(CommandLine.argc) where index > 0 {
      guard let text = unsafe CommandLine.unsafeArgv[index] else { continue }
      all.append(
        unsafe Array(
          UnsafeBufferPointer(start: text, count: strlen(text)).map(UInt8.init(bitPattern:))))
    }
    return all
  }

  static var now: Timestamp {
    Timestamp(milliseconds: milliseconds(CLOCK_REALTIME))
  }

  /// Milliseconds on a clock that is never set, for measuring how long something took.
  static var uptime: Int64 { milliseconds(CLOCK_MONOTONIC) }

  private static func milliseconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// The working directory; `.` if it has been deleted.
  static var workingDirectory: String {
    guard let path = unsafe getcwd(nil, 0) else { return "." }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }

  /// The absolute path of the program that runs, links resolved; nil if the system does not tell.
  static var executable: String? { SmallFile.target(of: "/proc/self/exe") }

  static func exit(_ code: Int32) -> Never {
    #if canImport(Glibc)
      Glibc.exit(code)
    #else
      Darwin.exit(code)
    #endif
  }
}
