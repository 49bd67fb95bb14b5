import Testing

@testable import FlashModel
@testable import FlashScheduler

@Suite struct StepsTests {
  @Test(
    "Hard on the first step waits between Again and Good, by whole days past one of them",
    arguments: [
      ([600], .product, 900), ([259_200], .product, 4 * 86_400), ([86_400], .product, 2 * 86_400),
      ([259_200], .reference, 388_800), ([60, 600], .product, 330), ([60, 600], .reference, 330),
      ([600, 432_000], .product, 3 * 86_400), ([600, 432_000], .reference, 216_300),
    ] as [([Int], SchedulingRules, Int64)])
  func hard(seconds: [Int], rules: SchedulingRules, wait: Int64) throws {
    let next = try Steps(seconds).next(after: .hard, from: 0, rules: rules)
    #expect(next?.step == 0 && next?.milliseconds == wait * 1_000)
  }

  @Test("Good goes on and leaves after the last step, Easy leaves at once, Again starts over")
  func others() throws {
    let steps = try Steps([60, 600])
    #expect(steps.next(after: .good, from: 0, rules: .product)?.milliseconds == 600_000)
    #expect(steps.next(after: .good, from: 1, rules: .product) == nil)
    #expect(steps.next(after: .easy, from: 0, rules: .product) == nil)
    #expect(steps.next(after: .hard, from: 1, rules: .product)?.milliseconds == 600_000)
    #expect(steps.next(after: .again, from: 1, rules: .product)?.step == 0)
  }

  @Test("past the last step, which steps cut short meanwhile leave, only Again finds one")
  func cutShort() throws {
    let steps = try Steps([60])
    #expect(steps.next(after: .hard, from: 3, rules: .product) == nil)
    #expect(steps.next(after: .good, from: -1, rules: .product) == nil)
    #expect(steps.next(after: .again, from: 3, rules: .product)?.milliseconds == 60_000)
    #expect(try Steps([]).next(after: .again, from: 0, rules: .product) == nil)
  }

  @Test("a step is from a second to a year, and there are ten at most")
  func refused() {
    for seconds in [[0], [-5], [31_536_001], Array(repeating: 60, count: 11)] {
      #expect(throws: SchedulerError.steps(seconds)) { try Steps(seconds) }
    }
  }
}
