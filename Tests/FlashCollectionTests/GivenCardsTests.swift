import FlashCollection
import FlashCommand
import FlashModel
import FlashTestSupport
import Testing

@Suite struct GivenCardsTests {
  private let one = "01960000-0000-7000-8000-000000000001"
  private let two = "01960000-0000-7000-8000-000000000002"

  private func given(
    _ operands: [String], input: String = "", endsInNull: Bool = false
  ) throws -> GivenCards {
    var context = context(try TemporaryDirectory(), input: input)
    context.common.endsInNull = endsInNull
    return try context.cards(named: operands)
  }

  @Test("ids come from operands, each once, in the order given")
  func operands() throws {
    let cards = try given([two, one, two.uppercased()])
    #expect(cards.ids.map(\.description) == [two, one])
    #expect(cards.faults == [])
  }

  @Test(
    "of each line of standard input the first word, or the id of an object, is taken",
    arguments: [
      "ONE\nTWO\n", "ONE\tfront\tback\r\n\n  TWO  front of it", "ONE x {\nTWO",
      #"{"id":"ONE","deck":"x"}"# + "\n" + #"{"card_id":"TWO","id":"no"}"# + "\n",
    ])
  func lines(pattern: String) throws {
    let text = pattern.split(separator: "ONE", omittingEmptySubsequences: false)
      .joined(separator: one).split(separator: "TWO", omittingEmptySubsequences: false)
      .joined(separator: two)
    let cards = try given(["-"], input: text)
    #expect(cards.ids.map(\.description) == [one, two])
    #expect(cards.faults == [])
  }

  @Test("with -0 lines end in NUL")
  func null() throws {
    let cards = try given(["-"], input: "\(one)\0\(two)\0", endsInNull: true)
    #expect(cards.ids.map(\.description) == [one, two])
  }

  @Test("what is no id is told with its line, and the others count")
  func faults() throws {
    let input = "nonsense\n\(one)\n{\"id\":7}\n{broken\n"
    let cards = try given(["x", "-"], input: input)
    #expect(cards.ids.map(\.description) == [one])
    #expect(
      cards.faults == [
        .notAnID("x", line: nil), .notAnID("nonsense", line: 1), .noIDInObject(line: 3),
        .notJSON(line: 4, reason: "malformed JSON at byte 1: a string expected"),
      ])
  }

  @Test("no operand at all is wrong usage; an empty standard input is no card")
  func none() throws {
    #expect(throws: CollectionError.noCards) { try given([]) }
    #expect(try given(["-"]).ids == [])
  }
}
