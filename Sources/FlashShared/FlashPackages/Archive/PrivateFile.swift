#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// Boundary to mkstemp(3), write(2), pwrite(2), ftruncate(2) and unlink(2).

/// A temporary file that only this user may read, gone with the value.
@safe final class PrivateFile {
  let path: String
  /// Bytes written so far.
  private(set) var size = 0
  private let descriptor: Int32
  private var isGone = false

  /// - Throws: `.cannotSpool`.
  init(in folder: String) throws(PackageError) {
    var template = Array("\(folder)/flash-import-XXXXXX".utf8CString)
    let number = unsafe mkstemp(&template)
    guard number >= 0 else { throw .cannotSpool(reason: ArchiveHandle.systemReason(errno)) }
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    descriptor = number
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    removeName()
    close(descriptor)
  }

  /// - Throws: `.cannotSpool`.
  func write(_ bytes: ArraySlice<UInt8>) throws(PackageError) {
    var written = 0
    while written < bytes.count {
      let step = unsafe bytes.withUnsafeBytes { room in
        unsafe PrivateFile.systemWrite(
          descriptor, room.baseAddress?.advanced(by: written), room.count - written)
      }
      if step < 0, errno == EINTR { continue }
      guard step > 0 else { throw .cannotSpool(reason: ArchiveHandle.systemReason(errno)) }
      written += step
    }
    size += bytes.count
  }

  /// Writes in the place of what stands there.
  /// - Throws: `.cannotSpool`.
  func write(_ bytes: ArraySlice<UInt8>, at offset: Int) throws(PackageError) {
    var written = 0
    while written < bytes.count {
      let step = unsafe bytes.withUnsafeBytes { room in
        unsafe pwrite(
          descriptor, room.baseAddress?.advanced(by: written), room.count - written,
          off_t(offset + written))
      }
      if step < 0, errno == EINTR { continue }
      guard step > 0 else { throw .cannotSpool(reason: ArchiveHandle.systemReason(errno)) }
      written += step
    }
    size = max(size, offset + bytes.count)
  }

  /// Makes the file so long.
  /// - Throws: `.cannotSpool`.
  func cut(to count: Int) throws(PackageError) {
    guard ftruncate(descriptor, off_t(count)) == 0 else {
      throw .cannotSpool(reason: ArchiveHandle.systemReason(errno))
    }
    size = count
  }

  /// Takes the file's name away; whoever has it open goes on reading.
  func removeName() {
    if !isGone { unsafe unlink(path) }
    isGone = true
  }

  private static func systemWrite(
    _ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int
  ) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.write(descriptor, bytes, count)
    #else
      unsafe Darwin.write(descriptor, bytes, count)
    #endif
  }
}

extension PrivateFile {
  /// Copies a file: the program whose it is may write to it meanwhile.
  /// - Parameters:
  ///   - limit: bytes.
  ///   - goOn: asked now and then.
  /// - Throws: `.tooLarge`, `.cannotSpool`, `.unreadable`, `.interrupted`.
  convenience init(
    copying descriptor: Int32, in folder: String, limit: Int, while goOn: () -> Bool
  ) throws(PackageError) {
    let size = try ArchiveHandle.size(of: descriptor)
    guard size <= limit else { throw .tooLarge(reason: "larger than \(limit) bytes") }
    try self.init(in: folder)
    while self.size < size {
      guard goOn() else { throw .interrupted }
      let piece = try ArchiveHandle.bytes(
        of: descriptor, at: self.size, count: min(ZipArchive.pieceSize, size - self.size))
      guard !piece.isEmpty else { break }
      try write(piece[...])
    }
  }
}
