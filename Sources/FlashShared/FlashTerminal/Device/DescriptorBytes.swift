#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Bytes in and out of descriptors. The boundary to read, write and poll.
enum DescriptorBytes {
  /// What is there, at most `limit` bytes; waits if nothing is.
  /// - Returns: no bytes at the end of input, which a terminal that has gone also counts as; nil
  ///   if a signal came first.
  static func read(_ descriptor: Int32, limit: Int) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: limit)
    #if canImport(Glibc)
      let count = unsafe Glibc.read(descriptor, &buffer, limit)
    #else
      let count = unsafe Darwin.read(descriptor, &buffer, limit)
    #endif
    if count < 0 { return errno == EINTR || errno == EAGAIN ? nil : [] }
    buffer.removeLast(limit - count)
    return buffer
  }

  /// Writes all of `bytes`.
  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(TerminalError) {
    var offset = 0
    while offset < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[offset...])
        #if canImport(Glibc)
          return unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
        #else
          return unsafe Darwin.write(descriptor, rest.baseAddress, rest.count)
        #endif
      }
      if count >= 0 {
        offset += count
      } else if errno == EAGAIN {
        _ = wait(for: [descriptor], toWrite: true, atMost: nil)
      } else if errno != EINTR {
        throw .last("write")
      }
    }
  }

  /// Waits until one of `descriptors` is ready (or has ended), a signal comes or time is up.
  /// - Returns: for each descriptor, whether it is ready.
  static func wait(
    for descriptors: [Int32], toWrite: Bool = false, atMost limit: Duration?
  ) -> [Bool] {
    let events = Int16(toWrite ? POLLOUT : POLLIN)
    var entries = descriptors.map { pollfd(fd: $0, events: events, revents: 0) }
    let timeout = limit.map(milliseconds) ?? -1
    guard unsafe poll(&entries, nfds_t(entries.count), timeout) > 0 else {
      return descriptors.map { _ in false }
    }
    return entries.map { $0.revents != 0 }
  }

  /// Rounded up, so that a wait never ends just before its time and turns into a busy one.
  private static func milliseconds(_ duration: Duration) -> Int32 {
    let (seconds, attoseconds) = duration.components
    let whole =
      min(seconds, 86_400) * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return Int32(clamping: max(0, whole))
  }
}

extension TerminalError {
  /// The failure of the last call of this thread.
  static func last(_ call: String) -> TerminalError {
    .system(call: call, reason: reason(errno))
  }

  /// The system's words for an error number.
  static func reason(_ number: Int32) -> String { unsafe String(cString: strerror(number)) }
}
