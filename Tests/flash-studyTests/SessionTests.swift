import FlashModel
import FlashScheduler
import FlashStore
import FlashTerminal
import FlashTestSupport
import Testing

@testable import flash_study

@Suite struct SessionTests {
  @Test("space shows the answer with four intervals, a number rates and brings the next question")
  func oneCard() throws {
    let collection = try Collection()
    let (_, cards) = try collection.deck(cards: 2)
    let session = try SessionDriver(collection)
    #expect(session.front == "front 0")
    #expect(!session.text.contains("back 0"))
    session.clock.now = monday.advanced(by: 4_000)
    try session.press(" ")
    #expect(session.text.contains("back 0"))
    #expect(session.model.shown?.labels == ["1m", "5m", "10m", "8d"])
    try session.press("3")
    #expect(session.front == "front 1")
    let card = try collection.store.card(cards[0]).card
    #expect(card.scheduling.state == .learning)
    #expect(card.scheduling.due == monday.advanced(by: 4_000 + 10 * minute))
    #expect(session.model.answers.map(\.durationMilliseconds) == [4_000])
  }

  @Test("no key rates before the answer is shown", arguments: ["1", "2", "3", "4", "34", "1111"])
  func notBeforeAnswer(keys: String) throws {
    let collection = try Collection()
    let (_, cards) = try collection.deck(cards: 1)
    let session = try SessionDriver(collection)
    try session.press(keys)
    #expect(session.front == "front 0")
    #expect(try collection.store.card(cards[0]).card.scheduling == .new)
  }

  @Test("keys typed before the answer or a question can be seen are forgotten")
  func forgets() throws {
    let collection = try Collection()
    try collection.deck(cards: 2)
    let session = try SessionDriver(collection)
    #expect(session.performed.last == .forgetTypedKeys)
    try session.press(" ")
    #expect(session.performed.last == .forgetTypedKeys)
    let count = session.performed.count
    try session.press("x")
    #expect(session.performed.count == count)
  }

  @Test("a card in learning comes back when it is due, before new ones, and ends in review")
  func learning() throws {
    let collection = try Collection()
    try collection.deck(cards: 3)
    let session = try SessionDriver(collection)
    try session.press(" 1")
    #expect(session.front == "front 1")
    session.clock.now = monday.advanced(by: minute)
    try session.press(" 4")
    #expect(session.front == "front 0")
    try session.press(" 4")
    #expect(session.front == "front 2")
    try session.press(" 4")
    #expect(session.isFinished)
  }

