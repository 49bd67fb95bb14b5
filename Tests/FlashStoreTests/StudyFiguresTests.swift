import FlashModel
import FlashScheduler
import FlashStore
import Testing

@Suite struct StudyFiguresTests {
  private func answer(
    _ fixture: Fixture, _ card: CardID, _ rating: Rating, at moment: Timestamp = monday
  ) throws -> RecordedAnswer {
    try fixture.store.record(Answer(cardID: card, rating: rating, ratedAt: moment), by: rules)
  }

  @Test("live cards are counted by state, and the suspended ones among them")
  func states() throws {
    let fixture = try Fixture()
    let (deck, cards) = try fixture.deck(cards: 6)
    _ = try answer(fixture, cards[0], .again)
    _ = try answer(fixture, cards[1], .easy)
    _ = try answer(fixture, cards[2], .easy)
    _ = try answer(fixture, cards[2], .again, at: monday.advanced(by: day))
    var edit = CardEdit()
    edit.isSuspended = true
    try fixture.store.editCards([cards[3]], edit, at: monday)
    try fixture.store.removeCards([cards[4]], at: monday)
    var expected = StateCounts()
    expected.new = 2
    expected.learning = 1
    expected.review = 1
    expected.relearning = 1
    expected.suspended = 1
    #expect(try fixture.store.stateCounts(of: [deck]) == expected)
    #expect(try fixture.store.stateCounts(of: []).total == 0)
  }

  @Test("reviews that were taken back are neither counted nor a card's last rating")
  func reviews() throws {
    let fixture = try Fixture()
    let (_, cards) = try fixture.deck()
    #expect(try fixture.store.lastRating(of: cards[0]) == nil)
    _ = try answer(fixture, cards[0], .hard)
    _ = try answer(fixture, cards[0], .good, at: monday.advanced(by: 60_000))
    _ = try answer(fixture, cards[1], .easy, at: monday.advanced(by: 61_000))
    #expect(try fixture.store.reviewCount(since: monday) == 3)
    #expect(try fixture.store.reviewCount(since: monday.advanced(by: 1)) == 2)
    #expect(try fixture.store.lastRating(of: cards[0]) == .good)
    let now = monday.advanced(by: 62_000)
    #expect(try fixture.store.undoAnswer(by: rules, at: now).cardID == cards[1])
    #expect(try fixture.store.undoAnswer(by: rules, at: now).cardID == cards[0])
    #expect(try fixture.store.reviewCount(since: monday) == 1)
    #expect(try fixture.store.lastRating(of: cards[0]) == .hard)
  }

  @Test("an answer in another deck is not taken back where only one deck is asked for")
  func undoInDeck() throws {
    let fixture = try Fixture()
    let (spanish, cards) = try fixture.deck()
    let (french, others) = try fixture.deck("French")
    let first = try answer(fixture, cards[0], .good)
    _ = try answer(fixture, others[0], .good)
    let undone = try fixture.store.undoAnswer(in: [spanish], by: rules, at: monday)
    #expect(undone.reviewID == first.reviewID)
    #expect(undone.cardID == cards[0])
    #expect(try fixture.store.card(others[0]).card.scheduling.reps == 1)
    #expect(throws: StoreError.nothingToUndo) {
      try fixture.store.undoAnswer(in: [spanish], by: rules, at: monday)
    }
    _ = try fixture.store.undoAnswer(in: [french], by: rules, at: monday)
    #expect(try fixture.store.card(others[0]).card.scheduling == .new)
  }

  @Test("the log is told newest first, with what an undo took back")
  func log() throws {
    let fixture = try Fixture()
    let (deck, cards) = try fixture.deck()
    let first = try answer(fixture, cards[0], .good)
    let second = try answer(fixture, cards[1], .again, at: monday.advanced(by: 5))
    _ = try fixture.store.undoAnswer(by: rules, at: monday.advanced(by: 9))
    func entries(of card: CardID? = nil, in decks: [Deck]? = nil) throws -> [LogEntry] {
      var found: [LogEntry] = []
      try fixture.store.forEachLogEntry(of: card, in: decks) { entry in
        found.append(entry)
        return true
      }
      return found
    }
    let all = try entries()
    #expect(all.map(\.kind) == [.undo, .review, .review])
    // An answer cancels nothing, not even itself.
    #expect(all.map(\.cancelsID) == [second.reviewID, nil, nil])
    #expect(all[1].after == second.after)
    #expect(all[2].id == first.reviewID)
    #expect(all[2].front == "front 0")
    #expect(all[2].deckTitle == deck.title)
    #expect(try entries(of: cards[0]).map(\.id) == [first.reviewID])
    #expect(try entries(in: []).isEmpty)
  }
}

@Suite struct StudyCardsTests {
  private func plan(_ fixture: Fixture, _ deck: Deck) throws -> StudyPlan {
    try fixture.store.studyPlan(for: [deck], by: rules, at: monday)
  }

  @Test("a card that was removed, suspended or buried meanwhile is not shown")
  func gone() throws {
    let fixture = try Fixture()
    let (deck, cards) = try fixture.deck(cards: 5)
    var queue = try plan(fixture, deck).queue
    var suspended = CardEdit()
    suspended.isSuspended = true
    var buried = CardEdit()
    buried.buriedUntil = monday.advanced(by: 1)
    try fixture.store.editCards([cards[1]], suspended, at: monday)
    try fixture.store.editCards([cards[2]], buried, at: monday)
    try fixture.store.removeCards([cards[3]], at: monday)
    var shown: [CardID?] = []
    while let queued = queue.next(at: monday) {
      shown.append(try fixture.store.studyCard(queued, at: monday)?.id)
    }
    #expect(shown == [cards[0], nil, nil, nil, cards[4]])
    try fixture.store.removeDeck(deck, at: monday)
    var again = try plan(fixture, deck).queue
    let next = again.next(at: monday)
    let first = try #require(next)
    #expect(try fixture.store.studyCard(first, at: monday) == nil)
  }

  @Test("a card is found in the queue's form by its id, in the decks that are studied only")
  func queued() throws {
    let fixture = try Fixture()
    let (spanish, cards) = try fixture.deck()
    let (french, _) = try fixture.deck("French")
    let after = try fixture.store.record(
      Answer(cardID: cards[1], rating: .good, ratedAt: monday), by: rules
    ).after
    let queued = try #require(try fixture.store.queueCard(cards[1], in: [french, spanish]))
    #expect(queued.deck == 1)
    #expect(queued.state == .learning)
    #expect(queued.due == after.due)
    #expect(try fixture.store.studyCard(queued, at: monday)?.id == cards[1])
    #expect(try fixture.store.queueCard(cards[1], in: [french]) == nil)
  }

  @Test("the rules' number of new cards stands over that of each deck")
  func newPerDay() throws {
    let fixture = try Fixture()
    let (deck, _) = try fixture.deck(cards: 20)
    for (limit, expected) in [(nil, 10), (0, 0), (3, 3), (15, 15)] as [(Int?, Int)] {
      var rules = rules
      rules.newPerDay = limit
      let plan = try fixture.store.studyPlan(for: [deck], by: rules, at: monday)
      #expect(plan.queue.counts.new == expected)
      let counts = try fixture.store.studyCounts(for: [deck], by: rules, at: monday)
      #expect(counts.map(\.new) == [expected])
    }
  }
}
