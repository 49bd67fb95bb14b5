import FlashModel
import FlashScheduler
import FlashStore
import FlashTestSupport
import Testing

@Suite struct OptionSettingTests {
  private func options(_ retention: Double) -> StudyOptions {
    var options = StudyOptions()
    options.desiredRetention = retention
    return options
  }

  private func schedules(_ store: Store) throws -> [CardID: Scheduling] {
    Dictionary(
      uniqueKeysWithValues: try store.cards().map { ($0.card.id, $0.card.scheduling) })
  }

  /// A collection whose first card was answered apart on two devices, and its second on one.
  private func diverged() throws -> (fixture: Fixture, deck: Deck, cards: [CardID]) {
    let fixture = try Fixture()
    let (deck, cards) = try fixture.deck(cards: 2)
    let other = try Fixture(seed: 2)
    for card in cards {
      _ = try fixture.store.record(
        Answer(cardID: card, rating: .easy, ratedAt: monday), by: rules)
    }
    try copy(fixture.store, into: other.store)
    for (store, hours) in [(fixture.store, 1), (other.store, 5)] {
      let moment = monday.advanced(by: 9 * day + Int64(hours) * 3_600_000)
      _ = try store.record(Answer(cardID: cards[0], rating: .good, ratedAt: moment), by: rules)
    }
    try copy(other.store, into: fixture.store)
    return (fixture, deck, cards)
  }

  @Test("the default options are a step of undo, and of redo")
  func defaults() throws {
    let fixture = try Fixture()
    let store = fixture.store
    try fixture.deck(cards: 1)
    #expect(try store.setDefaultOptions(options(0.8), by: rules, at: monday))
    #expect(try !store.setDefaultOptions(options(0.8), by: rules, at: monday))
    #expect(try store.setDefaultOptions(options(0.95), by: rules, at: monday))
    var seen: [StudyOptions] = []
    for _ in 0..<2 {
      #expect(try store.undo(by: rules, at: monday).label == "deck options --default")
      seen.append(try store.defaultOptions())
    }
    #expect(seen == [options(0.8), StudyOptions()])
    #expect(try store.setting("study.options") == nil)
    #expect(try store.undoableActions().map(\.label) == ["card add", "deck add 'Spanish'"])
    for _ in 0..<2 { _ = try store.redo(by: rules, at: monday) }
    #expect(try store.defaultOptions() == options(0.95))
    #expect(try store.check(by: rules, at: .distantFuture).findings == [])
  }

  @Test(
    "options change the schedule of a card that was answered apart, and undo changes it back",
    arguments: [true, false])
  func refolds(isDefault: Bool) throws {
    let (fixture, deck, cards) = try diverged()
    let store = fixture.store
    let before = try schedules(store)
    #expect(try store.check(by: rules, at: .distantFuture).findings == [])
    if isDefault {
      try store.setDefaultOptions(options(0.75), by: rules, at: monday)
    } else {
      _ = try store.setOptions(options(0.75), of: deck, by: rules, at: monday)
    }
    let after = try schedules(store)
    let (old, new) = (before[cards[0]]?.due, after[cards[0]]?.due)
    #expect(try #require(new) > #require(old))
    #expect(after[cards[0]]?.memory == before[cards[0]]?.memory)
    #expect(after[cards[1]] == before[cards[1]])
    // What the log leads to under the new options.
    #expect(try store.check(by: rules, at: .distantFuture).findings == [])
    _ = try store.undo(by: rules, at: monday)
    #expect(try schedules(store) == before)
    _ = try store.redo(by: rules, at: monday)
    #expect(try schedules(store) == after)
    #expect(try store.check(by: rules, at: .distantFuture).findings == [])
  }
}
