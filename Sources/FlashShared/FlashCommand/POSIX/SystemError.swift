#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An error number of the operating system.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  public let number: Int32

  public init(number: Int32) { self.number = number }

  /// The number that the last failed call of this thread left behind.
  static var last: SystemError { SystemError(number: errno) }

  static let brokenPipe = SystemError(number: EPIPE)
  static let interrupted = SystemError(number: EINTR)
  static let wouldBlock = SystemError(number: EAGAIN)

  /// The system's own words, such as `No space left on device`.
  public var description: String { unsafe String(cString: strerror(number)) }
}
