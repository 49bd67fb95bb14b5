#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

// Boundary to open(2), mkstemp(3), flock(2), pread(2), pwrite(2), ftruncate(2), unlink(2) and
// opendir(3).

/// A file that only this user may read, and that is gone with the value unless it is kept.
@safe
public final class SpoolFile {
  public let path: String
  /// Bytes in it.
  public private(set) var size: Int64
  /// Whether the file stays when the value goes.
  public var isKept = false
  private let descriptor: Int32

  /// How the names begin that files get by themselves.
  private static let prefix = "flash-snapshot-"

  /// Makes a file with a name of its own. It is locked, so that a file which a process left when it was
  /// killed can be told from one that is in use.
  /// - Throws: `.cannotSpool`.
  public init(in folder: String) throws(SnapshotError) {
    while true {
      var template = Array("\(folder)/\(SpoolFile.prefix)XXXXXX".utf8CString)
      let number = unsafe mkstemp(&template)
      guard number >= 0 else { throw SpoolFile.failure() }
      _ = fcntl(number, F_SETFD, FD_CLOEXEC)
      // Whoever tidies up may have been there between the two calls.
      guard flock(number, LOCK_EX | LOCK_NB) == 0, SpoolFile.hasName(number) else {
        close(number)
        continue
      }
      descriptor = number
      size = 0
      path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      return
    }
  }

  private static func hasName(_ descriptor: Int32) -> Bool {
    var facts = stat()
    return unsafe fstat(descriptor, &facts) == 0 && facts.st_nlink > 0
  }

  /// Removes the files with names of their own that no process has any more.
  /// - Returns: how many there were.
  @discardableResult
  public static func removeLeftovers(in folder: String) -> Int {
    guard let listing = unsafe opendir(folder) else { return 0 }
    defer { unsafe closedir(listing) }
    var count = 0
    while let entry = unsafe readdir(listing) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      guard name.hasPrefix(prefix) else { continue }
      let path = "\(folder)/\(name)"
      let number = unsafe open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
      guard number >= 0 else { continue }
      // While it is locked nobody else begins to use it.
      if flock(number, LOCK_EX | LOCK_NB) == 0, unsafe unlink(path) == 0 { count += 1 }
      close(number)
    }
    return count
  }

  /// Opens a file by its name, or makes it; what is in it stays.
  /// - Throws: `.cannotSpool`.
  public init(at path: String) throws(SnapshotError) {
    let number = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard number >= 0 else { throw SpoolFile.failure() }
    descriptor = number
    self.path = path
    size = Int64(lseek(number, 0, Int32(SEEK_END)))
  }

  deinit {
    if !isKept { unsafe unlink(path) }
    close(descriptor)
  }

  /// Whether there is a file of that name.
  public static func exists(at path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// Removes a file, if it is there.
  public static func remove(_ path: String) { unsafe unlink(path) }

  /// Adds bytes at the end.
  /// - Throws: `.cannotSpool`.
  public func append(_ bytes: ArraySlice<UInt8>) throws(SnapshotError) {
    var written = 0
    while written < bytes.count {
      let step = unsafe bytes.withUnsafeBytes { room in
        unsafe pwrite(
          descriptor, room.baseAddress?.advanced(by: written), room.count - written,
          off_t(size) + off_t(written))
      }
      if step < 0, errno == EINTR { continue }
      guard step > 0 else { throw SpoolFile.failure() }
      written += step
    }
    size += Int64(bytes.count)
  }

  /// Up to so many bytes from a place on; fewer at the end.
  /// - Throws: `.cannotSpool`.
  public func read(_ count: Int, at offset: Int64) throws(SnapshotError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let step = unsafe bytes.withUnsafeMutableBytes { room in
        unsafe pread(
          descriptor, room.baseAddress?.advanced(by: filled), count - filled,
          off_t(offset) + off_t(filled))
      }
      if step < 0, errno == EINTR { continue }
      guard step >= 0 else { throw SpoolFile.failure() }
      if step == 0 { break }
      filled += step
    }
    if filled < count { bytes.removeLast(count - filled) }
    return bytes
  }

  /// Cuts the file to a length.
  /// - Throws: `.cannotSpool`.
  public func cut(to count: Int64) throws(SnapshotError) {
    guard ftruncate(descriptor, off_t(count)) == 0 else { throw SpoolFile.failure() }
    size = count
  }

  /// What was written, to be read by others when this value, and the file's name, are gone.
  /// - Throws: `.cannotSpool`.
  public func sealed() throws(SnapshotError) -> SealedFile {
    try SealedFile(descriptor, size: size)
  }

  /// Looks again how long the file is, after somebody else has written it by its name.
  func measure() { size = Int64(lseek(descriptor, 0, Int32(SEEK_END))) }

  private static func failure() -> SnapshotError {
    .cannotSpool(reason: unsafe String(cString: strerror(errno)).lowercased())
  }
}
