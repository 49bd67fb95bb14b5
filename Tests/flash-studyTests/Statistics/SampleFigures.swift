import FlashModel
import FlashScheduler
import FlashStore
import FlashTestSupport

@testable import flash_study

/// Figures of 400 days that someone studied 120 cards on, the same each time.
struct SampleFigures {
  /// 2026-11-30T12:00:00Z, a Monday.
  static let now = Timestamp(milliseconds: 1_796_040_000_000)

  private let scheduler: Scheduler
  private var random = SeededRandom(seed: 7)
  private var cards = [Scheduling](repeating: .new, count: 120)
  private var facts: [ReviewFact] = []

  init() throws {
    scheduler = try Scheduler(
      parameters: StudyParameters(),
      calendar: StudyCalendar(zone: try Fixture.zone("Europe/Berlin")), fuzz: false)
    for day in (0..<400).reversed() { study(daysAgo: day) }
  }

  private mutating func study(daysAgo: Int) {
    // Weekends are often free, and there was a holiday.
    if daysAgo % 7 < 2, Bool.random(using: &random) { return }
    if (150..<160).contains(daysAgo) { return }
    let morning = SampleFigures.now.advanced(by: -Int64(daysAgo) * day - 6 * 60 * minute)
    var now = morning.advanced(by: Int64.random(in: 0..<240, using: &random) * minute)
    for index in cards.indices {
      let due = cards[index].due ?? (index / 2 == 399 - daysAgo ? now : SampleFigures.now)
      guard due <= now, now < SampleFigures.now else { continue }
      let duration = Int.random(in: 2_000...15_000, using: &random)
      now = now.advanced(by: Int64(duration))
      let rating = [Rating.again, .hard, .good, .good, .good, .good, .easy, .good]
        .randomElement(using: &random)
      answer(index, rating ?? .good, at: now, duration)
    }
  }

  private mutating func answer(
    _ index: Int, _ rating: Rating, at now: Timestamp, _ duration: Int
  ) {
    let before = cards[index]
    facts.append(
      ReviewFact(
        cardKey: Int64(index), ratedAt: now, rating: rating, durationMilliseconds: duration,
        before: ReviewFact.Before(
          state: before.state, due: before.due, scheduledAt: before.lastScheduled)))
    let id = CardID(high: UInt64(index), low: 1)
    cards[index] = scheduler.schedule(before, card: id, rated: rating, at: now)
  }

  /// The figures as a command computes them.
  func figures(ahead: Int = 30) -> StudyFigures {
    let calendar = scheduler.calendar
    let today = calendar.day(of: SampleFigures.now)
    var request = StatsRequest(today: today)
    request.ahead = ahead
    var history = ReviewHistory(
      calendar: calendar, period: request.period, recent: today.advanced(by: -29)...today,
      cardsBelow: cards.count)
    for fact in facts { history.take(fact) }
    var statistics = CardStatistics(
      days: ahead, schedulers: DeckSchedulers(defaults: scheduler), at: SampleFigures.now,
      cardsBelow: cards.count)
    for (index, card) in cards.enumerated() {
      statistics.take(CardFact(cardKey: Int64(index), scheduling: card))
    }
    let days = history.days
    return StudyFigures(
      request: request,
      today: StudyFigures.Today(day: today, tally: history.tally(of: today...today), left: 12),
      streak: StudyStreak(days: days.map(\.day), today: today), history: history, days: days,
      cards: statistics, weakAreas: [area("idioms::food", 11, 24, 40)],
      lapsedAreas: [area("verbs", 30, 36, 61), area("idioms::food", 11, 24, 40)],
      leeches: [
        LeechFigures(
          card: CardLabel(
            id: CardID(high: 1, low: 1), deck: "Spanish::Verbs", front: "¿Qué significa «estar»?"),
          lapses: 9)
      ], leechCount: 1)
  }

  private func area(_ name: String, _ right: Int, _ reviews: Int, _ lapses: Int) -> SubTopicFigures
  {
    SubTopicFigures(
      label: SubTopicLabel(deck: "Spanish", name: name), cards: 20, lapses: lapses,
      reviews: reviews, right: right, again: 4)
  }
}
