import FlashModel
import FlashTestSupport
import Testing

@testable import FlashScheduler

@Suite struct ReviewHistoryTests {
  private static let hour: Int64 = 3_600_000
  private static let day: Int64 = 86_400_000

  private func history(
    _ facts: [ReviewFact], _ calendar: StudyCalendar = StudyCalendar(zone: .utc, rolloverHour: 0),
    period: ClosedRange<Int> = -100_000...100_000
  ) -> ReviewHistory {
    let days = StudyDay(number: period.lowerBound)...StudyDay(number: period.upperBound)
    var history = ReviewHistory(
      calendar: calendar, period: days, recent: days, cardsBelow: 3)
    for fact in facts { history.take(fact) }
    return history
  }

  /// A review `hours` after 1970 of a card that had waited `waited` days, in that state.
  private func fact(
    _ card: Int64, hours: Int64, _ state: CardState?, waited: Double = 5, _ rating: Rating,
    moves: Bool = true
  ) -> ReviewFact {
    let at = Timestamp(milliseconds: hours * Self.hour)
    let before = state.map { state in
      ReviewFact.Before(
        state: state, due: state == .new ? nil : at,
        scheduledAt: state == .new ? nil : at.advanced(by: -Int64(waited * Double(Self.day))))
    }
    return ReviewFact(
      cardKey: card, ratedAt: at, rating: rating, durationMilliseconds: 1_000, before: before,
      movesSchedule: moves)
  }

  @Test("true retention takes a card's first answer of a day that found it young or mature")
  func firstOfDay() {
    let retention = history([
      fact(1, hours: 10, .new, .good), fact(1, hours: 11, .learning, waited: 0, .good),
      fact(1, hours: 12, .review, .again), fact(2, hours: 12, .review, .again),
      fact(2, hours: 13, .relearning, waited: 0, .good), fact(1, hours: 40, .review, .hard),
      fact(2, hours: 40, .review, .easy), fact(2, hours: 41, .review, .again),
    ]).tally(of: StudyDay(number: 0)...StudyDay(number: 1)).retention
    #expect(retention.young == RecallTally(recalled: 2, forgotten: 2))
    #expect(retention.mature == RecallTally())
    #expect(retention.learning == RecallTally(recalled: 2))
    #expect(retention.all.share.percent == 50)
  }

  @Test(
    "a card is mature from 21 days on, and what learns counts as young after a day",
    arguments: [
      (.new, 0, .new), (.learning, 0.5, .learning), (.relearning, 0.999, .learning),
      (.learning, 1, .young), (.relearning, 21, .mature), (.review, 0, .young),
      (.review, 20, .young), (.review, 21, .mature),
    ] as [(CardState, Double, ReviewStage)])
  func stage(state: CardState, waited: Double, stage: ReviewStage) {
    let history = history([fact(1, hours: 48, state, waited: waited, .hard)])
    #expect(history.answers(stage, .hard) == 1)
    #expect(ReviewStage.allCases.reduce(0) { $0 + history.answers($1, .hard) } == 1)
  }

  @Test("an answer in Basic mode is counted, but not in true retention")
  func basic() {
    let tally = history([
      fact(1, hours: 30, .review, .again, moves: false), fact(1, hours: 31, .review, .good),
    ]).tally(of: StudyDay(number: 1)...StudyDay(number: 1))
    #expect(tally.reviews == 2 && tally.recalled == 1)
    #expect(tally.retention.all == RecallTally(recalled: 1))
  }

  @Test("an imported answer counts by the days since the one before it")
  func imported() {
    let history = history([
      fact(1, hours: 1, nil, .good), fact(1, hours: 2, nil, .again), fact(1, hours: 30, nil, .good),
      fact(1, hours: 31, nil, .again), fact(1, hours: 30 + 24 * 21, nil, .again),
    ])
    let all = history.days.reduce(into: TrueRetention()) { $0 += $1.tally.retention }
    #expect(all.young == RecallTally(recalled: 1) && all.mature == RecallTally(forgotten: 1))
    #expect(all.learning == RecallTally(forgotten: 2))
    #expect(history.answers(.new, .good) == 1)
  }

  @Test("days are study days, also where clocks change, and hours those on the clock")
  func clockChange() throws {
    let calendar = StudyCalendar(zone: try Fixture.zone("Europe/Berlin"))
    let moments = [
      "2026-03-28T20:00:00Z", "2026-03-29T01:59:59Z", "2026-03-29T02:00:00Z",
      "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", "2026-10-25T03:00:00Z",
    ]
    let facts = try moments.enumerated().map { card, text in
      ReviewFact(
        cardKey: Int64(card), ratedAt: try #require(Timestamp(rfc3339: text)), rating: .good,
        before: nil)
    }
    let history = history(facts, calendar)
    #expect(
      history.days.map { "\($0.day.date) \($0.tally.reviews)" } == [
        "2026-03-28 2", "2026-03-29 1", "2026-10-24 2", "2026-10-25 1",
      ])
    let hours = history.hours.map(\.total)
    #expect(hours[21] == 1 && hours[3] == 1 && hours[4] == 2 && hours[2] == 2)
  }

  @Test("hours and ratings are those of the period, days are all")
  func period() {
    let facts = (0..<10).map { fact(1, hours: $0 * 24 + 7, .review, .good) }
    let history = history(facts, period: 3...4)
    #expect(history.answers(.young, .good) == 2 && history.hours[7].total == 2)
    #expect(history.days.count == 10)
    #expect(history.recentRatings(ofCard: 1).reviews == 2)
  }

  @Test("of a card the latest 20 ratings are kept")
  func recent() {
    var ratings = RecentRatings()
    for rating in [Rating](repeating: .again, count: 15) { ratings.append(rating) }
    for rating in [Rating.hard, .good, .easy, .good, .again, .easy, .easy] {
      ratings.append(rating)
    }
    #expect(ratings.count == 20 && ratings.right == 5 && ratings.again == 14)
    #expect(RecentRatings().again == 0)
  }

  @Test("cards of any number are told apart")
  func anyNumber() {
    let keys: [Int64] = [.min, -1, 0, 2, 3, 1 << 40, .max]
    let tally = history(keys.map { fact($0, hours: 1, .new, .good) })
      .tally(of: StudyDay(number: 0)...StudyDay(number: 0))
    #expect(tally.cards == keys.count && tally.introduced == keys.count)
  }
}
