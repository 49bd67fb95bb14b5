#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// Boundary to open(2), fsync(2), rename(2) and mkdir(2).

/// Writes files that are there whole or not at all, for their owner's eyes alone.
enum MailFile {
  /// Makes a folder, unless it is there.
  /// - Throws: `.cannotWrite`.
  static func makeFolder(_ path: String) throws(MailError) {
    guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw failure(path) }
  }

  /// Writes a file under another name first; it is safe on the disk when this returns.
  /// - Throws: `.cannotWrite`.
  static func write(
    _ bytes: [UInt8], to name: String, of folder: String, through other: String,
    of otherFolder: String
  ) throws(MailError) {
    let path = "\(folder)/\(name)"
    let part = "\(otherFolder)/\(other)"
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW
    let file = unsafe open(part, flags, mode_t(0o600))
    guard file >= 0 else { throw failure(part) }
    do throws(MailError) {
      // A file of that name from before may have had other rights.
      guard fchmod(file, 0o600) == 0 else { throw failure(part) }
      try write(bytes, to: file, part)
      guard fsync(file) == 0 else { throw failure(part) }
    } catch {
      close(file)
      unsafe unlink(part)
      throw error
    }
    guard close(file) == 0, unsafe rename(part, path) == 0 else { throw failure(path) }
    let directory = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { throw failure(folder) }
    defer { close(directory) }
    guard fsync(directory) == 0 else { throw failure(folder) }
  }

  private static func write(
    _ bytes: [UInt8], to file: Int32, _ path: String
  ) throws(MailError) {
    var written = 0
    while written < bytes.count {
      let step = unsafe bytes.withUnsafeBytes { room in
        #if canImport(Glibc)
          unsafe Glibc.write(
            file, room.baseAddress?.advanced(by: written), room.count - written)
        #else
          unsafe Darwin.write(
            file, room.baseAddress?.advanced(by: written), room.count - written)
        #endif
      }
      if step < 0, errno == EINTR { continue }
      guard step > 0 else { throw failure(path) }
      written += step
    }
  }

  private static func failure(_ path: String) -> MailError {
    let reason =
      switch errno {
      case EACCES, EPERM: "permission denied"
      case ENOENT: "no such folder"
      case ENOSPC, EDQUOT: "no space left"
      case EROFS: "read-only"
      case ENOTDIR: "not a folder"
      default: "error \(errno)"
      }
    return .cannotWrite(path: path, reason: reason)
  }
}
