#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// Boundary to mkstemp(3) and unlink(2).

/// An empty file of mode 0600 in which something is made, gone with the value.
@safe final class ScratchFile {
  let path: String
  let descriptor: Int32
  private var isNamed = true

  /// - Throws: `.cannotSpool`.
  init(in folder: String) throws(PackageError) {
    var template = Array("\(folder)/.flash-XXXXXX".utf8CString)
    let number = unsafe mkstemp(&template)
    guard number >= 0 else { throw .cannotSpool(reason: ArchiveHandle.systemReason(errno)) }
    descriptor = number
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    removeName()
    close(descriptor)
  }

  /// Takes its name away, so that nothing of it stays however the program ends; whoever has it open
  /// goes on.
  func removeName() {
    if isNamed { unsafe unlink(path) }
    isNamed = false
  }

  /// Opens a file to read it.
  /// - Returns: nil if there is none.
  /// - Throws: `.unreadable`.
  static func reading<Result>(
    _ path: String, _ body: (Int32) throws -> Result
  ) throws -> Result? {
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else {
      if errno == ENOENT { return nil }
      throw PackageError.unreadable(reason: "'\(path)': \(ArchiveHandle.systemReason(errno))")
    }
    defer { close(number) }
    return try body(number)
  }
}
