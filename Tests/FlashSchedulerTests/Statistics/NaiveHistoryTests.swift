import FlashModel
import FlashScheduler
import FlashTestSupport
import Testing

@Suite("Review history, against the letter of its definitions")
struct NaiveHistoryTests {
  /// Logs of some cards over some months, which the clocks of the zone are set in.
  private func logs(_ random: inout SeededRandom) -> [[ReviewFact]] {
    let start = Timestamp(milliseconds: 1_770_000_000_000)
    return (0..<Int.random(in: 1...12, using: &random)).map { card in
      var now = start.advanced(by: Int64.random(in: 0..<5_000_000_000, using: &random))
      return (0..<Int.random(in: 0...40, using: &random)).map { _ in
        let gap: ClosedRange<Int64> =
          Bool.random(using: &random) ? 0...40_000_000 : 0...3_000_000_000
        now = now.advanced(by: Int64.random(in: gap, using: &random))
        return fact(Int64(card * card * 40_000), at: now, &random)
      }
    }
  }

  private func fact(
    _ card: Int64, at now: Timestamp, _ random: inout SeededRandom
  ) -> ReviewFact {
    let state = CardState.allCases.randomElement(using: &random) ?? .new
    var before: ReviewFact.Before? = ReviewFact.Before(state: state)
    if state != .new {
      let waited = Int64.random(in: 0...4_000_000_000, using: &random)
      before?.scheduledAt = now.advanced(by: -waited)
      before?.due = now.advanced(by: Int64.random(in: -waited...1_000_000_000, using: &random))
    }
    if Int.random(in: 0..<4, using: &random) == 0 { before = nil }
    return ReviewFact(
      cardKey: card, ratedAt: now, rating: Rating.allCases.randomElement(using: &random) ?? .good,
      durationMilliseconds: Int.random(in: 0...60_000, using: &random), before: before,
      movesSchedule: Int.random(in: 0..<6, using: &random) > 0)
  }

  /// The facts of all cards in some order that keeps that of each card.
  private func shuffled(_ logs: [[ReviewFact]], _ random: inout SeededRandom) -> [ReviewFact] {
    let order = logs.indices.flatMap { Array(repeating: $0, count: logs[$0].count) }
      .shuffled(using: &random)
    var taken = [Int](repeating: 0, count: logs.count)
    return order.map { card in
      taken[card] += 1
      return logs[card][taken[card] - 1]
    }
  }

  @Test("one pass over a log finds what its definitions say", arguments: 0..<60)
  func agrees(number: Int) throws {
    let seed = UInt64(20_261_130 + number)
    var random = SeededRandom(seed: seed)
    let zone = try Fixture.zone(Fixture.zones[number % Fixture.zones.count])
    let calendar = StudyCalendar(zone: zone, rolloverHour: number % 24)
    let naive = NaiveHistory(calendar: calendar, logs: logs(&random))
    let first = calendar.day(of: Timestamp(milliseconds: 1_775_000_000_000))
    let period = first...first.advanced(by: Int.random(in: 0...200, using: &random))
    let recent = first.advanced(by: 10)...first.advanced(by: 40)
    var history = ReviewHistory(
      calendar: calendar, period: period, recent: recent, cardsBelow: number * 10_000)
    for fact in shuffled(naive.logs, &random) { history.take(fact) }

    #expect(history.days.map(\.day) == naive.days.sorted(), "seed \(seed)")
    for day in history.days {
      #expect(day.tally == naive.tally(of: day.day), "\(day.day.date), seed \(seed)")
    }
    #expect(history.hours == naive.hours(in: period), "seed \(seed)")
    for stage in ReviewStage.allCases {
      for rating in Rating.allCases {
        #expect(
          history.answers(stage, rating) == naive.answers(stage, rating, in: period),
          "\(stage), \(rating), seed \(seed)")
      }
    }
    for key in Set(naive.logs.joined().map(\.cardKey)) {
      let expected = naive.recentRatings(ofCard: key, in: recent)
      let found = history.recentRatings(ofCard: key)
      #expect(found.reviews == expected.count, "seed \(seed)")
      #expect(found.right == expected.count { $0 >= .good }, "seed \(seed)")
      #expect(found.again == expected.count { $0 == .again }, "seed \(seed)")
    }
    let days = history.days.map(\.day)
    if let last = days.last {
      #expect(
        StudyStreak(days: days, today: last).longest == naive.longestStreak, "seed \(seed)")
    }
  }
}
