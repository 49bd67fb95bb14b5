#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Boundary: whole files in, bytes out, a clock.
enum ByteStream {
  struct Failure: Error {
    let code: Int32
  }

  static func contents(of file: String) throws -> [UInt8] {
    let descriptor = unsafe open(file, O_RDONLY)
    guard descriptor >= 0 else { throw Failure(code: errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = unsafe piece.withUnsafeMutableBytes { buffer in
        unsafe read(descriptor, buffer.baseAddress, buffer.count)
      }
      guard count >= 0 else { throw Failure(code: errno) }
      if count == 0 { return bytes }
      bytes.append(contentsOf: piece[..<count])
    }
  }

  static func send(_ bytes: [UInt8]) throws {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes[written...].withUnsafeBytes { buffer in
        unsafe write(1, buffer.baseAddress, buffer.count)
      }
      guard count > 0 else { throw Failure(code: errno) }
      written += count
    }
  }
}
