#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

// Boundary to dup(2), with SpoolFile.swift.

/// A file without a name that is only read any more; it is gone with the value.
public final class SealedFile: Sendable {
  /// Bytes in it.
  public let size: Int64
  private let descriptor: Int32

  init(_ descriptor: Int32, size: Int64) throws(SnapshotError) {
    let number = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard number >= 0 else { throw .cannotSpool(reason: "too many open files") }
    self.descriptor = number
    self.size = size
  }

  deinit { close(descriptor) }

  /// A descriptor of the file for somebody who closes it; negative if there is none to be had.
  public func handedOver() -> Int32 { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }
}
