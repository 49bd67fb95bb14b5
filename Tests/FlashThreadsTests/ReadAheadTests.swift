import FlashThreads
import Synchronization
import Testing

@Suite struct ReadAheadTests {
  private struct Failure: Error {}

  @Test("pieces come in the order in which they are made, then the end, again and again")
  func order() throws {
    var number = 0
    let ahead = ReadAhead<Int>(depth: 3) {
      number += 1
      return number <= 1_000 ? number : nil
    }
    var taken: [Int] = []
    while let piece = try ahead.next() { taken.append(piece) }
    #expect(taken == Array(1...1_000))
    #expect(try ahead.next() == nil)
  }

  @Test("what goes wrong comes after the pieces before it")
  func failure() throws {
    var number = 0
    let ahead = ReadAhead<Int> {
      number += 1
      guard number < 3 else { throw Failure() }
      return number
    }
    #expect(try ahead.next() == 1)
    #expect(try ahead.next() == 2)
    #expect(throws: Failure.self) { try ahead.next() }
  }

  @Test("no more pieces are made than may wait, and one that waits for room")
  func depth() throws {
    let made = Atomic(0)
    let ahead = ReadAhead<Int>(depth: 2) { made.add(1, ordering: .relaxed).newValue }
    for expected in 1...50 {
      #expect(try ahead.next() == expected)
      #expect(made.load(ordering: .relaxed) <= expected + 3)
    }
    ahead.stop()
    #expect(made.load(ordering: .relaxed) <= 53)
  }

  @Test("one that nobody asks any more ends")
  func stopping() {
    let ended = Mutex(false)
    final class Ending {
      let body: () -> Void
      init(_ body: @escaping () -> Void) { self.body = body }
      deinit { body() }
    }
    do {
      let ending = Ending { ended.withLock { $0 = true } }
      let ahead = ReadAhead<Int> { withExtendedLifetime(ending) { 1 } }
      ahead.stop()
    }
    #expect(ended.withLock { $0 })
  }
}
