import FlashModel
import FlashScheduler
import FlashTestSupport
import Testing

@Suite struct SchedulerTests {
  static let card = CardID(high: 3, low: 4)

  @Test("a review falls due at the start of its study day, a learning step to the second")
  func dues() throws {
    let scheduler = try scheduler(zone: "Europe/Berlin", fuzz: false)
    let evening = try moment("2026-03-27T22:30:00Z")
    let first = scheduler.schedule(.new, card: Self.card, rated: .good, at: evening)
    #expect(first.due?.rfc3339 == "2026-03-27T22:40:00Z")
    #expect(first.state == .learning && first.step == 1)
    let later = try moment("2026-03-27T22:41:00Z")
    let graduated = scheduler.schedule(first, card: Self.card, rated: .good, at: later)
    // Two study days later, and the clocks were set forward in between.
    #expect(graduated.due?.rfc3339 == "2026-03-29T02:00:00Z")
    #expect(graduated.state == .review && graduated.step == nil)
    #expect(scheduler.intervalDays(of: graduated) == 2)
    #expect(graduated.lastScheduled == later && graduated.lastReviewed == later)
    #expect(graduated.reps == 2 && graduated.lapses == 0)
  }

  @Test("a lapse counts only from review", arguments: CardState.allCases)
  func lapses(state: CardState) throws {
    let scheduler = try scheduler()
    let now = try moment("2026-05-01T12:00:00Z")
    let card = Scheduling(
      state: state, step: 0, memory: MemoryState(stability: 5, difficulty: 5), due: now,
      lastScheduled: now.advanced(by: -5 * Timestamp.millisecondsPerDay), reps: 4, lapses: 2)
    let next = scheduler.schedule(card, card: Self.card, rated: .again, at: now)
    #expect(next.lapses == (state == .review ? 3 : 2))
  }

  @Test("elapsed time counts from the last scheduling review, and is never negative")
  func elapsed() throws {
    let scheduler = try scheduler()
    let now = try moment("2026-05-10T12:00:00Z")
    var card = Scheduling(
      state: .review, memory: MemoryState(stability: 5, difficulty: 5), due: now,
      lastReviewed: now, lastScheduled: try moment("2026-05-01T12:00:00Z"))
    #expect(scheduler.elapsedDays(since: card, at: now) == 9)
    card.lastScheduled = nil
    card.lastReviewed = try moment("2026-05-08T12:00:00Z")
    #expect(scheduler.elapsedDays(since: card, at: now) == 2)
    card.lastScheduled = try moment("2026-06-01T12:00:00Z")
    #expect(scheduler.elapsedDays(since: card, at: now) == 0)
    #expect(scheduler.retrievability(of: card, at: now) == 1)
    #expect(scheduler.retrievability(of: .new, at: now) == nil)
    card.lastReviewed = nil
    card.lastScheduled = nil
    #expect(scheduler.elapsedDays(since: card, at: now) == 0)
  }

  @Test("a study day ends at the rollover, not after 24 hours")
  func studyDays() throws {
    let scheduler = try scheduler(zone: "Europe/Berlin")
    let card = Scheduling(
      state: .review, memory: MemoryState(stability: 5, difficulty: 5),
      lastScheduled: try moment("2026-05-01T01:59:00Z"))
    #expect(scheduler.elapsedDays(since: card, at: try moment("2026-05-01T02:00:00Z")) == 1)
    #expect(scheduler.elapsedDays(since: card, at: try moment("2026-05-02T01:59:59Z")) == 1)
  }

  @Test("a Basic review is counted and moves nothing else")
  func basic() throws {
    let now = try moment("2026-05-10T12:00:00Z")
    let card = Scheduling(
      state: .review, memory: MemoryState(stability: 5, difficulty: 5), due: now, reps: 7,
      lapses: 1)
    let next = Scheduler.basic(card, at: now)
    #expect(next.hasSameSchedule(as: card))
    #expect(next.reps == 8 && next.lastReviewed == now && next.lastScheduled == nil)
  }

  @Test("fuzz is the same for a card and count, differs between cards, and keeps the order")
  func fuzz() throws {
    let scheduler = try scheduler()
    let now = try moment("2026-05-10T12:00:00Z")
    var dues: Set<Timestamp?> = []
    for low in 0..<200 as Range<UInt64> {
      let id = CardID(high: 9, low: low)
      let card = Scheduling(
        state: .review, memory: MemoryState(stability: 40, difficulty: 5), due: now,
        lastScheduled: now.advanced(by: -40 * Timestamp.millisecondsPerDay), reps: 6)
      let preview = scheduler.preview(card, card: id, at: now)
      #expect(preview == scheduler.preview(card, card: id, at: now))
      let days = try Rating.allCases.dropFirst().map {
        try #require(scheduler.intervalDays(of: preview[$0]))
      }
      #expect(days[0] > 40 && days[0] < days[1] && days[1] < days[2])
      dues.insert(preview.good.due)
    }
    #expect(dues.count > 5)
  }

