#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// Boundary to mkdir(2), unlink(2) and statvfs(3).

/// The folder in which the embedded server keeps its files.
@safe
enum ServerFolder {
  /// Makes a folder that only its owner can read, and those above it that are missing.
  /// - Throws: ``ServeError/cannotMakeFolder(path:reason:)``.
  static func make(_ path: String) throws(ServeError) {
    if unsafe mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    if errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      try make(String(path[..<slash]))
      if unsafe mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    }
    throw .cannotMakeFolder(path: path, reason: reason)
  }

  /// Removes files, those that are missing passed over.
  /// - Throws: ``ServeError/cannotRemove(path:reason:)``.
  static func remove(_ paths: [String]) throws(ServeError) {
    for path in paths {
      guard unsafe unlink(path) == 0 || errno == ENOENT else {
        throw .cannotRemove(path: path, reason: reason)
      }
    }
  }

  /// The part of the file system that is free, 0 to 1; nil if nobody can tell.
  static func freePart(at path: String) -> Double? {
    var facts = statvfs()
    guard unsafe statvfs(path, &facts) == 0, facts.f_blocks > 0 else { return nil }
    return Double(facts.f_bavail) / Double(facts.f_blocks)
  }

  private static var reason: String { unsafe String(cString: strerror(errno)).lowercased() }
}
