import FlashCommand
import FlashModel
import FlashPackages
import FlashText

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// Boundary to open(2), read(2) and lseek(2).

/// A file of cards, which can be read more than once: an encoding is known only at the end of it.
///
/// What comes through a pipe is put aside in a temporary file that has no name and is gone with the
/// process.
@safe
final class SourceFile {
  /// Bytes that are read at a time.
  static let pieceSize = 256 << 10

  /// What messages call it: the path as given, or `standard input`.
  let name: String
  /// Whether that is the name of a file, which may say something about it.
  let isNamed: Bool
  /// Bytes in it; what it will have grown to at the end of reading is not known.
  let size: Int
  private let descriptor: Descriptor
  /// What a database that is in use keeps beside it; nil if there is none.
  private let log: Descriptor?
  /// What unpacks it; nil for a file that is read as it is.
  private var packed: GzipFile?

  /// Opens the file at `path`; anything that can't be read twice, such as a named pipe, is put aside.
  /// - Throws: `.unreadable`, `.cannotSpool`; ``Interrupted``.
  convenience init(
    path: String, temporaryFolder: String, check: () throws -> Void
  ) throws {
    let opened: Descriptor
    do throws(SystemError) {
      opened = try Descriptor.open(path, .read)
    } catch {
      throw ImportError.unreadable(file: path, error)
    }
    var status = stat()
    guard unsafe fstat(opened.number, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
      opened.close()
      throw ImportError.unreadable(file: path, SystemError(number: EISDIR))
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      defer { opened.close() }
      let input = InputStream(opened, name: path)
      try self.init(spooling: input, in: temporaryFolder, name: path, isNamed: true, check: check)
      return
    }
    // What is not there, or may not be read, has nothing to say.
    let log = try? Descriptor.open(path + "-wal", .read)
    self.init(opened, log: log, name: path, isNamed: true, size: Int(status.st_size))
  }

  /// Puts all of `input` aside.
  /// - Parameters:
  ///   - folder: for the temporary file.
  ///   - check: throws once the command is to stop.
  /// - Throws: `.cannotSpool`, ``StreamError``, ``Interrupted``.
  convenience init(
    spooling input: InputStream, in folder: String, name: String, isNamed: Bool,
    check: () throws -> Void
  ) throws {
    let spool = try SourceFile.unnamedFile(in: folder, for: name)
    var size = 0
    do {
      while let piece = try input.chunk() {
        try check()
        try spool.write(piece)
        size += piece.count
      }
    } catch let error as SystemError {
      spool.close()
      throw ImportError.cannotSpool(file: name, error)
    } catch {
      spool.close()
      throw error
    }
    self.init(spool, name: name, isNamed: isNamed, size: size)
    try rewind()
  }

  private init(
    _ descriptor: Descriptor, log: Descriptor? = nil, name: String, isNamed: Bool, size: Int
  ) {
    self.descriptor = descriptor
    self.log = log
    self.name = name
    self.isNamed = isNamed
    self.size = size
  }

  deinit {
    descriptor.close()
    log?.close()
  }

  /// Of the open file, for readers that go about in it.
  var number: Int32 { descriptor.number }

  /// The log of a database, `NAME-wal`, open as well; nil if there is none.
  var databaseLog: Int32? { log?.number }

  /// The name without its folder.
  var baseName: String {
    isNamed ? String(name.split(separator: "/").last ?? name[...]) : name
  }

  /// What the file would be called unpacked, without its folder.
  var contentName: String {
    let base = baseName
    return isPacked && base.hasSuffix(".gz") ? String(base.dropLast(3)) : base
  }

  /// The name without folder and extension: `verbs` of `lists/verbs.csv` and `verbs.csv.gz`.
  var stem: String {
    let base = contentName
    guard let dot = base.lastIndex(of: "."), dot != base.startIndex else { return base }
    return String(base[..<dot])
  }

  /// Reads the file unpacked from here on, from its first byte.
  /// - Throws: `.refused`.
  func unpack() throws(ImportError) {
    do throws(PackageError) {
      packed = try GzipFile(descriptor: descriptor.number)
    } catch {
      throw refusal(error)
    }
  }

  /// Whether it is read unpacked.
  var isPacked: Bool { packed != nil }

  private func refusal(_ error: PackageError) -> ImportError {
    switch error {
    case .tooLarge(let reason): .refused(file: name, .tooLarge(line: nil, reason: reason))
    case .unsafe(let reason): .refused(file: name, .unsafe(line: nil, reason: reason))
    default: .refused(file: name, .corrupt(reason: error.message))
    }
  }

  /// Goes back to the first byte.
  func rewind() throws(ImportError) {
    guard packed == nil else { return try unpack() }
    guard lseek(descriptor.number, 0, SEEK_SET) == 0 else {
      throw .unreadable(file: name, SystemError(number: errno))
    }
  }

  /// Reads the next piece into `buffer`, in place of what is in it.
  /// - Returns: false at the end of the file.
  func read(into buffer: inout [UInt8]) throws(ImportError) -> Bool {
    if let packed {
      do throws(PackageError) {
        return try packed.read(into: &buffer)
      } catch {
        throw refusal(error)
      }
    }
    if buffer.count != SourceFile.pieceSize {
      buffer = [UInt8](repeating: 0, count: SourceFile.pieceSize)
    }
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { room in
        #if canImport(Glibc)
          unsafe Glibc.read(descriptor.number, room.baseAddress, room.count)
        #else
          unsafe Darwin.read(descriptor.number, room.baseAddress, room.count)
        #endif
      }
      if count > 0 {
        if count < buffer.count { buffer.removeLast(buffer.count - count) }
        return true
      }
      if count == 0 { return false }
      // A signal that asks to stop is noticed at the next safe point.
      guard errno == EINTR else { throw .unreadable(file: name, SystemError(number: errno)) }
    }
  }

  /// What sort of failure it is when a file can't be opened.
  static func kind(of error: SystemError) -> FailureKind {
    switch error.number {
    case ENOENT, ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG: .notFound
    case EACCES, EPERM: .notAllowed
    default: .readOrWrite
    }
  }

  /// A new file whose name is gone already.
  private static func unnamedFile(
    in folder: String, for name: String
  ) throws(ImportError) -> Descriptor {
    var template = Array("\(folder)/flash-import-XXXXXX".utf8CString)
    let number = unsafe mkstemp(&template)
    guard number >= 0 else { throw .cannotSpool(file: name, SystemError(number: errno)) }
    unsafe unlink(template)
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    return Descriptor(number: number)
  }
}
