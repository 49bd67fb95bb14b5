#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension HelperProcess {
  /// What a program writes on standard output, if it ends well in time; its input is empty and its
  /// errors are dropped.
  /// - Parameters:
  ///   - time: after this the program is killed.
  ///   - limit: bytes; a program that writes more is killed.
  /// - Returns: nil if the program cannot be run, fails, or passes a limit.
  public static func answer(
    _ program: String, _ arguments: [String], within time: Duration, limit: Int
  ) -> [UInt8]? {
    guard let (reading, writing) = pipe() else { return nil }
    defer { reading.close() }
    let child = start(
      program, arguments, input: .null, output: .descriptor(writing), errors: .null)
    writing.close()
    guard let child else { return nil }
    let bytes = gather(reading, until: ContinuousClock.now + time, limit: limit)
    // One that has closed its output and stays is killed too; one that has ended no longer minds.
    if bytes == nil { kill(child.identifier, SIGKILL) }
    guard child.wait() == .exited(0) else { return nil }
    return bytes
  }

  /// Everything up to the end of the pipe; nil past a limit.
  private static func gather(
    _ pipe: Descriptor, until end: ContinuousClock.Instant, limit: Int
  ) -> [UInt8]? {
    var bytes: [UInt8] = []
    while true {
      let left = (end - .now).components
      let milliseconds = left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000
      guard milliseconds > 0 else { return nil }
      var entry = pollfd(fd: pipe.number, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&entry, 1, Int32(milliseconds)) > 0 else { continue }
      do throws(SystemError) {
        if try pipe.read(upTo: 4_096, into: &bytes) == 0 { return bytes }
      } catch {
        guard error == .interrupted else { return nil }
      }
      if bytes.count > limit { return nil }
    }
  }
}
