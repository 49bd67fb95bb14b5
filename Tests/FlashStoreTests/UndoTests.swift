import FlashModel
import FlashStore
import Testing

@Suite struct UndoTests {
  @Test("each action is one step back, newest first, in any process")
  func steps() throws {
    let fixture = try Fixture()
    let (deck, cards) = try fixture.deck()
    let store = fixture.store
    var edit = CardEdit()
    edit.front = "changed"
    try store.editCards([cards[0]], edit, at: monday)
    try store.tagCards(cards, with: ["a", "b"], at: monday)
    try store.removeCards([cards[1]], at: monday)
    let other = try store.addDeck(titled: "Other", at: monday)
    try store.moveCards([cards[2]], to: other, at: monday)
    store.close()
    let again = try fixture.reopened(for: .writing)
    func undone() throws -> String { try again.undo(by: rules, at: monday).label }
    #expect(try undone() == "card move 'Other'")
    #expect(try again.card(cards[2]).deckTitle == "Spanish")
    #expect(try again.card(cards[2]).subTopics == ["a", "b"])
    #expect(try undone() == "deck add 'Other'")
    #expect(try undone() == "card rm")
    #expect(try again.cards().map(\.card.id) == cards)
    #expect(try undone() == "card tag")
    #expect(try again.cards().map(\.subTopics) == [[], [], []])
    #expect(try undone() == "card edit")
    #expect(try again.card(cards[0]).card.front == "front 0")
    #expect(try undone() == "card add")
    #expect(try again.cards() == [])
    #expect(try undone() == "deck add 'Spanish'")
    #expect(try again.decks() == [])
    #expect(throws: StoreError.nothingToUndo) { try again.undo(by: rules, at: monday) }
    _ = deck
  }

  @Test("an edit and its undo both move the clock forward")
  func clocks() throws {
    let fixture = try Fixture()
    let (_, cards) = try fixture.deck()
    var edit = CardEdit()
    edit.flag = 3
    let before = try fixture.store.card(cards[0]).card.contentUpdatedAt
    try fixture.store.editCards([cards[0]], edit, at: monday)
    let edited = try fixture.store.card(cards[0]).card
    _ = try fixture.store.undo(by: rules, at: monday)
    let after = try fixture.store.card(cards[0]).card
    #expect(before < edited.contentUpdatedAt)
    #expect(edited.contentUpdatedAt < after.contentUpdatedAt)
    #expect(after.flag == 0)
  }

  @Test("setting what is set already is no action")
  func noChange() throws {
    let fixture = try Fixture()
    let (_, cards) = try fixture.deck()
    var edit = CardEdit()
    edit.isSuspended = false
    #expect(try fixture.store.editCards(cards, edit, label: "card unsuspend", at: monday) == 0)
    #expect(try fixture.store.undo(by: rules, at: monday).label == "card add")
  }

  @Test("what can be undone is listed in the order in which it would be")
  func list() throws {
    let fixture = try Fixture()
    let store = fixture.store
    let (_, cards) = try fixture.deck()
    _ = try store.record(Answer(cardID: cards[1], rating: .good, ratedAt: monday), by: rules)
    try store.removeCards([cards[0]], at: monday)
    _ = try store.record(Answer(cardID: cards[2], rating: .again, ratedAt: monday), by: rules)
    let listed = try store.undoableActions()
    #expect(
      listed.map(\.label) == ["answer", "card rm", "answer", "card add", "deck add 'Spanish'"])
    #expect(listed.map(\.cardID) == [cards[2], nil, cards[1], nil, nil])
    #expect(try store.undoableActions(limit: 2).map(\.label) == ["answer", "card rm"])
    for expected in listed {
      let undone = try store.undo(by: rules, at: monday)
      #expect(undone.label == expected.label)
      #expect(undone.cardID == expected.cardID)
    }
    #expect(try store.undoableActions() == [])
  }
}
