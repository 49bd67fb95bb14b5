#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// Boundary to stat(2).

/// Who may read a file.
public enum FilePermissions {
  /// Whether anybody but the owner may; false if there is no such file.
  public static func mayOthersRead(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & 0o077 != 0
  }
}
