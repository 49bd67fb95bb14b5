// Boundary to the C library's environment.
#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The environment of the process.
@safe enum ProcessEnvironment {
  /// A copy of the value of `name`, or nil.
  static func value(of name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// A copy of all variables.
  static var all: [String: String] {
    #if canImport(Glibc)
      var entry = unsafe environ
    #else
      var entry = unsafe _NSGetEnviron().pointee
    #endif
    var variables: [String: String] = [:]
    while let text = unsafe entry.pointee {
      let pair = unsafe String(cString: text)
      if let equals = pair.utf8.firstIndex(of: UInt8(ascii: "=")) {
        variables[String(pair[..<equals])] = String(pair[pair.utf8.index(after: equals)...])
      }
      unsafe entry += 1
    }
    return variables
  }
}
