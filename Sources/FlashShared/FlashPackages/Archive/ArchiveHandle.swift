import CArchive

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// Boundary to libarchive and to pread(2). Data alone is asked of it: what members there are says
// ZipDirectory.swift.

/// A zip or gzip file that is being unpacked, from front to back.
@safe final class ArchiveHandle {
  enum Kind { case zip, gzip }

  /// Bytes that are read from the file at a time.
  private static let blockSize = 128 << 10

  private let archive: OpaquePointer

  /// - Parameter descriptor: of a file that can be gone about in; it stays the caller's, and its
  ///   offset is moved.
  /// - Throws: `.unreadable`, `.corrupt`, `.tooLarge` if there is no memory.
  init(_ kind: Kind, descriptor: Int32) throws(PackageError) {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else {
      throw .unreadable(reason: ArchiveHandle.systemReason(errno))
    }
    guard let made = unsafe archive_read_new() else {
      throw .tooLarge(reason: "no memory to unpack it")
    }
    switch kind {
    case .zip: unsafe archive_read_support_format_zip_seekable(made)
    case .gzip:
      unsafe archive_read_support_filter_gzip(made)
      unsafe archive_read_support_format_raw(made)
    }
    unsafe archive = made
    guard
      unsafe archive_read_open_fd(archive, descriptor, ArchiveHandle.blockSize) == ARCHIVE_OK
    else { throw failure() }
  }

  deinit { unsafe archive_read_free(archive) }

  /// Goes to the next member.
  /// - Returns: false if there is none.
  func next() throws(PackageError) -> Bool {
    var entry: OpaquePointer?
    switch unsafe archive_read_next_header(archive, &entry) {
    case ARCHIVE_EOF: return false
    // A warning is about the name, which the directory has told.
    case ARCHIVE_OK, ARCHIVE_WARN: return true
    default: throw failure()
    }
  }

  /// Unpacks the next bytes of the member into `buffer`, in place of what is in it.
  /// - Parameter count: at most so many.
  /// - Returns: false at the end of the member, whose checksum was right.
  func read(into buffer: inout [UInt8], upTo count: Int) throws(PackageError) -> Bool {
    if buffer.count != count { buffer = [UInt8](repeating: 0, count: count) }
    let got = unsafe buffer.withUnsafeMutableBytes { room in
      unsafe archive_read_data(archive, room.baseAddress, room.count)
    }
    guard got >= 0 else { throw failure() }
    if got < buffer.count { buffer.removeLast(buffer.count - got) }
    return got > 0
  }

  private func failure() -> PackageError {
    let text = unsafe archive_error_string(archive).map { unsafe String(cString: $0) }
    let reason = text.map { $0.prefix(1).lowercased() + $0.dropFirst() } ?? "damaged"
    return switch unsafe archive_errno(archive) {
    case EIO, EBADF, EINTR: .unreadable(reason: reason)
    case ENOMEM: .tooLarge(reason: reason)
    default: .corrupt(reason: "damaged archive: \(reason)")
    }
  }
}

extension ArchiveHandle {
  /// The bytes of a file at an offset; fewer only at its end.
  static func bytes(
    of descriptor: Int32, at offset: Int, count: Int
  ) throws(PackageError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let got = unsafe bytes.withUnsafeMutableBytes { room in
        unsafe pread(
          descriptor, room.baseAddress?.advanced(by: filled), count - filled,
          off_t(offset + filled))
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw .unreadable(reason: systemReason(errno)) }
      if got == 0 { break }
      filled += got
    }
    bytes.removeLast(count - filled)
    return bytes
  }

  /// The size of a file in bytes.
  static func size(of descriptor: Int32) throws(PackageError) -> Int {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw .unreadable(reason: systemReason(errno))
    }
    return Int(status.st_size)
  }

  /// Whether an open file is neither a folder nor a device, pipe or socket.
  static func isPlainFile(_ descriptor: Int32) -> Bool {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  static func systemReason(_ number: Int32) -> String {
    unsafe String(cString: strerror(number)).lowercased()
  }
}
