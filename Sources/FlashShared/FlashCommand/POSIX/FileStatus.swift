#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Whose a file is, and who may change and run it. The boundary to stat and access.
struct FileStatus: Hashable {
  /// The user id of its owner.
  let owner: UInt32
  /// Its permissions, the lowest twelve bits.
  let permissions: UInt32
  let isRegular: Bool
  let isSocket: Bool

  /// The status of what a path leads to; nil if there is nothing, or nothing that we may see.
  init?(of path: String) {
    var facts = stat()
    guard unsafe stat(path, &facts) == 0 else { return nil }
    owner = facts.st_uid
    permissions = UInt32(facts.st_mode) & 0o7777
    isRegular = facts.st_mode & S_IFMT == S_IFREG
    isSocket = facts.st_mode & S_IFMT == S_IFSOCK
  }

  /// Whether anything is at a path: one access(2).
  static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// Whether we may run what is at a path.
  static func mayRun(_ path: String) -> Bool { unsafe access(path, X_OK) == 0 }

  /// The user whom this process acts for.
  static var user: UInt32 { geteuid() }
}
