#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A folder of a test's own, removed with everything in it when the value goes away.
public final class TemporaryDirectory: Sendable {
  public let path: String

  public init() throws {
    var template = Array("/tmp/flash-test-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw POSIXFailure(code: errno) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { remove(path) }

  /// Whether something of that name is in the folder.
  public func exists(_ name: String) -> Bool { unsafe access("\(path)/\(name)", F_OK) == 0 }

  /// Writes a file, replacing what was there.
  @discardableResult
  public func write(_ bytes: [UInt8], to name: String) throws -> String {
    let file = "\(path)/\(name)"
    guard let stream = unsafe fopen(file, "we") else { throw POSIXFailure(code: errno) }
    let written = unsafe fwrite(bytes, 1, bytes.count, stream)
    guard unsafe fclose(stream) == 0, written == bytes.count else {
      throw POSIXFailure(code: errno)
    }
    return file
  }

  /// Writes a text file, replacing what was there.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }

  /// Makes a folder in the folder.
  public func makeFolder(_ name: String) throws {
    guard unsafe mkdir("\(path)/\(name)", 0o700) == 0 else { throw POSIXFailure(code: errno) }
  }

  /// What lies in a folder of the folder, sorted.
  public func names(in name: String) throws -> [String] {
    guard let folder = unsafe opendir("\(path)/\(name)") else { throw POSIXFailure(code: errno) }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        unsafe String(decoding: unsafe bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Makes a symbolic link in the folder.
  public func link(_ name: String, to target: String) throws {
    guard unsafe symlink(target, "\(path)/\(name)") == 0 else { throw POSIXFailure(code: errno) }
  }

  /// The bytes of a file in the folder.
  public func read(_ name: String) throws -> [UInt8] {
    guard let stream = unsafe fopen("\(path)/\(name)", "re") else {
      throw POSIXFailure(code: errno)
    }
    defer { unsafe fclose(stream) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe fread(&chunk, 1, chunk.count, stream)
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
  }

  private func remove(_ path: String) {
    if let folder = unsafe opendir(path) {
      while let entry = unsafe readdir(folder) {
        let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
          unsafe String(decoding: unsafe bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        if name != ".", name != ".." {
          var status = stat()
          let inner = "\(path)/\(name)"
          if unsafe lstat(inner, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            remove(inner)
          } else {
            unsafe unlink(inner)
          }
        }
      }
      unsafe closedir(folder)
    }
    unsafe rmdir(path)
  }
}

/// A system call of a test's own that failed.
public struct POSIXFailure: Error {
  public let code: Int32
}
