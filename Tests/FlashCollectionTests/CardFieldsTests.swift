import FlashCollection
import FlashCommand
import FlashModel
import FlashScheduler
import FlashStore
import FlashTestSupport
import Testing

@Suite struct CardFieldsTests {
  @Test("the fields of a card are those that scripts may rely on, in their order")
  func names() {
    #expect(
      CardRow.fields.specifications.map(\.name) == [
        "id", "deck_id", "deck", "position", "front", "back", "kind", "hint", "sub_topics",
        "state", "step", "stability", "difficulty", "retrievability", "due_at", "due_day",
        "last_reviewed_at", "reps", "lapses", "suspended", "buried_until", "flag", "leech",
        "note_id", "note_ord", "source_key", "updated_at",
      ])
  }

  @Test("retrievability falls with the days since the review, and a new card has none")
  func figures() throws {
    let folder = try TemporaryDirectory()
    let context = context(folder)
    let store = try context.openStore(for: .writing)
    let deck = try store.addDeck(titled: "Spanish", at: monday)
    let ids = try store.addCards(
      [NewCard(front: "hola", back: "hello"), NewCard(front: "sol", back: "sun")], to: deck,
      at: monday)
    let rules = try context.studyRules(store)
    let answer = try store.record(
      Answer(cardID: ids[0], rating: .easy, ratedAt: monday), by: rules)
    func rows(at now: Timestamp) throws -> [CardRow] {
      let figures = try CardFigures(store, by: rules, at: now)
      return try store.cards().map(figures.row)
    }
    let due = try #require(answer.after.due)
    let first = try rows(at: monday)
    #expect(first[0].retrievability == 1)
    #expect(first[0].dueDay == rules.calendar.day(of: due).date)
    #expect(first[1].retrievability == nil)
    #expect(first[1].dueDay == nil)
    let stability = try #require(answer.after.memory?.stability)
    let later = monday.advanced(by: Int64(stability.rounded()) * 86_400_000)
    let then = try #require(try rows(at: later)[0].retrievability)
    #expect(abs(then - 0.9) < 0.01)
  }
}
