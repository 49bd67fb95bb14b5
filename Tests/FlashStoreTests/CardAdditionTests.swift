import FlashModel
import FlashStore
import Testing

@Suite struct CardAdditionTests {
  @Test("cards for several decks, new ones too, are one action")
  func severalDecks() throws {
    let fixture = try Fixture()
    let (deck, _) = try fixture.deck(cards: 1)
    let card = NewCard(front: "a", back: "b", subTopics: ["verbs"])
    let ids = try fixture.store.addCards(
      [
        DeckAddition(to: .existing(deck.id), [card, card]),
        DeckAddition(to: .new("New::X"), [card]),
      ],
      at: monday)
    #expect(ids.map(\.count) == [2, 1])
    #expect(try fixture.store.card(ids[1][0]).deckTitle == "New::X")
    #expect(try fixture.store.card(ids[0][1]).card.position == 2)
    #expect(try fixture.store.undo(by: rules, at: monday).label == "card add")
    #expect(try fixture.store.cards().count == 1)
    #expect(try fixture.store.decks().map(\.title) == ["Spanish"])
  }

  @Test("a deck that is there already is not made anew, and then no card is made")
  func taken() throws {
    let fixture = try Fixture()
    _ = try fixture.deck(cards: 1)
    #expect(throws: StoreError.exists(what: .deck, name: "Spanish")) {
      try fixture.store.addCards(
        [DeckAddition(to: .new(" Spanish "), [NewCard(front: "a", back: "b")])], at: monday)
    }
    #expect(try fixture.store.cards().count == 1)
  }

  @Test("known cards are told from unknown and removed ones")
  func known() throws {
    let fixture = try Fixture()
    let (_, ids) = try fixture.deck()
    let stranger: CardID = Identifier(high: 1, low: 1)
    try fixture.store.removeCards([ids[1]], at: monday)
    let asked = [ids[2], stranger, ids[1], ids[0]]
    #expect(try fixture.store.knownCards(asked) == [ids[2], ids[0]])
    #expect(try fixture.store.knownCards(asked, deleted: true) == [ids[1]])
    #expect(try fixture.store.knownCards(asked, deleted: nil) == [ids[2], ids[1], ids[0]])
  }

  @Test("cards are listed by what is asked for, without a value last", arguments: [false, true])
  func orders(isReversed: Bool) throws {
    let fixture = try Fixture()
    let store = fixture.store
    let deck = try store.addDeck(titled: "D", at: monday)
    let ids = try store.addCards(
      ["b", "A", "c"].map { NewCard(front: $0, back: "x") }, to: deck, at: monday)
    _ = try store.record(
      Answer(cardID: ids[0], rating: .again, ratedAt: monday), by: rules)
    _ = try store.record(
      Answer(cardID: ids[2], rating: .easy, ratedAt: monday.advanced(by: day)), by: rules)
    func fronts(_ order: CardOrder) throws -> String {
      var filter = CardFilter()
      filter.order = order
      filter.isReversed = isReversed
      return try store.cards(filter).map(\.card.front).joined()
    }
    #expect(try fronts(.position) == (isReversed ? "cAb" : "bAc"))
    #expect(try fronts(.added) == (isReversed ? "cAb" : "bAc"))
    #expect(try fronts(.front) == (isReversed ? "cbA" : "Abc"))
    #expect(try fronts(.due) == (isReversed ? "cbA" : "bcA"))
    #expect(try fronts(.stability) == (isReversed ? "cbA" : "bcA"))
    #expect(try fronts(.difficulty) == (isReversed ? "bcA" : "cbA"))
    #expect(try fronts(.updated) == (isReversed ? "cbA" : "Abc"))
  }
}
