// Boundary to what the dispatcher asks of the system besides starting programs.
#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import FlashCommand

/// Files, folders and variables as the dispatcher needs them.
enum System {
  /// What stands at a path, links followed.
  enum Kind {
    case folder
    /// `canRun` says whether this process may execute it.
    case file(canRun: Bool)
    case other
  }

  /// The path of the program that this process runs, links resolved; nil if the system keeps it to
  /// itself.
  static var executable: String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    #if canImport(Glibc)
      let length = unsafe buffer.withUnsafeMutableBytes { bytes -> Int in
        guard let start = bytes.baseAddress else { return -1 }
        return unsafe readlink("/proc/self/exe", start, bytes.count)
      }
      guard length > 0 else { return nil }
      return String(decoding: buffer[..<length], as: UTF8.self)
    #else
      var size = UInt32(buffer.count)
      let result = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe _NSGetExecutablePath(bytes.baseAddress, &size)
      }
      guard result == 0 else { return nil }
      return absolute(String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self))
    #endif
  }

  /// What stands at `path`; nil if nothing does.
  static func kind(of path: String) -> Kind? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .folder
    case S_IFREG: return .file(canRun: unsafe access(path, X_OK) == 0)
    default: return .other
    }
  }

  /// `path` from the root on, links resolved; `path` itself if it does not exist.
  static func absolute(_ path: String) -> String {
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// The names in the folder at `path`, in no order; none if it cannot be read.
  static func names(in path: String) -> [String] {
    guard let folder = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      names.append(
        unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
          unsafe String(cString: UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
        })
    }
    return names
  }

  static func changeFolder(to path: String) throws(SystemError) {
    guard unsafe chdir(path) == 0 else { throw SystemError(number: errno) }
  }

  /// Sets the variable `name`, or takes it away, for this process and those it becomes or starts.
  static func setVariable(_ name: String, to value: String?) {
    if let value { unsafe setenv(name, value, 1) } else { unsafe unsetenv(name) }
  }
}

extension SystemError {
  static let notPermitted = SystemError(number: EACCES)
}
