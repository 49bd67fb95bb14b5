import FlashModel
import FlashStore
import Testing

@Suite struct DeckCopyingTests {
  @Test("a copy has the cards, sub-topics and links under new ids, and none of the schedules")
  func copies() throws {
    let fixture = try Fixture()
    let store = fixture.store
    var edit = DeckEdit()
    edit.description = "words"
    edit.accentColor = "moss"
    edit.mode = .basic
    let deck = try store.addDeck(titled: "Lang::Spanish", edit, at: monday)
    let note = store.newNoteID(at: monday)
    let ids = try store.addCards(
      [
        NewCard(front: "a", back: "b", hint: "h", noteID: note, noteOrd: 0, subTopics: ["x", "y"]),
        NewCard(front: "b", back: "a", noteID: note, noteOrd: 1, subTopics: ["y"]),
        NewCard(front: "c", back: "d"),
      ], to: deck, at: monday)
    _ = try store.record(Answer(cardID: ids[0], rating: .good, ratedAt: monday), by: rules)
    try store.removeCards([ids[2]], at: monday)
    let copy = try store.duplicateDeck(deck, at: monday)
    #expect(copy.title == "Lang::Spanish (copy)")
    #expect(copy.description == "words")
    #expect(copy.accentColor == "moss")
    #expect(copy.mode == .basic)
    #expect(copy.topicID == deck.topicID)
    var filter = CardFilter()
    filter.decks = [copy.id]
    let cards = try store.cards(filter)
    #expect(cards.map(\.card.front) == ["a", "b"])
    #expect(cards.map(\.card.hint) == ["h", nil])
    #expect(cards.map(\.card.position) == [0, 1])
    #expect(cards.map(\.card.scheduling) == [.new, .new])
    #expect(cards.map(\.subTopics) == [["x", "y"], ["y"]])
    #expect(Set(cards.map(\.card.id)).isDisjoint(with: ids))
    #expect(Set(cards.map(\.card.noteID)).count == 1)
    #expect(cards[0].card.noteID != note)
    #expect(try store.undo(by: rules, at: monday).label == "deck duplicate 'Lang::Spanish'")
    #expect(try store.decks().map(\.title) == ["Lang::Spanish"])
    #expect(try store.cards().count == 2)
  }

  @Test("a second copy gets a number, a title that is taken is refused")
  func titles() throws {
    let fixture = try Fixture()
    let (deck, _) = try fixture.deck(cards: 1)
    func copy(_ title: String? = nil) throws -> String {
      try fixture.store.duplicateDeck(deck, titled: title, at: monday).title
    }
    #expect(try copy() == "Spanish (copy)")
    #expect(try copy() == "Spanish (copy 2)")
    #expect(try copy("Other") == "Other")
    #expect(throws: StoreError.exists(what: .deck, name: "Other")) { try copy("Other") }
  }
}
