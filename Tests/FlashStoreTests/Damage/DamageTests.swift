import FlashModel
import FlashSQL
import FlashStore
import FlashTestSupport
import Testing

@Suite struct DamageTests {
  /// A collection with a bit of everything, as bytes, its log folded in.
  private func image() throws -> [UInt8] {
    let fixture = try Fixture()
    let (_, cards) = try fixture.deck(cards: 40)
    try fixture.store.tagCards(cards, with: ["a", "b"], at: monday)
    for (number, id) in cards.enumerated() {
      let answer = Answer(
        cardID: id, rating: Rating.allCases[number % 4], ratedAt: monday.advanced(by: Int64(number))
      )
      _ = try fixture.store.record(answer, by: rules)
    }
    fixture.store.close()
    return try fixture.folder.read("collection.db")
  }

  /// Does what commands do: reads everything, and writes of each kind.
  private func use(_ path: String) throws {
    let reader = try Store(
      path: path, for: .reading, at: monday, random: SystemRandomNumberGenerator())
    _ = try reader.cards()
    _ = try reader.deckSummaries(by: rules, at: monday)
    _ = try reader.reduceReviewFacts(into: 0) { count, _ in count += 1 }
    let store = try Store(path: path, for: .writing, at: monday, random: SeededRandom(seed: 5))
    guard let deck = try store.decks().first else { return }
    let id = try store.addCards([NewCard(front: "f", back: "b")], to: deck, at: monday)[0]
    _ = try store.record(Answer(cardID: id, rating: .good, ratedAt: monday), by: rules)
    _ = try store.undo(by: rules, at: monday)
    try store.tagCards([id], with: ["c"], at: monday)
  }

  @Test("what is refused at the door is left as it was", arguments: [0, 17, 100, 4_095])
  func refusedUntouched(length: Int) throws {
    let image = Array(try image().prefix(length))
    let folder = try TemporaryDirectory()
    let path = try folder.write(image, to: "cut.db")
    do {
      try use(path)
      // Nothing at all is an empty collection.
      #expect(length == 0)
    } catch is StoreError {
      #expect(try folder.read("cut.db") == image)
      #expect(!folder.exists("cut.db-lock"))
    }
  }
}
