#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// Boundary to openat(2).

/// A folder of media beside a file. Only plain files in it are read; what leads out of it, or is
/// anything else, is not there.
@safe final class MediaFolder {
  private let descriptor: Int32

  /// Nil if there is no such folder.
  init?(path: String) {
    descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// Whether there is a plain file of a name.
  func has(_ name: String) -> Bool {
    guard let file = openFile(name) else { return false }
    close(file)
    return true
  }

  /// Nil for what is no plain file.
  private func openFile(_ name: String) -> Int32? {
    guard MemberName.flaw(inFileName: name) == nil else { return nil }
    // A pipe would wait for a writer.
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let file = unsafe openat(descriptor, name, flags)
    guard file >= 0 else { return nil }
    guard ArchiveHandle.isPlainFile(file) else {
      close(file)
      return nil
    }
    return file
  }

  /// Reads a file.
  /// - Parameters:
  ///   - limit: bytes of it.
  ///   - goOn: asked now and then.
  ///   - take: gets its bytes, some at a time.
  /// - Throws: `.unreadable`, `.tooLarge`, `.interrupted`, and what `take` throws.
  func read(
    _ name: String, limit: Int, while goOn: () -> Bool,
    _ take: (ArraySlice<UInt8>) throws(PackageError) -> Void
  ) throws(PackageError) {
    guard let file = openFile(name) else {
      throw .unreadable(reason: "'\(name)' is gone from the folder of media")
    }
    defer { close(file) }
    var offset = 0
    while true {
      guard goOn() else { throw .interrupted }
      let piece = try ArchiveHandle.bytes(of: file, at: offset, count: ZipArchive.pieceSize)
      guard !piece.isEmpty else { return }
      offset += piece.count
      guard offset <= limit else {
        throw .tooLarge(reason: "'\(name)' is larger than \(limit) bytes")
      }
      try take(piece[...])
    }
  }
}
