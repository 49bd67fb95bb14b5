import FlashModel
import FlashScheduler
import FlashTestSupport
import Testing

@Suite struct StudyQueueTests {
  let now = Timestamp(milliseconds: 1_790_000_000_000)
  let calendar = StudyCalendar(zone: .utc, rolloverHour: 4)

  @Test("due learning cards come first, then reviews, then new ones, then learn-ahead")
  func mixture() throws {
    var queue = queue([
      new(1), review(2, late: 1), learning(3, in: -60), learning(4, in: 600),
      learning(5, in: 1_260),
    ])
    #expect(queue.counts == QueueCounts(new: 1, learning: 3, due: 1))
    #expect(keys(&queue) == [3, 2, 1, 4])
    #expect(keys(&queue) == [])
    #expect(queue.nextLearningDue == now.advanced(by: 1_260_000))
    #expect(try take(&queue, at: now.advanced(by: 60_000)).key == 5)
    #expect(queue.nextLearningDue == nil)
  }

  @Test("a card in learning comes back when it falls due, and no earlier than others")
  func returning() throws {
    var queue = queue([new(1), new(2), new(3)])
    let first = try take(&queue, at: now)
    queue.answered(first, with: scheduling(.learning, in: 60))
    #expect(try take(&queue, at: now.advanced(by: 30_000)).key == 2)
    let again = try take(&queue, at: now.advanced(by: 61_000))
    #expect(again.key == 1 && again.state == .learning)
    queue.answered(again, with: scheduling(.learning, in: 600))
    #expect(try take(&queue, at: now.advanced(by: 62_000)).key == 3)
    #expect(try take(&queue, at: now.advanced(by: 63_000)).key == 1)
    queue.answered(again, with: scheduling(.review, in: 86_400))
    #expect(keys(&queue, at: now.advanced(by: 99_000)) == [])
    #expect(queue.counts.total == 0)
  }

  @Test("a step past the end of the study day does not come back")
  func overnight() throws {
    var queue = queue([new(1)])
    let card = try take(&queue, at: now)
    queue.answered(card, with: scheduling(.learning, in: 86_400))
    #expect(queue.counts.total == 0)
    #expect(self.queue([learning(1, in: 86_400)]).counts.total == 0)
  }

  @Test("what is not due, has no due time or lies in another deck stays out")
  func leftOut() {
    var queue = queue([
      review(1, late: -1), QueueCard(key: 2, state: .review), QueueCard(key: 3, state: .learning),
      QueueCard(key: 4, deck: 1, state: .new), QueueCard(key: 5, deck: -1, state: .new),
    ])
    #expect(keys(&queue) == [])
  }