  @Test("what the product promises holds for any card, moment and parameters")
  func properties() throws {
    var random = SeededRandom(seed: 1_414)
    let zones = try Fixture.zones.map { try Fixture.zone($0) }
    for _ in 0..<3_000 {
      var parameters = StudyParameters()
      parameters.desiredRetention = Double.random(in: 0.7...0.99, using: &random)
      parameters.maxIntervalDays = [1, 3, 30, 365, 36_500].randomElement(using: &random) ?? 30
      parameters.learningSteps =
        [[], [60], [60, 600], [600, 90_000, 200_000]]
        .randomElement(using: &random) ?? []
      parameters.relearningSteps = [[], [600]].randomElement(using: &random) ?? []
      let zone = try #require(zones.randomElement(using: &random))
      let calendar = StudyCalendar(zone: zone, rolloverHour: Int.random(in: 0...6, using: &random))
      let scheduler = try Scheduler(
        parameters: parameters, calendar: calendar, fuzz: Bool.random(using: &random))
      var now = Timestamp(
        milliseconds: Int64.random(in: 1_000_000_000_000...3_000_000_000_000, using: &random))
      var card = Scheduling.new
      for count in 0..<12 {
        let preview = scheduler.preview(card, card: Self.card, at: now)
        let rating = try #require(Rating.allCases.randomElement(using: &random))
        let next = scheduler.schedule(card, card: Self.card, rated: rating, at: now)
        #expect(next == preview[rating])
        let due = try #require(next.due)
        #expect(due > now && next.reps == count + 1)
        if let days = scheduler.intervalDays(of: next) {
          #expect((1...parameters.maxIntervalDays).contains(days))
          #expect(due == calendar.start(of: calendar.day(of: due)))
        }
        if card.state == .review, parameters.maxIntervalDays == 36_500 {
          let hard = try #require(scheduler.intervalDays(of: preview.hard))
          let good = try #require(scheduler.intervalDays(of: preview.good))
          let easy = try #require(scheduler.intervalDays(of: preview.easy))
          #expect(hard < good && good < easy || easy == 36_500)
        }
        card = next
        now =
          [
            due, due.advanced(by: Int64.random(in: 0...9_000_000_000, using: &random)),
            now.advanced(by: Int64.random(in: 0...100_000_000, using: &random)),
          ]
          .randomElement(using: &random) ?? due
      }
    }
  }

  @Test(
    "sixty days over both changes of clocks count sixty study days, each card on its day",
    arguments: [("2026-03-01", 60), ("2026-10-01", 60)])
  func sixtyDays(start: String, count: Int) throws {
    let scheduler = try scheduler(zone: "Europe/Berlin")
    let calendar = scheduler.calendar
    let first = StudyDay(number: Int(try #require(CivilDate(start)).dayNumber))
    var cards: [CardID: Scheduling] = [:]
    var reviewed = 0
    for offset in 0..<count {
      let day = first.advanced(by: offset)
      let length = calendar.end(of: day).milliseconds(since: calendar.start(of: day))
      #expect([23, 24, 25].contains(length / 3_600_000))
      cards[CardID(high: 77, low: UInt64(offset))] = .new
      // Studied at the first and at the last moment of the day: both belong to it.
      for now in [calendar.start(of: day), calendar.end(of: day).advanced(by: -1)] {
        for (id, card) in cards where (card.due ?? now) <= now {
          if card.state == .review, let due = card.due, let last = card.lastScheduled {
            #expect(calendar.day(of: due) == day)
            #expect(
              scheduler.elapsedDays(since: card, at: now)
                == day.days(since: calendar.day(of: last)))
          }
          cards[id] = scheduler.schedule(card, card: id, rated: .good, at: now)
          reviewed += 1
        }
      }
    }
    #expect(reviewed > 200)
    #expect(cards.values.allSatisfy { $0.state == .review || $0.reps < 3 })
  }

  @Test("a schedule can be computed anew from a memory state")
  func rescheduled() throws {
    let scheduler = try scheduler(zone: "Europe/Berlin", fuzz: false)
    let at = try moment("2026-10-20T12:00:00Z")
    let due = scheduler.due(
      of: MemoryState(stability: 9.6, difficulty: 5), card: Self.card, reps: 3, scheduledAt: at)
    #expect(due.rfc3339 == "2026-10-30T03:00:00Z")
    #expect(scheduler.memory(fromEase: 2.5, intervalDays: 1e6)?.stability == 36_500)
  }

  @Test("counts from a damaged record do not end the program")
  func overflow() throws {
    let now = try moment("2026-10-20T12:00:00Z")
    let card = Scheduling(
      state: .review, step: .min, memory: MemoryState(stability: .nan, difficulty: .infinity),
      due: Timestamp(milliseconds: .max), lastReviewed: Timestamp(milliseconds: .min),
      lastScheduled: Timestamp(milliseconds: .min), reps: .max, lapses: .max)
    for state in CardState.allCases {
      var card = card
      card.state = state
      for fuzz in [true, false] {
        let preview = try scheduler(fuzz: fuzz).preview(card, card: Self.card, at: now)
        for rating in Rating.allCases {
          #expect((0.001...36_500).contains(preview[rating].memory?.stability ?? 0))
        }
      }
      #expect(Scheduler.basic(card, at: now).hasSameSchedule(as: card) == false, "NaN is no equal")
    }
  }

  @Test("parameters that can't be scheduled with are refused by name")
  func refused() {
    #expect(throws: SchedulerError.desiredRetention(1)) {
      var parameters = StudyParameters()
      parameters.desiredRetention = 1
      _ = try Scheduler(parameters: parameters, calendar: StudyCalendar(zone: .utc))
    }
    #expect(throws: SchedulerError.steps([0])) {
      var parameters = StudyParameters()
      parameters.relearningSteps = [0]
      _ = try Scheduler(parameters: parameters, calendar: StudyCalendar(zone: .utc))
    }
  }

  private func scheduler(zone: String = "UTC", fuzz: Bool = true) throws -> Scheduler {
    try Scheduler(
      parameters: StudyParameters(), calendar: StudyCalendar(zone: try Fixture.zone(zone)),
      fuzz: fuzz)
  }

  private func moment(_ text: String) throws -> Timestamp {
    try #require(Timestamp(rfc3339: text))
  }
}
