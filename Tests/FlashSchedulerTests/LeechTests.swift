import FlashScheduler
import Testing

@Suite struct LeechTests {
  @Test(
    "a leech is told at the threshold and at every half threshold after it",
    arguments: [
      (8, [8, 12, 16, 20]), (5, [5, 8, 11, 14, 17, 20]), (1, Array(1...20)),
    ] as [(Int, [Int])])
  func reached(threshold: Int, expected: [Int]) {
    #expect((0...20).filter { Leech.isReached(lapses: $0, threshold: threshold) } == expected)
  }

  @Test("from the threshold on a card is a leech")
  func isLeech() {
    #expect(!Leech.isLeech(lapses: 7, threshold: 8))
    #expect(Leech.isLeech(lapses: 9, threshold: 8))
  }
}
