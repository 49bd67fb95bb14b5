import FlashModel
import FlashScheduler
import FlashStore
import FlashTestSupport
import FlashText
import Testing

@Suite struct QueueLoadingTests {
  private func keys(_ store: Store, _ decks: [Deck], at now: Timestamp) throws -> [String] {
    var plan = try store.studyPlan(for: decks, by: rules, at: now)
    var fronts: [String] = []
    while let card = plan.queue.next(at: now) { fronts.append(try store.card(card).card.front) }
    return fronts
  }

  @Test("new cards come by position, up to what the limit leaves of today")
  func newLimit() throws {
    let fixture = try Fixture()
    let (deck, cards) = try fixture.deck(cards: 30)
    let store = fixture.store
    #expect(try keys(store, [deck], at: monday) == (0..<10).map { "front \($0)" })
    for id in cards[..<3] {
      _ = try store.record(Answer(cardID: id, rating: .easy, ratedAt: monday), by: rules)
    }
    #expect(try store.studyCounts(for: [deck], by: rules, at: monday)[0].new == 7)
    #expect(try keys(store, [deck], at: monday) == (3..<10).map { "front \($0)" })
    _ = try store.undoAnswer(by: rules, at: monday)
    #expect(try store.studyCounts(for: [deck], by: rules, at: monday)[0].new == 8)
    #expect(
      try store.studyCounts(for: [deck], by: rules, at: monday.advanced(by: day))[0].new == 10)
  }

  @Test(
    "with a filter the limit counts what it finds, in either mode", arguments: StudyMode.allCases)
  func filtered(mode: StudyMode) throws {
    let fixture = try Fixture()
    let (deck, _) = try fixture.deck(cards: 30)
    let query = try CardQuery(parsing: "1 -back:3")
    var plan = try fixture.store.studyPlan(
      for: [deck], mode: mode, only: CardFilter(query, at: StudyMoment(monday, by: rules)),
      by: rules, at: monday)
    var fronts: [String] = []
    while let card = plan.queue.next(at: monday) {
      fronts.append(try fixture.store.card(card).card.front)
    }
    let all = [1, 10, 11, 12, 14, 15, 16, 17, 18, 19, 21].map { "front \($0)" }
    #expect(fronts == (mode == .smart ? Array(all.prefix(10)) : all))
  }

  @Test("suspended, buried and removed cards stay out")
  func excluded() throws {
    let fixture = try Fixture()
    let (deck, cards) = try fixture.deck(cards: 5)
    let store = fixture.store
    var edit = CardEdit()
    edit.isSuspended = true
    try store.editCards([cards[0]], edit, at: monday)
    edit = CardEdit()
    edit.buriedUntil = .some(monday.advanced(by: 1_000))
    try store.editCards([cards[1]], edit, at: monday)
    try store.removeCards([cards[2]], at: monday)
    #expect(try keys(store, [deck], at: monday) == ["front 3", "front 4"])
    #expect(
      try keys(store, [deck], at: monday.advanced(by: 1_000)) == ["front 1", "front 3", "front 4"])
  }

  @Test("one sibling a day: the others wait, also after the first was answered")
  func siblings() throws {
    let fixture = try Fixture()
    let store = fixture.store
    let deck = try store.addDeck(titled: "Cloze", at: monday)
    let note = store.newNoteID(at: monday)
    let ids = try store.addCards(
      [1, 2, 3].map { (ord: Int) in
        NewCard(
          front: "c\(ord)", back: "b", kind: .cloze, noteID: note, noteOrd: ord, noteText: "t")
      } + [NewCard(front: "single", back: "b")], to: deck, at: monday)
    #expect(try keys(store, [deck], at: monday) == ["c1", "single"])
    #expect(try store.studyCounts(for: [deck], by: rules, at: monday)[0].new == 2)
    _ = try store.record(Answer(cardID: ids[0], rating: .easy, ratedAt: monday), by: rules)
    #expect(try keys(store, [deck], at: monday) == ["single"])
    #expect(try keys(store, [deck], at: monday.advanced(by: day)) == ["c2", "single"])
  }

  @Test("counts agree with the queue on random collections", arguments: 0..<20 as Range<UInt64>)
  func countsAgree(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let fixture = try Fixture(seed: seed)
    let store = fixture.store
    var options = StudyOptions()
    options.newPerDay = Int.random(in: 0..<12, using: &random)
    options.reviewsPerDay = Bool.random(using: &random) ? 5 : nil
    let deck = try store.setOptions(
      options, of: store.addDeck(titled: "Deck", at: monday), by: rules, at: monday)
    let hasSiblings = Bool.random(using: &random)
    var cards: [NewCard] = []
    for number in 0..<20 {
      let note = hasSiblings && number % 3 == 0 ? store.newNoteID(at: monday) : nil
      for ord in 1...(note == nil ? 1 : 2) {
        cards.append(
          NewCard(
            front: "f" + String(number * 10 + ord), back: "b", kind: note == nil ? .basic : .cloze,
            noteID: note, noteOrd: note.map { _ in ord }))
      }
    }
    let ids = try store.addCards(cards, to: deck, at: monday)
    var now = monday
    for _ in 0..<60 {
      now = now.advanced(by: Int64.random(in: 0..<day / 2, using: &random))
      let id = ids[Int.random(in: ids.indices, using: &random)]
      let rating = Rating.allCases[Int.random(in: 0..<4, using: &random)]
      _ = try store.record(Answer(cardID: id, rating: rating, ratedAt: now), by: rules)
    }
    let plan = try store.studyPlan(for: [deck], by: rules, at: now)
    #expect(try store.studyCounts(for: [deck], by: rules, at: now) == [plan.queue.counts])
    let summary = try store.deckSummaries(by: rules, at: now)[0]
    #expect(summary.counts == plan.queue.counts)
    #expect(summary.cardCount == ids.count)
  }

  @Test("facts leave out what was taken back, and tell the state before")
  func facts() throws {
    let fixture = try Fixture()
    let (_, cards) = try fixture.deck()
    let store = fixture.store
    var now = monday
    for rating in [Rating.easy, .again, .good] {
      now = now.advanced(by: 10 * day)
      _ = try store.record(Answer(cardID: cards[1], rating: rating, ratedAt: now), by: rules)
    }
    _ = try store.undoAnswer(by: rules, at: now.advanced(by: 1))
    try store.resetCards([cards[1]], at: now.advanced(by: 2))
    _ = try store.record(
      Answer(cardID: cards[1], rating: .hard, ratedAt: now.advanced(by: 3)), by: rules)
    let facts = try store.reduceReviewFacts(into: [ReviewFact]()) { $0.append($1) }
    #expect(facts.map(\.rating) == [.easy, .again, .hard])
    #expect(facts.map(\.before?.state) == [.new, .review, .new])
  }
}