  @Test("learning cards within 20 minutes are shown ahead; later ones end the session, told")
  func learnAhead() throws {
    let collection = try Collection()
    let (deck, _) = try collection.deck(cards: 1)
    var options = StudyOptions()
    options.learningSteps = [60, 3_600]
    _ = try collection.store.setOptions(
      options, of: deck, by: collection.rules, at: monday)
    let session = try SessionDriver(collection)
    try session.press(" 1")
    #expect(session.front == "front 0")
    try session.press(" 3")
    #expect(session.isFinished)
    let summary = SessionSummary.lines(session.model, by: collection.rules, width: 80).map(\.text)
    #expect(
      summary.contains("Nothing more is due now; 1 card in learning will be today."))
    #expect(summary.last == "Next due  in 60m (2026-03-02 10:00)")
  }

  @Test("undo takes back answer after answer, and asks their cards again")
  func undo() throws {
    let collection = try Collection()
    let (_, cards) = try collection.deck(cards: 3)
    let session = try SessionDriver(collection)
    try session.press(" 4 4")
    #expect(session.front == "front 2")
    try session.press("u")
    #expect(session.front == "front 1")
    try session.press("u")
    #expect(session.front == "front 0")
    #expect(try collection.store.card(cards[0]).card.scheduling == .new)
    #expect(session.model.answers.isEmpty)
    #expect(session.model.counts == QueueCounts(new: 3, learning: 0, due: 0))
    try session.press("u")
    #expect(session.model.notice?.text == "nothing to undo")
    try session.press(" 4 4 4")
    #expect(session.isFinished)
    #expect(session.model.answers.map(\.cardID) == cards)
  }

  @Test("undo reaches the answers of an earlier session")
  func undoEarlier() throws {
    let collection = try Collection()
    let (_, cards) = try collection.deck(cards: 2)
    let first = try SessionDriver(collection)
    try first.press(" 4q")
    let second = try SessionDriver(collection)
    #expect(second.front == "front 1")
    try second.press("u")
    #expect(second.front == "front 0")
    #expect(try collection.store.card(cards[0]).card.scheduling == .new)
    try second.press(" 4")
    #expect(second.front == "front 1")
  }

  @Test("bury and suspend set a card aside, and u brings it back at once", arguments: ["b", "s"])
  func setAside(key: String) throws {
    let collection = try Collection()
    let (_, cards) = try collection.deck(cards: 2)
    let session = try SessionDriver(collection)
    try session.press(key)
    #expect(session.front == "front 1")
    let aside = try collection.store.card(cards[0]).card
    #expect(aside.isSuspended == (key == "s"))
    let tomorrow = collection.rules.calendar.end(of: collection.rules.calendar.day(of: monday))
    #expect(aside.buriedUntil == (key == "b" ? tomorrow : nil))
    try session.press("u")
    #expect(session.front == "front 0")
    let back = try collection.store.card(cards[0]).card
    #expect(!back.isSuspended)
    #expect(back.buriedUntil == nil)
    try session.press(" 4 4")
    #expect(session.isFinished)
  }

  @Test("a card that another process removed, answered or suspended is passed over")
  func changedElsewhere() throws {
    let collection = try Collection()
    let (_, cards) = try collection.deck(cards: 5)
    let session = try SessionDriver(collection)
    let other = try collection.other()
    try other.removeCards([cards[1]], at: monday)
    _ = try other.record(
      Answer(cardID: cards[2], rating: .easy, ratedAt: monday), by: collection.rules)
    var edit = CardEdit()
    edit.isSuspended = true
    try other.editCards([cards[3]], edit, at: monday)
    try session.press(" 4")
    #expect(session.front == "front 4")
    #expect(try collection.store.card(cards[2]).card.scheduling.reps == 1)
  }

  @Test("a card that is removed while its question is on the screen cannot be answered")
  func removedOnScreen() throws {
    let collection = try Collection()
    let (_, cards) = try collection.deck(cards: 2)
    let session = try SessionDriver(collection)
    try session.press(" ")
    try collection.other().removeCards([cards[0]], at: monday)
    try session.press("3")
    #expect(session.front == "front 1")
    #expect(session.model.answers.isEmpty)
  }

  @Test("an edited text is shown as it is when its turn comes")
  func freshText() throws {
    let collection = try Collection()
    let (_, cards) = try collection.deck(cards: 2)
    let session = try SessionDriver(collection)
    var edit = CardEdit()
    edit.front = "changed"
    try collection.other().editCards([cards[1]], edit, at: monday)
    try session.press(" 4")
    #expect(session.front == "changed")
  }

  @Test("a Basic session goes from front to back, knows two ratings and moves no schedule")
  func basic() throws {
    let collection = try Collection()
    let (_, cards) = try collection.deck(cards: 3, mode: .basic)
    let session = try SessionDriver(collection)
    try session.press(" 14")
    #expect(session.front == "front 0")
    try session.press("3 2 3")
    #expect(session.isFinished)
    let card = try collection.store.card(cards[0]).card
    #expect(card.scheduling.state == .new)
    #expect(card.scheduling.reps == 1)
    #expect(session.model.answers.map(\.rating) == [.good, .hard, .good])
  }

  @Test("a reached goal asks whether to go on, and does not stop by itself")
  func goal() throws {
    let collection = try Collection()
    try collection.deck(cards: 4)
    let session = try SessionDriver(collection) { $0.goal = DailyGoal(cards: 2, done: 1) }
    try session.press(" 4")
    #expect(session.model.phase == .goal)
    #expect(session.text.contains("Daily goal reached: 2 reviews. Go on?"))
    try session.press(" ")
    #expect(session.front == "front 1")
    try session.press(" 4 4")
    #expect(session.front == "front 3")
    #expect(!session.isFinished)
  }

  @Test("a limit ends the session after so many answers")
  func limit() throws {
    let collection = try Collection()
    try collection.deck(cards: 5)
    let session = try SessionDriver(collection) { $0.limit = 2 }
    try session.press(" 4 4")
    #expect(session.isFinished)
    #expect(session.model.answers.count == 2)
  }

  @Test("a leech is told")
  func leech() throws {
    let collection = try Collection()
    let (deck, cards) = try collection.deck(cards: 2)
    var options = StudyOptions()
    options.leechThreshold = 1
    _ = try collection.store.setOptions(
      options, of: deck, by: collection.rules, at: monday)
    _ = try collection.store.record(
      Answer(cardID: cards[0], rating: .easy, ratedAt: monday), by: collection.rules)
    let session = try SessionDriver(collection, clock: TestClock(monday.advanced(by: 30 * day)))
    #expect(session.front == "front 0")
    try session.press(" 1")
    #expect(session.text.contains("leech: 'front 0' keeps being forgotten"))
    #expect(try collection.store.card(cards[0]).subTopics == ["leech"])
  }

  @Test("a signal and the end of input close the books")
  func ends() throws {
    for event in [SessionEvent.interrupted(.interrupt), .endOfInput, .key(.control("d"))] {
      let collection = try Collection()
      try collection.deck(cards: 3)
      let session = try SessionDriver(collection)
      try session.press(" 4")
      try session.send(event)
      #expect(session.model.phase == .over)
      #expect(session.model.result?.mastery == Share(1, of: 3))
      #expect(try collection.store.cards().map(\.card.scheduling.reps) == [1, 0, 0])
    }
  }

  @Test("time away from the terminal is not time spent on a card")
  func away() throws {
    let collection = try Collection()
    try collection.deck(cards: 2)
    let session = try SessionDriver(collection)
    session.clock.now = monday.advanced(by: 3_600_000)
    try session.send(.resumed)
    session.clock.now = session.clock.now.advanced(by: 2_000)
    try session.press(" 4")
    #expect(session.model.answers.map(\.durationMilliseconds) == [2_000])
  }

  @Test("decks studied together keep their own sittings; Basic decks stay out of a Smart session")
  func together() throws {
    let collection = try Collection()
    try collection.deck("A", cards: 1)
    try collection.deck("B", cards: 1)
    try collection.deck("C", cards: 1, mode: .basic)
    let session = try SessionDriver(collection)
    #expect(session.model.decks.map(\.title) == ["A", "B"])
    try session.press(" 4 4")
    #expect(session.isFinished)
    let decks = try collection.store.decks()
    #expect(decks.map { $0.lastStudiedAt == nil } == [false, false, true])
  }

  @Test("the summary tells accuracy, mastery, improved and weak cards and what comes next")
  func summary() throws {
    let collection = try Collection()
    let (_, cards) = try collection.deck(cards: 4)
    for (card, rating) in zip(cards, [Rating.easy, .easy]) {
      _ = try collection.store.record(
        Answer(cardID: card, rating: rating, ratedAt: monday), by: collection.rules)
    }
    let later = monday.advanced(by: 30 * day)
    let session = try SessionDriver(collection, clock: TestClock(later))
    session.clock.now = later.advanced(by: 5_000)
    // One is forgotten, one recalled; of two new ones one is easy, one has to be learned.
    try session.press(" 1 4 4 2q")
    let lines = SessionSummary.lines(session.model, by: collection.rules, width: 80).map(\.text)
    #expect(
      Array(lines.prefix(5)) == [
        "Answered  4 of 4 cards in 5 s", "Accuracy  50 %", "Mastery   50 % (+0.0)",
        "Improved  0 cards", "Weak      2 cards",
      ])
  }
}
