#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A path without links, `.` and `..`, of something that is there. The boundary to `realpath`.
public struct ResolvedPath: Hashable, Sendable {
  public let path: String

  /// - Throws: why it can't be resolved, such as `ENOENT`.
  public init(_ path: String) throws(SystemError) {
    guard let resolved = unsafe realpath(path, nil) else { throw SystemError.last }
    defer { unsafe free(resolved) }
    self.path = unsafe String(cString: resolved)
  }

  /// Whether it lies in a folder, or below it.
  public func isWithin(_ folder: ResolvedPath) -> Bool {
    folder.path == "/" || path.hasPrefix(folder.path + "/")
  }
}
