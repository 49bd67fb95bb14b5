import FlashSQL
import FlashTestSupport
import Testing

@Suite struct FileLockTests {
  @Test("two holders exclude each other, and release hands over")
  func exclusion() throws {
    let folder = try TemporaryDirectory()
    let first = try FileLock(path: folder.path + "/lock")
    let second = try FileLock(path: folder.path + "/lock")
    #expect(first.acquire(tries: 1))
    #expect(!second.acquire(tries: 3))
    first.release()
    #expect(second.acquire(tries: 1))
  }
}
