import FlashPackages
import FlashTestSupport
import Testing

@Suite struct FreeNumbersTests {
  @Test("each number is given once, and is the least free one from what was asked for on")
  func least() {
    var random = SeededRandom(seed: 3)
    for _ in 0..<50 {
      var numbers = FreeNumbers()
      var given: Set<Int64> = []
      for _ in 0..<200 {
        let wanted = Int64.random(in: 0..<120, using: &random)
        var expected = wanted
        while given.contains(expected) { expected += 1 }
        #expect(numbers.take(wanted) == expected)
        given.insert(expected)
      }
    }
  }

  @Test("a hundred thousand cards of one moment take no longer than others")
  func sameMoment() {
    var numbers = FreeNumbers()
    for number in 0..<100_000 as Range<Int64> { #expect(numbers.take(7) == 7 + number) }
  }
}
