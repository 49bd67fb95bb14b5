import FlashModel
import FlashScheduler
import FlashStore
import FlashTestSupport
import Testing

@testable import flash_study

/// Sixty days of studying, by a clock that the test sets.
@Suite struct SimulatedDaysTests {
  /// 2026-03-01 and 2026-10-01, each four weeks before clocks change in Berlin.
  private static let starts = ["2026-03-01T18:00:00Z", "2026-10-01T18:00:00Z"]

  @Test(
    "limits, dues, burying and the streak hold on 60 days over a change of clocks",
    arguments: starts)
  func days(start: String) throws {
    let seed: UInt64 = 60
    var random = SeededRandom(seed: seed)
    var collection = try Collection(zone: Fixture.zone("Europe/Berlin"))
    collection.rules.isFuzzed = true
    let calendar = collection.rules.calendar
    let begin = try #require(Timestamp(rfc3339: start))
    let (deck, cards) = try collection.deck(cards: 300)
    let clock = TestClock()
    var introduced = 0
    var forecast: Int?
    for number in 0..<60 {
      let today = calendar.day(of: begin).advanced(by: number)
      // Just after the day begins, in the evening, or just before the day ends: 3:59 at night.
      let hours: [Int64] = [0, 14 * 3_600_000, 86_340_000]
      let offset = hours[number % 3]
      let from = calendar.start(of: today)
      clock.now = min(from.advanced(by: offset), calendar.end(of: today).advanced(by: -90_000))
      #expect(calendar.day(of: clock.now) == today, "day \(number), seed \(seed)")
      let counts = try collection.store.studyCounts(
        for: [deck], by: collection.rules, at: clock.now)[0]
      #expect(counts.new == min(10, cards.count - introduced))
      // Nothing was studied since the forecast, so it must be exact.
      if let forecast { #expect(counts.due + counts.learning == forecast, "day \(number)") }
      let reviews = try session(collection, clock, &random)
      introduced += counts.new
      #expect(reviews >= counts.total)
      try expectDone(collection, deck, introduced: introduced, clock.now)
      let scope = StudyScope(
        store: collection.store, rules: collection.rules, decks: [deck])
      let figures = try StudyFigures(scope, StatsRequest(today: today), at: clock.now)
      #expect(figures.streak.length == number + 1, "day \(number), seed \(seed)")
      #expect(figures.today.tally.reviews == reviews)
      forecast = figures.cards.forecast.counts[1]
      #expect(figures.today.day == today)
    }
    #expect(introduced == 300)
  }

  /// Studies until nothing is left.
  /// - Returns: how many answers it took.
  private func session(
    _ collection: Collection, _ clock: TestClock, _ random: inout SeededRandom
  ) throws -> Int {
    let session = try SessionDriver(collection, clock: clock)
    var answers = 0
    while !session.isFinished, answers < 1_000 {
      try session.press(" ")
      // The clock stands still, so that no session runs into the next day.
      let rating = [1, 2, 3, 3, 3, 3, 3, 4].randomElement(using: &random) ?? 3
      try session.press("\(rating)")
      answers += 1
    }
    #expect(session.isFinished)
    return answers
  }

  private func expectDone(
    _ collection: Collection, _ deck: Deck, introduced: Int, _ now: Timestamp
  ) throws {
    let calendar = collection.rules.calendar
    let counts = try collection.store.studyCounts(for: [deck], by: collection.rules, at: now)[0]
    #expect(counts == QueueCounts(new: 0, learning: 0, due: 0))
    let states = try collection.store.stateCounts(of: [deck])
    #expect(states.total - states.new == introduced)
    // A review falls due as its day begins, also on the days that have 23 or 25 hours.
    for card in try collection.store.cards() where card.card.scheduling.state == .review {
      let due = try #require(card.card.scheduling.due)
      #expect(calendar.start(of: calendar.day(of: due)) == due)
    }
  }

  @Test("siblings are shown on different days")
  func siblings() throws {
    let collection = try Collection(zone: Fixture.zone("Europe/Berlin"))
    let deck = try collection.store.addDeck(titled: "Cloze", at: monday)
    let note = collection.store.newNoteID(at: monday)
    let cards = (1...3).map { (number: Int) in
      NewCard(
        front: "front \(number)", back: "back", kind: .cloze, noteID: note, noteOrd: number,
        noteText: "{{c\(number)::x}}")
    }
    let ids = try collection.store.addCards(cards, to: deck, at: monday)
    let clock = TestClock()
    var shown: [String?] = []
    for _ in 0..<3 {
      let session = try SessionDriver(collection, clock: clock)
      shown.append(session.front)
      try session.press(" 4")
      #expect(session.isFinished)
      clock.now = clock.now.advanced(by: day)
    }
    #expect(shown == ["front 1", "front 2", "front 3"])
    #expect(ids.count == 3)
  }
}
