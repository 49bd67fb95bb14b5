#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A name in a directory. The boundary to `opendir` and its kin.
public struct DirectoryEntry: Hashable, Sendable {
  public var name: String
  public var isDirectory: Bool

  /// The entries of a directory, sorted by name; none if it cannot be read.
  public static func entries(of path: String) -> [DirectoryEntry] {
    guard let directory = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(directory) }
    var entries: [DirectoryEntry] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: entry.pointee.d_name) { tuple in
        unsafe tuple.withMemoryRebound(to: CChar.self, capacity: 1) { unsafe String(cString: $0) }
      }
      guard name != ".", name != ".." else { continue }
      let kind = unsafe Int32(entry.pointee.d_type)
      // A link counts as what it leads to.
      let isDirectory =
        kind == Int32(DT_DIR) || (kind != Int32(DT_REG) && Self.isDirectory("\(path)/\(name)"))
      entries.append(DirectoryEntry(name: name, isDirectory: isDirectory))
    }
    return entries.sorted { $0.name < $1.name }
  }

  /// Whether a path leads to a directory.
  public static func isDirectory(_ path: String) -> Bool {
    var facts = stat()
    return unsafe stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether there is anything at a path.
  public static func exists(_ path: String) -> Bool {
    var facts = stat()
    return unsafe stat(path, &facts) == 0
  }
}
