import FlashCommand
import FlashModel
import Synchronization

/// A clock for tests: a file whose number, in milliseconds since 1970, is the time.
final class TestClock: Sendable {
  private let path: String
  private let last: Mutex<Timestamp>

  /// - Throws: ``ServeError/cannotReadClock(path:)``.
  init(path: String) throws(ServeError) {
    guard let first = TestClock.read(path) else { throw .cannotReadClock(path: path) }
    self.path = path
    last = Mutex(first)
  }

  /// What the file says; while it is being written, what it last said.
  var now: Timestamp {
    let read = TestClock.read(path)
    return last.withLock {
      if let read { $0 = read }
      return $0
    }
  }

  private static func read(_ path: String) -> Timestamp? {
    var bytes: [UInt8] = []
    // A file that cannot be read says nothing.
    guard let file = try? Descriptor.open(path, .read) else { return nil }
    defer { file.close() }
    guard (try? file.read(upTo: 32, into: &bytes)) != nil else { return nil }
    let text = String(decoding: bytes.filter { $0 > 0x20 }, as: UTF8.self)
    return Int64(text).map { Timestamp(milliseconds: $0) }
  }
}
