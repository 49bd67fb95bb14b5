internal import FlashSQL

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

// Boundary to the calls that write media and move it into place.

/// A file of the media folder while it is written.
@safe struct MediaFile: ~Copyable {
  private let path: String
  private let descriptor: Int32

  /// Makes a file that nobody else may read while it is not whole.
  init(path: String) throws(SQLError) {
    self.path = path
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw MediaFile.failure(path) }
  }

  deinit { close(descriptor) }

  func write(_ bytes: ArraySlice<UInt8>) throws(SQLError) {
    var written = 0
    while written < bytes.count {
      let step = unsafe bytes.withUnsafeBytes { room in
        unsafe systemWrite(
          descriptor, room.baseAddress?.advanced(by: written), room.count - written)
      }
      if step < 0, errno == EINTR { continue }
      guard step > 0 else { throw MediaFile.failure(path) }
      written += step
    }
  }

  /// Makes a folder, if it is missing.
  /// - Returns: whether it was.
  static func makeFolder(_ path: String) throws(SQLError) -> Bool {
    if unsafe mkdir(path, 0o700) == 0 { return true }
    guard errno == EEXIST, FileFacts.isFolder(path), !FileFacts.isSymbolicLink(path) else {
      throw failure(path)
    }
    return false
  }

  /// Removes a folder, if it is empty.
  static func removeEmptyFolder(_ path: String) { unsafe rmdir(path) }

  /// Gives a file another name in one step.
  static func move(_ path: String, to name: String) throws(SQLError) {
    guard systemRename(path, name) == 0 else { throw failure(name) }
  }

  /// Gives a file a second name, where the file system can do that.
  static func link(_ path: String, as name: String) -> Bool {
    systemLink(path, name) == 0
  }

  private static func systemLink(_ old: String, _ new: String) -> Int32 {
    #if canImport(Glibc)
      unsafe Glibc.link(old, new)
    #else
      unsafe Darwin.link(old, new)
    #endif
  }

  /// From so many files on it is faster to have the system write out all that it holds.
  private static let manyFiles = 64

  /// Makes files of a folder survive a power loss, their names as well.
  static func sync(_ files: [String], below folder: String) throws(SQLError) {
    guard files.count < manyFiles else {
      systemSync()
      return
    }
    for file in files { try FileSteps.sync(file) }
    for folder in Set(files.map { FileSteps.folder(of: $0) }) { try FileSteps.sync(folder) }
    try FileSteps.sync(folder)
  }

  private static func systemSync() {
    #if canImport(Glibc)
      Glibc.sync()
    #else
      Darwin.sync()
    #endif
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

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  #if canImport(Glibc)
    unsafe Glibc.write(descriptor, bytes, count)
  #else
    unsafe Darwin.write(descriptor, bytes, count)
  #endif
}