  @Test("a card last scheduled over a day ahead of the clock is due now")
  func clockAhead() {
    let year = 365 * Timestamp.millisecondsPerDay
    let ahead = QueueCard(
      key: 1, state: .review, due: now.advanced(by: 2 * year),
      lastScheduled: now.advanced(by: year))
    var queue = queue([
      ahead,
      QueueCard(
        key: 2, state: .learning, due: now.advanced(by: year),
        lastScheduled: now.advanced(by: year)),
    ])
    #expect(keys(&queue) == [2, 1])
    #expect(
      !Scheduling.isDue(
        ahead.due, lastScheduled: now.advanced(by: Timestamp.millisecondsPerDay), at: now))
    #expect(!Scheduling.new.isDue(at: now))
  }

  @Test(
    "reviews go by the order asked for",
    arguments: [
      (.due, [2, 1, 3, 4]), (.overdue, [1, 3, 2, 4]), (.retrievability, [3, 1, 2, 4]),
    ] as [(ReviewOrder, [Int64])])
  func orders(order: ReviewOrder, expected: [Int64]) {
    var queue = queue(
      [
        review(4, late: 0, interval: 10, stability: 400),
        review(1, late: 3, interval: 3, stability: 5),
        review(2, late: 9, interval: 100, stability: 100),
        review(3, late: 1, interval: 5, stability: 1),
      ], order: order)
    #expect(keys(&queue) == expected)
  }

  @Test("ties go by position, then by number")
  func ties() {
    var queue = queue([
      new(7, position: 2), new(9, position: 1), new(8, position: 1),
    ])
    #expect(keys(&queue) == [8, 9, 7])
  }

  @Test("random order holds for a study day and changes with it")
  func random() {
    let cards = (1...60).map { new(Int64($0)) } + (61...90).map { review(Int64($0), late: 1) }
    func order(days: Int64) -> [Int64] {
      let moment = now.advanced(by: days * Timestamp.millisecondsPerDay)
      var queue = StudyQueue(
        cards.shuffled(), decks: [QueueDeck(newLeft: 100, reviewsLeft: nil, buriesSiblings: true)],
        reviewOrder: .random, newOrder: .random, calendar: calendar, at: moment)
      return keys(&queue, at: moment)
    }
    #expect(order(days: 0) == order(days: 0))
    #expect(order(days: 0) != order(days: 1))
    #expect(order(days: 0).sorted() == Array(1...90))
    #expect(order(days: 0).prefix(30).allSatisfy { $0 > 60 })
  }

  @Test("limits are a deck's own, and count what was done today")
  func limits() {
    var parameters = StudyParameters()
    parameters.newPerDay = 3
    parameters.reviewsPerDay = 2
    let decks = [
      QueueDeck(parameters, introducedToday: 1, reviewedToday: 1),
      QueueDeck(parameters, introducedToday: 9, reviewedToday: 0),
    ]
    var cards: [QueueCard] = []
    for index in 0..<10 as Range<Int64> {
      cards.append(new(index, deck: Int(index % 2)))
      cards.append(review(100 + index, late: 1, deck: Int(index % 2)))
    }
    cards.append(learning(50, in: -1))
    var queue = StudyQueue(
      cards, decks: decks, reviewOrder: .due, newOrder: .position, calendar: calendar, at: now)
    #expect(keys(&queue) == [50, 100, 101, 103, 0, 2])
  }

  @Test("one of a note's cards is shown, and the others are named")
  func siblings() {
    let cards = [
      new(1, note: 7), review(2, late: 1, note: 7), new(3, note: 8), new(4, note: 8), new(5),
      learning(6, in: 600, note: 9), review(7, late: 1, note: 9),
    ]
    var queue = queue(cards)
    #expect(queue.buried.sorted() == [1, 4, 7])
    #expect(keys(&queue) == [2, 3, 5, 6])
    var open = StudyQueue(
      cards, decks: [QueueDeck(newLeft: 9, reviewsLeft: nil, buriesSiblings: false)],
      reviewOrder: .due, newOrder: .position, calendar: calendar, at: now)
    #expect(open.buried.isEmpty && keys(&open).count == 7)
  }

  @Test("a sibling over the limit keeps nobody out")
  func limitedSibling() {
    var queue = StudyQueue(
      [review(1, late: 1, note: 7), new(2, note: 7)],
      decks: [QueueDeck(newLeft: 9, reviewsLeft: 0, buriesSiblings: true)],
      reviewOrder: .due, newOrder: .position, calendar: calendar, at: now)
    #expect(keys(&queue) == [2])
  }

  @Test("an answer taken back shows its card again at once, and only once")
  func putBack() throws {
    var queue = queue([new(1), new(2)])
    let first = try take(&queue, at: now)
    queue.answered(first, with: scheduling(.learning, in: 60))
    queue.putBack(first)
    #expect(queue.counts == QueueCounts(new: 2, learning: 0, due: 0))
    #expect(try take(&queue, at: now) == first)
    #expect(keys(&queue, at: now.advanced(by: 3_600_000)) == [2])
  }

  @Test("removed cards are gone from everywhere")
  func removed() throws {
    var queue = queue([new(1), new(2), new(3), learning(4, in: -5), learning(5, in: 5)])
    #expect(try take(&queue, at: now).key == 4)
    let first = try take(&queue, at: now)
    queue.putBack(first)
    queue.remove([1, 3, 5])
    #expect(keys(&queue) == [2])
  }

  @Test("a Basic session goes by position, whatever the schedule, through a thousand cards")
  func basic() {
    let cards = (0..<1_200).map {
      QueueCard(
        key: Int64($0), state: .review, due: now.advanced(by: 9_000_000_000_000),
        position: 1_200 - $0)
    }
    var queue = StudyQueue(basic: cards)
    let keys = keys(&queue)
    #expect(keys.count == 1_000 && keys.first == 1_199 && keys.last == 200)
  }

  @Test("every card that is let in is shown until it has left learning, whatever the answers")
  func property() throws {
    var random = SeededRandom(seed: 88)
    for _ in 0..<100 {
      let cards = (0..<40).map { key -> QueueCard in
        switch Int.random(in: 0..<3, using: &random) {
        case 0: new(Int64(key))
        case 1: review(Int64(key), late: Double(Int.random(in: 0...9, using: &random)))
        default: learning(Int64(key), in: Int64.random(in: -900...900, using: &random))
        }
      }
      var queue = queue(cards)
      var clock = now
      var open = Set(cards.map(\.key))
      while let card = queue.next(at: clock) {
        #expect(open.contains(card.key))
        clock = clock.advanced(by: 5_000)
        if Bool.random(using: &random) {
          queue.answered(card, with: scheduling(.learning, in: 60, from: clock))
        } else {
          queue.answered(card, with: scheduling(.review, in: 90_000, from: clock))
          open.remove(card.key)
        }
      }
      #expect(open.isEmpty && queue.counts.total == 0)
    }
  }

  private func queue(_ cards: [QueueCard], order: ReviewOrder = .overdue) -> StudyQueue {
    StudyQueue(
      cards, decks: [QueueDeck(newLeft: 1_000, reviewsLeft: nil, buriesSiblings: true)],
      reviewOrder: order, newOrder: .position, calendar: calendar, at: now)
  }

  private func take(_ queue: inout StudyQueue, at moment: Timestamp) throws -> QueueCard {
    let card = queue.next(at: moment)
    return try #require(card)
  }

  private func keys(_ queue: inout StudyQueue, at moment: Timestamp? = nil) -> [Int64] {
    var keys: [Int64] = []
    while let card = queue.next(at: moment ?? now) { keys.append(card.key) }
    return keys
  }

  private func new(_ key: Int64, note: Int64? = nil, deck: Int = 0, position: Int = 0) -> QueueCard
  {
    QueueCard(key: key, note: note, deck: deck, state: .new, position: position)
  }

  private func review(
    _ key: Int64, late days: Double, interval: Double = 10, stability: Double = 10,
    note: Int64? = nil, deck: Int = 0
  ) -> QueueCard {
    let day = Double(Timestamp.millisecondsPerDay)
    let due = now.advanced(by: -Int64(days * day))
    return QueueCard(
      key: key, note: note, deck: deck, state: .review, due: due,
      lastScheduled: due.advanced(by: -Int64(interval * day)), stability: stability)
  }

  private func learning(_ key: Int64, in seconds: Int64, note: Int64? = nil) -> QueueCard {
    QueueCard(
      key: key, note: note, state: .learning, due: now.advanced(by: seconds * 1_000),
      lastScheduled: now)
  }

  private func scheduling(
    _ state: CardState, in seconds: Int64, from moment: Timestamp? = nil
  ) -> Scheduling {
    Scheduling(
      state: state, memory: MemoryState(stability: 1, difficulty: 5),
      due: (moment ?? now).advanced(by: seconds * 1_000), lastScheduled: moment ?? now)
  }
}
