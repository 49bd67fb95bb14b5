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
}
