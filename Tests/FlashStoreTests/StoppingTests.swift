import FlashModel
import FlashSQL
import FlashStore
import Testing

@Suite struct StoppingTests {
  /// Says yes from the `last`th question on.
  private func isStopped(after last: Int) -> () -> Bool {
    var count = 0
    return {
      count += 1
      return count > last
    }
  }

  @Test("a change that is stopped at any moment leaves everything as it was")
  func undone() throws {
    let fixture = try Fixture()
    let (_, cards) = try fixture.deck(cards: 60)
    let before = try fixture.store.cards()
    var stops = 0
    for last in 0..<4_000 {
      do {
        try fixture.store.stopping(when: isStopped(after: last)) {
          _ = try fixture.store.tagCards(cards, with: ["a"], at: monday)
        }
        break
      } catch StoreError.database(.interrupted) {
        stops += 1
        #expect(try fixture.store.cards() == before)
      }
    }
    #expect(stops > 5)
    #expect(try fixture.store.cards().allSatisfy { $0.subTopics == ["a"] })
    #expect(try fixture.store.check(by: rules, at: monday).findings == [])
  }

  @Test("an undo that is stopped is not made, and can be made later")
  func undo() throws {
    let fixture = try Fixture()
    let (_, cards) = try fixture.deck(cards: 200)
    try fixture.store.tagCards(cards, with: ["a"], at: monday)
    #expect(throws: StoreError.database(.interrupted)) {
      try fixture.store.stopping(when: self.isStopped(after: 3)) {
        _ = try fixture.store.undo(by: rules, at: monday)
      }
    }
    #expect(try fixture.store.cards().allSatisfy { $0.subTopics == ["a"] })
    _ = try fixture.store.undo(by: rules, at: monday)
    #expect(try fixture.store.cards().allSatisfy { $0.subTopics == [] })
  }

  @Test("what is done later is not stopped")
  func later() throws {
    let fixture = try Fixture()
    fixture.store.stopping(when: { true }) {}
    try fixture.deck(cards: 50)
    #expect(try fixture.store.cards().count == 50)
  }
}
