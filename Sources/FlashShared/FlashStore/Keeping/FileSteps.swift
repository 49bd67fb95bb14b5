internal import FlashSQL

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

// Boundary to the calls that put whole files into place: fsync(2), rename(2), unlink(2).

/// Steps by which a finished file takes a name for good.
enum FileSteps {
  /// Makes what was written to a file survive a power loss.
  /// - Throws: `.diskFull`, `.inputOutput`, `.cannotOpen`.
  static func sync(_ path: String) throws(SQLError) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure(path) }
  }

  /// Gives a file another name in one step, and makes that survive a power loss. What had the name
  /// is gone.
  static func rename(_ path: String, to name: String) throws(SQLError) {
    guard systemRename(path, name) == 0 else { throw failure(name) }
    try sync(folder(of: name))
  }

  /// Removes a file, if it is there.
  static func remove(_ path: String) throws(SQLError) {
    guard unsafe unlink(path) == 0 || errno == ENOENT else { throw failure(path) }
  }

  /// Cuts a file to nothing; makes it if it is missing.
  static func empty(_ path: String) throws(SQLError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(path) }
    close(descriptor)
  }

  /// Copies bytes as they are, to a file that is made or emptied.
  @safe static func copy(_ path: String, to other: String) throws(SQLError) {
    let source = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { throw failure(path) }
    defer { close(source) }
    let target = unsafe open(other, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard target >= 0 else { throw failure(other) }
    defer { close(target) }
    var block = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = unsafe read(source, &block, block.count)
      if count == 0 { return }
      guard count > 0 else { throw failure(path) }
      var written = 0
      while written < count {
        let step = unsafe block.withUnsafeBytes {
          unsafe write(target, $0.baseAddress.map { unsafe $0 + written }, count - written)
        }
        guard step > 0 else { throw failure(other) }
        written += step
      }
    }
  }

  /// Reads a file from the first byte to the last.
  /// - Parameter body: gets its bytes, a part at a time.
  @safe static func forEachPiece(
    of path: String, _ body: (ArraySlice<UInt8>) -> Void
  ) throws(SQLError) {
    let source = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { throw failure(path) }
    defer { close(source) }
    var block = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = unsafe read(source, &block, block.count)
      if count == 0 { return }
      guard count > 0 else { throw failure(path) }
      body(block[..<count])
    }
  }

  /// All bytes of a file.
  @safe static func bytes(of path: String) throws(SQLError) -> [UInt8] {
    let source = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { throw failure(path) }
    defer { close(source) }
    var bytes = [UInt8](repeating: 0, count: Int(FileFacts.size(path)))
    var filled = 0
    while filled < bytes.count {
      let count = unsafe bytes.withUnsafeMutableBytes {
        unsafe read(source, $0.baseAddress.map { unsafe $0 + filled }, $0.count - filled)
      }
      guard count >= 0 else { throw failure(path) }
      if count == 0 { break }
      filled += count
    }
    return Array(bytes.prefix(filled))
  }

  /// The folder that a path lies in.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last part of a path.
  static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  private static func systemRename(_ old: String, _ new: String) -> Int32 {
    #if canImport(Glibc)
      unsafe Glibc.rename(old, new)
    #else
      unsafe Darwin.rename(old, new)
    #endif
  }

  private static func failure(_ path: String) -> SQLError {
    let number = errno
    let reason = unsafe String(cString: strerror(number)).lowercased()
    switch number {
    case ENOSPC, EDQUOT: return .diskFull(path: path)
    case EROFS: return .readOnly(path: path)
    case EIO, EFBIG: return .inputOutput(path: path, reason: reason)
    default: return .cannotOpen(path: path, reason: reason)
    }
  }
}
