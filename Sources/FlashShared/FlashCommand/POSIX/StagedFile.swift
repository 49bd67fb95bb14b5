public import FlashModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// Boundary to mkstemp(3), fsync(2) and rename(2).

/// A file that is written beside its place and takes it when it is whole: nobody ever sees half of
/// it, and what was there before stays until then.
///
/// What is no regular file, such as a pipe or a device, is written in place.
@safe
public final class StagedFile {
  private let path: String
  /// Where it is written; nil if that is its place.
  private var stage: String?
  private let descriptor: Descriptor

  /// Begins the file at `path`.
  /// - Parameter mayReplace: whether there may be a file of that name.
  /// - Throws: `.cannotCreate`, `.exists`.
  public init(path: String, mayReplace: Bool) throws(StagedFileError) {
    var status = stat()
    let isThere = unsafe stat(path, &status) == 0
    self.path = StagedFile.target(of: path)
    if isThere, !mayReplace { throw .exists(file: path) }
    if isThere, status.st_mode & S_IFMT != S_IFREG {
      let number = unsafe open(path, O_WRONLY | O_CLOEXEC)
      guard number >= 0 else { throw .cannotCreate(file: path, SystemError(number: errno)) }
      descriptor = Descriptor(number: number)
      return
    }
    var template = Array("\(self.path).XXXXXX".utf8CString)
    let number = unsafe mkstemp(&template)
    guard number >= 0 else { throw .cannotCreate(file: path, SystemError(number: errno)) }
    descriptor = Descriptor(number: number)
    stage = String(
      decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    fchmod(number, isThere ? status.st_mode & 0o7777 : 0o666 & ~StagedFile.mask)
  }

  deinit { abandon() }

  /// Adds bytes.
  /// - Throws: `.cannotWrite`.
  public func write(_ bytes: [UInt8]) throws(StagedFileError) {
    do throws(SystemError) {
      try descriptor.write(bytes)
    } catch {
      throw .cannotWrite(file: path, error)
    }
  }

  /// Makes the file durable and puts it in its place.
  /// - Throws: `.cannotWrite`; then the place is as it was.
  public func commit() throws(StagedFileError) {
    guard let stage else { return }
    guard fsync(descriptor.number) == 0, unsafe rename(stage, path) == 0 else {
      throw .cannotWrite(file: path, SystemError(number: errno))
    }
    self.stage = nil
    syncFolder()
  }

  /// Takes away what was written so far.
  private func abandon() {
    descriptor.close()
    if let stage { unsafe unlink(stage) }
  }

  /// Makes the new name durable; where a folder can't be synced, the system does so in its time.
  private func syncFolder() {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let number = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { return }
    fsync(number)
    close(number)
  }

  /// Where a symbolic link leads, which is kept.
  private static func target(of path: String) -> String {
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// The bits that new files don't get.
  private static var mask: mode_t {
    let mask = umask(0o077)
    umask(mask)
    return mask
  }
}

/// Why a file was not written. One that was there before is as it was.
public enum StagedFileError: UserFacingError, Hashable {
  case cannotCreate(file: String, SystemError)
  case cannotWrite(file: String, SystemError)
  /// There is one of that name, and it was not to be replaced.
  case exists(file: String)

  public var message: String {
    switch self {
    case .cannotCreate(let file, let error): "cannot create '\(file)': \(error)"
    case .cannotWrite(let file, let error): "cannot write '\(file)': \(error)"
    case .exists(let file): "there is a file '\(file)' already"
    }
  }

  public var hint: String? {
    switch self {
    case .cannotCreate, .cannotWrite: nil
    case .exists: "name it with '-o' to replace it"
    }
  }

  public var code: String {
    switch self {
    case .cannotCreate: "cannot_create"
    case .cannotWrite: "write_failed"
    case .exists: "exists"
    }
  }

  public var kind: FailureKind {
    switch self {
    case .cannotCreate, .exists: .cannotCreate
    case .cannotWrite: .readOrWrite
    }
  }
}
