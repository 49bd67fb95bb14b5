#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file of mode 0600 that another program is to change.
struct TemporaryFile {
  let path: String

  /// Makes a file with a name of its own that ends in `suffix`.
  /// - Throws: ``StreamError/writing(stream:_:)``.
  init(holding bytes: [UInt8], in folder: String, suffix: String) throws(StreamError) {
    var template = Array("\(folder)/flash-XXXXXX\(suffix)".utf8CString)
    let number = unsafe mkstemps(&template, Int32(suffix.utf8.count))
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard number >= 0 else { throw .writing(stream: path, .last) }
    let file = Descriptor(number: number)
    defer { file.close() }
    self.path = path
    do throws(SystemError) {
      try file.write(bytes)
    } catch {
      unsafe unlink(path)
      throw .writing(stream: path, error)
    }
  }

  /// What the file holds now, also if the editor has put another file in its place.
  /// - Throws: ``StreamError/reading(stream:_:)``.
  func bytes() throws(StreamError) -> [UInt8] {
    do throws(SystemError) {
      return try FileContents.bytes(of: path) ?? []
    } catch {
      throw .reading(stream: path, error)
    }
  }

  func remove() { unsafe unlink(path) }
}
