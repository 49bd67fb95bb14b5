#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

// Boundary to stat(2).

/// What the file system says of a path.
enum FileFacts {
  static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  static func isSymbolicLink(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// The size in bytes; 0 for what does not exist.
  static func size(_ path: String) -> Int64 {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int64(status.st_size) : 0
  }

  /// Whether the file lies on a file system that is mounted read-only.
  static func isOnReadOnlyMount(_ path: String) -> Bool {
    unsafe access(path, W_OK) != 0 && errno == EROFS
  }
}
