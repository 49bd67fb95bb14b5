#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

// Boundary to stat(2), access(2) and readdir(3).

/// What the file system says of a path.
enum FileFacts {
  static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// Of this process.
  static var processID: Int32 { getpid() }

  static func isSymbolicLink(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether something is there that is no file: a folder, a device, a pipe.
  static func isOther(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }

  /// The size in bytes; 0 for what does not exist.
  static func size(_ path: String) -> Int64 {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int64(status.st_size) : 0
  }

  /// Device and inode, which name a file as long as it exists; nil for what does not exist.
  static func place(_ path: String) -> (device: UInt64, inode: UInt64)? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return (UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino))
  }

  /// Whether the file lies on a file system that is mounted read-only.
  static func isOnReadOnlyMount(_ path: String) -> Bool {
    unsafe access(path, W_OK) != 0 && errno == EROFS
  }

  /// The names in a folder, sorted; none if it can't be read.
  @safe static func names(in folder: String) -> [String] {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
