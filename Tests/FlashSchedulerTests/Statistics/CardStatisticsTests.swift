import FlashModel
import FlashScheduler
import FlashTestSupport
import Testing

@Suite struct CardStatisticsTests {
  private static let day = Timestamp.millisecondsPerDay
  /// 2026-03-02T09:00:00Z.
  private let now = Timestamp(milliseconds: 1_772_442_000_000)

  private func scheduler(
    retention: Double = 0.9, leechThreshold: Int = 8
  ) throws -> Scheduler {
    var parameters = StudyParameters()
    parameters.desiredRetention = retention
    parameters.leechThreshold = leechThreshold
    return try Scheduler(parameters: parameters, calendar: StudyCalendar(zone: .utc))
  }

  /// A card in review that was last seen `ago` days ago and falls due `ahead` days from now.
  private func review(
    _ key: Int64, deck: Int64 = 1, ago: Int64, ahead: Int64, stability: Double = 10, lapses: Int = 0
  ) -> CardFact {
    CardFact(
      cardKey: key, deckKey: deck,
      scheduling: Scheduling(
        state: .review, memory: MemoryState(stability: stability, difficulty: 5.5),
        due: now.advanced(by: ahead * Self.day), lastReviewed: now.advanced(by: -ago * Self.day),
        lastScheduled: now.advanced(by: -ago * Self.day), reps: 3, lapses: lapses))
  }

  private func statistics(
    _ cards: [CardFact], _ schedulers: DeckSchedulers, days: Int = 5
  ) -> CardStatistics {
    var statistics = CardStatistics(days: days, schedulers: schedulers, at: now, cardsBelow: 10)
    for card in cards { statistics.take(card) }
    return statistics
  }

  @Test("cards are counted by state, those in review by their interval")
  func counts() throws {
    var suspended = review(3, ago: 30, ahead: 1)
    suspended.isSuspended = true
    var buried = review(4, ago: 0, ahead: 21)
    buried.buriedUntil = now.advanced(by: 1)
    let learning = Scheduling(state: .learning, due: now)
    let found = statistics(
      [
        CardFact(cardKey: 1, scheduling: .new), review(2, ago: 10, ahead: 10), suspended, buried,
        CardFact(cardKey: 5, scheduling: learning),
        CardFact(cardKey: 6, scheduling: Scheduling(state: .relearning, due: now)),
      ], DeckSchedulers(defaults: try scheduler()))
    var expected = CardStatistics.Counts()
    expected.new = 1
    expected.young = 1
    expected.mature = 2
    expected.learning = 1
    expected.relearning = 1
    expected.suspended = 1
    expected.buried = 1
    #expect(found.counts == expected && found.counts.total == 6 && found.counts.review == 3)
    #expect(found.intervals.total == 3 && found.intervals.median == 21)
  }

  @Test("what is suspended is not forecast, what is buried on the day that it comes back")
  func forecast() throws {
    var suspended = review(1, ago: 3, ahead: 0)
    suspended.isSuspended = true
    var buried = review(2, ago: 3, ahead: -2)
    buried.buriedUntil = now.advanced(by: Self.day)
    let found = statistics(
      [
        suspended, buried, review(3, ago: 9, ahead: -1), review(4, ago: 1, ahead: 4),
        review(5, ago: 1, ahead: 5), CardFact(cardKey: 6, scheduling: .new),
      ], DeckSchedulers(defaults: try scheduler()))
    #expect(found.forecast.counts == [1, 1, 0, 0, 1])
    #expect(found.forecast.overdue == 1 && found.forecast.total == 3)
  }

  @Test("what is known is the sum of the probabilities of recall")
  func retrievability() throws {
    let scheduler = try scheduler()
    let cards = (1...9).map { review(Int64($0), ago: Int64($0 * $0), ahead: 0) }
    let found = statistics(
      cards + [CardFact(cardKey: 20, scheduling: .new)], DeckSchedulers(defaults: scheduler))
    let expected = cards.reduce(0.0) {
      $0 + (scheduler.retrievability(of: $1.scheduling, at: now) ?? 0)
    }
    #expect(abs(found.retrievability.sum / 100 - expected) < 1e-9)
    #expect(found.retrievability.total == 9 && found.retrievability.counts.reduce(0, +) == 9)
  }

  @Test("each card is judged by its deck's options")
  func decks() throws {
    let schedulers = DeckSchedulers(
      defaults: try scheduler(), own: [2: try scheduler(retention: 0.8, leechThreshold: 3)])
    let found = statistics(
      [
        review(1, ago: 1, ahead: 1, lapses: 7), review(2, deck: 2, ago: 1, ahead: 1, lapses: 3),
        review(3, deck: 2, ago: 1, ahead: 1, lapses: 9), review(4, ago: 1, ahead: 1, lapses: 8),
      ], schedulers)
    #expect(found.leeches.map(\.cardKey) == [3, 4, 2])
    #expect(abs((found.desiredRetention ?? 0) - 0.85) < 1e-12)
    #expect(found.lapses(ofCard: 1) == 7 && found.lapses(ofCard: 9) == nil)
    #expect(statistics([], schedulers).desiredRetention == nil)
  }

  @Test(
    "a value counts in the bin whose lower edge it has reached",
    arguments: [(-1, 0), (0, 0), (0.99, 0), (1, 1), (20.9, 6), (21, 7), (99_999, 14)])
  func bins(value: Double, bin: Int) {
    var histogram = Histogram.days
    histogram.add(value)
    #expect(histogram.counts[bin] == 1 && histogram.counts.reduce(0, +) == 1)
  }

  @Test("the median is the middle value, or the mean of the two in the middle")
  func median() {
    var histogram = Histogram.difficulty
    #expect(histogram.median == nil && histogram.mean == nil)
    for value in [9.0, 1, 4] { histogram.add(value) }
    #expect(histogram.median == 4)
    histogram.add(6)
    #expect(histogram.median == 5 && histogram.mean == 5)
  }
}
