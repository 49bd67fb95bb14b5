// Boundary to the system's files, for those that are small and read or replaced whole.
#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Whole files as bytes.
@safe public enum FileContents {
  /// The bytes of the file at `path`; nil if there is no such file, or a folder of its path is not
  /// one.
  /// - Throws: whatever else keeps it from being read.
  public static func bytes(of path: String) throws(SystemError) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw SystemError.last
    }
    defer { _ = close(descriptor) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = unsafe read(descriptor, &block, block.count)
      if count == 0 { return bytes }
      if count > 0 {
        bytes += block[..<count]
      } else if errno != EINTR {
        throw SystemError.last
      }
    }
  }
}

extension FileContents {
  /// Removes the file or link at `path`.
  /// - Returns: whether there was one.
  @discardableResult
  public static func remove(_ path: String) throws(SystemError) -> Bool {
    if unsafe unlink(path) == 0 { return true }
    if errno == ENOENT || errno == ENOTDIR { return false }
    throw SystemError.last
  }
}

/// A file that is about to be replaced: nobody else who works through this type can replace a file
/// of the same folder meanwhile.
///
/// The new bytes go to a sibling that is made durable and then takes the file's name, so that a
/// reader, or a machine that stops at any moment, sees the old file or the new one. A symbolic link
/// stays, and what it leads to is replaced.
@safe public struct FileReplacement: ~Copyable {
  private let folder: Int32
  private let name: String

  /// Locks the folder of the file at `path`, which is made with mode 0700 if it is missing.
  public init(of path: String) throws(SystemError) {
    let target = try Self.resolved(path)
    let slash = target.lastIndex(of: "/")
    let folderPath = slash.map { $0 == target.startIndex ? "/" : String(target[..<$0]) } ?? "."
    try Self.makeFolder(folderPath)
    let descriptor = unsafe open(folderPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError.last }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else {
        let error = SystemError.last
        _ = close(descriptor)
        throw error
      }
    }
    folder = descriptor
    name = slash.map { String(target[target.index(after: $0)...]) } ?? target
  }

  deinit { _ = close(folder) }

  /// Puts `bytes` in the place of the file, with `mode`.
  /// - Parameter isDurable: whether it has to survive a power loss from now on.
  /// - Throws: what failed; the file is then as it was.
  public borrowing func commit(
    _ bytes: [UInt8], mode: UInt32 = 0o600, isDurable: Bool = true
  ) throws(SystemError) {
    let sibling = "\(name).new"
    // Left by a process that was killed: the lock says that nobody is writing it now.
    _ = unsafe unlinkat(folder, sibling, 0)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = unsafe openat(folder, sibling, flags, mode_t(mode))
    guard descriptor >= 0 else { throw SystemError.last }
    do throws(SystemError) {
      try Self.writeAll(bytes, to: descriptor)
      guard !isDurable || fsync(descriptor) == 0 else { throw SystemError.last }
      guard unsafe renameat(folder, sibling, folder, name) == 0 else { throw SystemError.last }
    } catch {
      _ = close(descriptor)
      _ = unsafe unlinkat(folder, sibling, 0)
      throw error
    }
    _ = close(descriptor)
    guard !isDurable || fsync(folder) == 0 else { throw SystemError.last }
  }

  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw SystemError.last
      }
    }
  }

  /// Where the symbolic links at the end of `path` lead, whether or not a file is there.
  private static func resolved(_ path: String) throws(SystemError) -> String {
    var path = path
    for _ in 0..<40 {
      var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
      let length = unsafe target.withUnsafeMutableBytes {
        (buffer) -> Int in
        guard let start = buffer.baseAddress else { return -1 }
        return unsafe readlink(path, start, buffer.count)
      }
      guard length > 0 else { return path }
      let link = String(decoding: target[..<length], as: UTF8.self)
      guard !link.hasPrefix("/"), let slash = path.lastIndex(of: "/") else {
        path = link
        continue
      }
      path = path[...slash] + link
    }
    throw SystemError(number: ELOOP)
  }

  /// Makes a folder, and those above it that are missing, with mode 0700.
  public static func makeFolder(_ path: String) throws(SystemError) {
    if unsafe mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
      throw SystemError.last
    }
    try makeFolder(String(path[..<slash]))
    guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw SystemError.last }
  }
}
