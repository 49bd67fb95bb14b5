#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

// Boundary to flock(2).

/// An advisory lock on a file that is kept, never removed, and holds the process id for people.
///
/// It is held from ``acquire(tries:)`` to ``release()``, and let go when the process ends, however
/// it ends.
@safe
public final class FileLock {
  public let path: String
  private let descriptor: Int32

  /// Opens the lock file, making it if it is missing.
  /// - Throws: `.cannotOpen`.
  public init(path: String) throws(SQLError) {
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      throw SQLError.cannotOpen(
        path: path, reason: unsafe String(cString: strerror(errno)).lowercased())
    }
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Takes the lock, asking again every millisecond while another process has it.
  /// - Parameter tries: how often to ask, at least 1.
  /// - Returns: whether the lock is held now.
  public func acquire(tries: Int) -> Bool {
    for attempt in 1...max(1, tries) {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
      if attempt < tries { usleep(1_000) }
    }
    return false
  }

  public func release() { flock(descriptor, LOCK_UN) }

  /// What whoever holds the lock has written into the file, for people; nil if it is empty.
  public var note: String? {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = unsafe pread(descriptor, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    let text = String(decoding: bytes[..<count].prefix { $0 >= 0x20 }, as: UTF8.self)
    return text.isEmpty ? nil : text
  }

  /// Writes this process's number into the file. Only whoever holds the lock does that.
  public func setNoteToProcess() {
    let text = Array("\(getpid())\n".utf8)
    // The note is for people: a full disk is no reason to stop.
    guard ftruncate(descriptor, 0) == 0 else { return }
    _ = unsafe pwrite(descriptor, text, text.count, 0)
  }
}
