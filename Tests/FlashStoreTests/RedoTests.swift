import FlashModel
import FlashStore
import FlashTestSupport
import Testing

@Suite struct RedoTests {
  /// Everything that a collection shows.
  private func picture(_ store: Store) throws -> [String] {
    try store.cards().map {
      "\($0.deckTitle) \($0.card.front) \($0.card.flag) \($0.subTopics) \($0.card.scheduling)"
    } + store.decks().map(\.title)
  }

  @Test("undo and redo go back and forth over all that was done, also across processes")
  func backAndForth() throws {
    let fixture = try Fixture()
    var store = fixture.store
    let (_, cards) = try fixture.deck()
    var pictures = [try picture(store)]
    var edit = CardEdit()
    edit.flag = 4
    let steps: [(Store) throws -> Void] = [
      { _ = try $0.record(Answer(cardID: cards[0], rating: .good, ratedAt: monday), by: rules) },
      { try $0.editCards(cards, edit, at: monday) },
      { try $0.tagCards(cards, with: ["a", "b"], at: monday) },
      { _ = try $0.record(Answer(cardID: cards[0], rating: .again, ratedAt: monday), by: rules) },
      { try $0.resetCards([cards[0]], at: monday) },
      { try $0.moveCards([cards[2]], to: $0.addDeck(titled: "Other", at: monday), at: monday) },
      { try $0.removeCards([cards[1]], at: monday) },
    ]
    for step in steps {
      try step(store)
      pictures.append(try picture(store))
    }
    // "deck add" is a step of its own.
    let count = steps.count + 1
    for round: UInt64 in 0..<3 {
      store = try fixture.reopened(for: .writing, seed: 100 + round)
      for _ in 0..<count { _ = try store.undo(by: rules, at: monday) }
      #expect(try picture(store) == pictures.first)
      #expect(try store.redoableActions().count == count)
      store = try fixture.reopened(for: .writing, seed: 200 + round)
      for _ in 0..<count { _ = try store.redo(by: rules, at: monday) }
      #expect(try picture(store) == pictures.last)
      #expect(throws: StoreError.nothingToRedo) { try store.redo(by: rules, at: monday) }
    }
    #expect(try store.check(by: rules, at: monday).findings == [])
  }

  @Test("an answer that was redone is undone again, and counts once")
  func answers() throws {
    let fixture = try Fixture()
    let (_, cards) = try fixture.deck()
    let store = fixture.store
    let given = try store.record(
      Answer(cardID: cards[1], rating: .good, ratedAt: monday), by: rules)
    for _ in 0..<3 {
      let undone = try store.undo(by: rules, at: monday)
      #expect(undone.reviewID == given.reviewID)
      #expect(try store.card(cards[1]).card.scheduling == .new)
      #expect(try store.reviewCount(since: monday) == 0)
      #expect(try store.lastRating(of: cards[1]) == nil)
      let redone = try store.redo(by: rules, at: monday)
      #expect(redone.label == "answer")
      #expect(redone.cardID == cards[1])
      #expect(redone.reviewID == given.reviewID)
      #expect(try store.card(cards[1]).card.scheduling == given.after)
      #expect(try store.reviewCount(since: monday) == 1)
      #expect(try store.lastRating(of: cards[1]) == .good)
    }
  }

  @Test("something new leaves nothing to redo", arguments: [true, false])
  func cleared(byAnswer: Bool) throws {
    let fixture = try Fixture()
    let (_, cards) = try fixture.deck()
    let store = fixture.store
    try store.tagCards([cards[0]], with: ["a"], at: monday)
    _ = try store.undo(by: rules, at: monday)
    if byAnswer {
      _ = try store.record(Answer(cardID: cards[1], rating: .good, ratedAt: monday), by: rules)
    } else {
      try store.tagCards([cards[0]], with: ["b"], at: monday)
    }
    #expect(throws: StoreError.nothingToRedo) { try store.redo(by: rules, at: monday) }
    #expect(try store.redoableActions() == [])
  }

  @Test("an import is one step back and one step forth, and takes as little as it did")
  func imports() throws {
    let fixture = try Fixture()
    let store = fixture.store
    _ = try store.importCards(ImportRequest("import deck.csv"), at: monday) { cards in
      let deck = try cards.deck(path: "Big")
      for number in 0..<3_000 {
        let front = Array("front \(number)".utf8)
        try cards.add(
          ImportRow(front: front[...], back: front[...], deck: deck, subTopics: ["t\(number % 3)"]))
      }
    }
    let all = try store.cards()
    #expect(try store.undo(by: rules, at: monday).changes == 3_000 + 3_000 + 3 + 1)
    #expect(try store.cards() == [])
    #expect(try store.redo(by: rules, at: monday).changes == 3_000 + 3_000 + 3 + 1)
    #expect(try store.cards().map(\.card.id) == all.map(\.card.id))
    #expect(try store.cards().map(\.subTopics) == all.map(\.subTopics))
  }

  @Test("what can be redone is listed in the order in which it would be")
  func list() throws {
    let fixture = try Fixture()
    let (_, cards) = try fixture.deck()
    let store = fixture.store
    try store.tagCards([cards[0]], with: ["a"], at: monday)
    _ = try store.record(Answer(cardID: cards[1], rating: .good, ratedAt: monday), by: rules)
    for _ in 0..<3 { _ = try store.undo(by: rules, at: monday.advanced(by: day)) }
    let listed = try store.redoableActions()
    #expect(listed.map(\.label) == ["card add", "card tag", "answer"])
    #expect(listed.map(\.cardID) == [nil, nil, cards[1]])
    #expect(listed.map(\.at) == [monday, monday, monday])
  }
}
