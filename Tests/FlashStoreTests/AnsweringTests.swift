import FlashModel
import FlashScheduler
import FlashStore
import Testing

@Suite struct AnsweringTests {
  @Test("an answer gives the card the schedule that the scheduler computes")
  func schedules() throws {
    let fixture = try Fixture()
    let (deck, cards) = try fixture.deck()
    let recorded = try fixture.store.record(
      Answer(cardID: cards[0], rating: .good, ratedAt: monday, durationMilliseconds: 1_500),
      by: rules)
    let scheduler = try fixture.store.scheduler(of: deck, by: rules)
    let expected = scheduler.schedule(.new, card: cards[0], rated: .good, at: monday)
    #expect(recorded.after == expected)
    #expect(try fixture.store.card(cards[0]).card.scheduling == expected)
    #expect(recorded.after.due == monday.advanced(by: 600_000))
  }

  @Test(
    "an answer that took longer than an export can tell is kept as the longest one",
    arguments: [(-1, 0), (Int(Int32.max) + 1, Int(Int32.max)), (Int.max, Int(Int32.max))])
  func longAnswer(given: Int, kept: Int) throws {
    let fixture = try Fixture()
    let (_, cards) = try fixture.deck()
    let recorded = try fixture.store.record(
      Answer(cardID: cards[0], rating: .good, ratedAt: monday, durationMilliseconds: given),
      by: rules)
    #expect(recorded.durationMilliseconds == kept)
    var stored: [Int] = []
    try fixture.store.forEachRecord {
      if case .review(let review) = $0 { stored.append(review.durationMilliseconds) }
    }
    #expect(stored == [kept])
  }

  @Test("an answer with an id counts once, however often it is sent")
  func exactlyOnce() throws {
    let fixture = try Fixture()
    let (_, cards) = try fixture.deck()
    let id: ReviewID = Identifier(high: 7, low: 7)
    let answer = Answer(cardID: cards[0], rating: .easy, ratedAt: monday, reviewID: id)
    let first = try fixture.store.record(answer, by: rules)
    let second = try fixture.store.record(answer, by: rules)
    #expect(!first.isRepeat)
    #expect(second.isRepeat)
    #expect(second.after == first.after)
    #expect(second.before == first.before)
    #expect(try fixture.store.card(cards[0]).card.scheduling.reps == 1)
    #expect(throws: StoreError.invalid(field: "id", reason: "'\(id)' is another card's review")) {
      try fixture.store.record(
        Answer(cardID: cards[1], rating: .easy, ratedAt: monday, reviewID: id), by: rules)
    }
  }

  @Test("the first answer's calendar becomes the collection's own; one that was set stays")
  func calendar() throws {
    let fixture = try Fixture()
    let (_, cards) = try fixture.deck()
    #expect(try fixture.store.setting("study.timezone") == nil)
    _ = try fixture.store.record(
      Answer(cardID: cards[0], rating: .good, ratedAt: monday), by: rules)
    #expect(try fixture.store.setting("study.timezone") == "UTC")
    #expect(try fixture.store.setting("study.rollover") == "4")
    try fixture.store.setSetting("study.timezone", to: "Asia/Kolkata", at: monday)
    _ = try fixture.reopened(for: .writing).record(
      Answer(cardID: cards[1], rating: .good, ratedAt: monday), by: rules)
    #expect(try fixture.store.setting("study.timezone") == "Asia/Kolkata")
  }

  @Test("undo takes answers back one by one, and puts the schedule where it was")
  func undo() throws {
    let fixture = try Fixture()
    let (_, cards) = try fixture.deck()
    var states: [Scheduling] = [.new]
    var now = monday
    for rating in [Rating.good, .good, .again, .good, .easy] {
      now = now.advanced(by: day)
      let answer = Answer(cardID: cards[0], rating: rating, ratedAt: now)
      states.append(try fixture.store.record(answer, by: rules).after)
    }
    while states.count > 1 {
      states.removeLast()
      now = now.advanced(by: 1_000)
      let undone = try fixture.store.undoAnswer(by: rules, at: now)
      #expect(undone.cardID == cards[0])
      #expect(try fixture.store.card(cards[0]).card.scheduling == states.last)
    }
    #expect(throws: StoreError.nothingToUndo) {
      try fixture.store.undoAnswer(by: rules, at: now)
    }
  }

  @Test("a clock that is set back does not reorder a card's log")
  func clockSetBack() throws {
    let fixture = try Fixture()
    let (_, cards) = try fixture.deck()
    _ = try fixture.store.record(
      Answer(cardID: cards[0], rating: .good, ratedAt: monday), by: rules)
    let second = try fixture.store.record(
      Answer(cardID: cards[0], rating: .good, ratedAt: monday.advanced(by: -10 * day)), by: rules)
    #expect(second.after.state == .review)
    #expect(second.after.reps == 2)
    _ = try fixture.store.undoAnswer(by: rules, at: monday)
    #expect(try fixture.store.card(cards[0]).card.scheduling.reps == 1)
  }

  @Test("a Basic answer counts, and moves no schedule")
  func basic() throws {
    let fixture = try Fixture()
    let (_, cards) = try fixture.deck()
    let recorded = try fixture.store.record(
      Answer(cardID: cards[0], rating: .good, ratedAt: monday, mode: .basic), by: rules)
    #expect(recorded.after.hasSameSchedule(as: .new))
    #expect(recorded.after.reps == 1)
    #expect(recorded.after.lastReviewed == monday)
    #expect(recorded.after.lastScheduled == nil)
  }

  @Test("a card that lapses up to the threshold is tagged a leech, and told once")
  func leech() throws {
    let fixture = try Fixture()
    var options = StudyOptions()
    options.leechThreshold = 2
    options.learningSteps = []
    options.relearningSteps = []
    let deck = try fixture.store.setOptions(
      options, of: fixture.store.addDeck(titled: "Hard", at: monday), by: rules, at: monday)
    let card = try fixture.store.addCards([NewCard(front: "f", back: "b")], to: deck, at: monday)[0]
    var now = monday
    var told: [Bool] = []
    for rating in [Rating.easy, .again, .again, .again] {
      now = now.advanced(by: 30 * day)
      let answer = Answer(cardID: card, rating: rating, ratedAt: now)
      told.append(try fixture.store.record(answer, by: rules).hasBecomeLeech)
    }
    #expect(told == [false, false, true, true])
    let entry = try fixture.store.card(card)
    #expect(entry.isLeech)
    #expect(entry.subTopics == ["leech"])
    #expect(!entry.card.isSuspended)
  }

  @Test("a reset takes the card back to new and keeps its log")
  func reset() throws {
    let fixture = try Fixture()
    let (_, cards) = try fixture.deck()
    let answered = try fixture.store.record(
      Answer(cardID: cards[0], rating: .easy, ratedAt: monday), by: rules)
    #expect(try fixture.store.resetCards(cards, at: monday.advanced(by: 1)) == 1)
    #expect(try fixture.store.card(cards[0]).card.scheduling == .new)
    let undone = try fixture.store.undo(by: rules, at: monday.advanced(by: 2))
    #expect(undone.label == "card reset")
    #expect(try fixture.store.card(cards[0]).card.scheduling == answered.after)
  }
}
