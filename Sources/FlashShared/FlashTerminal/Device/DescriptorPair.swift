#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The two ends of a pipe, closed in every child. The boundary to pipe and fcntl.
struct DescriptorPair {
  let reading: Int32
  let writing: Int32

  /// A pipe whose ends never wait.
  static func pipe() throws(TerminalError) -> DescriptorPair {
    let pair = try plainPipe()
    for end in [pair.reading, pair.writing] { setFlag(F_GETFL, F_SETFL, O_NONBLOCK, on: end) }
    return pair
  }

  /// A pipe whose ends wait.
  static func plainPipe() throws(TerminalError) -> DescriptorPair {
    var ends: [Int32] = [-1, -1]
    #if canImport(Glibc)
      guard unsafe Glibc.pipe(&ends) == 0 else { throw .last("pipe") }
    #else
      guard unsafe Darwin.pipe(&ends) == 0 else { throw .last("pipe") }
    #endif
    for end in ends { setFlag(F_GETFD, F_SETFD, FD_CLOEXEC, on: end) }
    return DescriptorPair(reading: ends[0], writing: ends[1])
  }

  private static func setFlag(_ get: Int32, _ set: Int32, _ flag: Int32, on descriptor: Int32) {
    _ = fcntl(descriptor, set, fcntl(descriptor, get) | flag)
  }
}
