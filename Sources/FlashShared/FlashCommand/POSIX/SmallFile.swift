#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Small files of the system that are read whole.
enum SmallFile {
  /// The bytes of a file; nil if it cannot be read or is larger than `limit`.
  static func bytes(of path: String, limit: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    do throws(SystemError) {
      let file = try Descriptor.open(path, .read)
      defer { file.close() }
      while try file.read(upTo: 16_384, into: &bytes) > 0 {
        guard bytes.count <= limit else { return nil }
      }
      return bytes
    } catch {
      return nil
    }
  }

  /// Where a symbolic link leads, as it is written; nil if it is none.
  static func target(of link: String) -> String? {
    var buffer = [CChar](repeating: 0, count: 4_096)
    let count = unsafe readlink(link, &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
