import FlashModel
import FlashScheduler
import FlashTestSupport
import Testing

@Suite struct ReplayTests {
  static let card = CardID(high: 0xCA, low: 0xFE)
  let scheduler: Scheduler

  init() throws {
    scheduler = try Scheduler(
      parameters: StudyParameters(),
      calendar: StudyCalendar(zone: try Fixture.zone("Europe/Berlin")))
  }

  @Test("a history of one device gives exactly what the device computed")
  func linear() {
    var device = Device(scheduler)
    for (days, rating) in zip(
      [0, 0, 3, 9, 9, 30], [Rating.good, .good, .hard, .again, .good, .easy])
    {
      device.review(rating, after: days)
    }
    let result = fold(device.log)
    #expect(result.scheduling == device.scheduling)
    #expect(!result.isDiverged)
    #expect(result.scheduling.lapses == 1 && result.scheduling.reps == 6)
  }

  @Test("an empty log is a new card")
  func empty() {
    #expect(fold([]) == ReplayResult(scheduling: .new, isDiverged: false))
  }

  @Test("states of another scheduler are taken as they stand")
  func foreign() throws {
    var device = Device(scheduler)
    device.review(.good)
    device.review(.good)
    var foreign = device.scheduling
    foreign.memory = MemoryState(stability: 123.456, difficulty: 7.25)
    foreign.due = device.now.advanced(by: 999_999_937)
    foreign.lastScheduled = nil
    device.append(after: foreign, rating: .hard, days: 2)
    let result = fold(device.log)
    #expect(result.scheduling.hasSameSchedule(as: foreign) && !result.isDiverged)
    #expect(result.scheduling.lastScheduled == device.now, "what it does not tell is its time")
    #expect(result.scheduling.reps == 3)
  }

  @Test("two devices that reviewed apart: the later rating is applied to the earlier's state")
  func diverged() {
    var first = Device(scheduler)
    first.review(.good)
    first.review(.good)
    var second = first
    second.stream = 2
    first.review(.again, after: 5)
    second.review(.easy, after: 6)
    let log = first.log + second.log.suffix(1)
    let result = fold(log)
    #expect(
      result.scheduling
        == scheduler.schedule(
          first.scheduling, card: Self.card, rated: .easy, at: second.now))
    #expect(result.isDiverged)
    #expect(result.scheduling.reps == 4 && result.scheduling.lapses == 1)
  }

  @Test("an undo cancels an entry, and an undo of the undo brings it back")
  func undo() {
    var device = Device(scheduler)
    device.review(.good)
    device.review(.good)
    let before = device.scheduling
    device.review(.again, after: 4)
    let lapse = device.log[2].id
    let lapsed = device.scheduling
    device.undo(lapse)
    #expect(fold(device.log).scheduling == before)
    device.undo(device.log[3].id)
    #expect(fold(device.log).scheduling == lapsed)
    device.undo(device.log[4].id)
    #expect(fold(device.log).scheduling == before)
    #expect(!fold(device.log).isDiverged)
  }

  @Test("an undo whose target is not earlier in the order is ignored")
  func futureUndo() {
    var device = Device(scheduler)
    device.undo(ReviewID(high: 1, low: 2))
    device.review(.good)
    let undo = device.log[0]
    var log = device.log
    log[0].cancels = log[1].id
    #expect(fold(log).scheduling == device.scheduling)
    log[0].cancels = undo.id
    #expect(fold(log).scheduling == device.scheduling)
    log[0].cancels = ReviewID(high: 9, low: 9)
    #expect(fold(log).scheduling == device.scheduling)
  }

  @Test("the base is the state before the first entry that is no undo, cancelled or not")
  func base() {
    var device = Device(scheduler)
    device.scheduling = Scheduling(
      state: .review, memory: MemoryState(stability: 20, difficulty: 4), due: device.now,
      lastScheduled: device.now.advanced(by: -20 * Timestamp.millisecondsPerDay), reps: 11,
      lapses: 3)
    let base = device.scheduling
    device.review(.again)
    device.undo(device.log[0].id)
    #expect(fold(device.log).scheduling == base)
    device.scheduling = base
    device.review(.good)
    #expect(fold(device.log).scheduling == device.scheduling)
    #expect(device.scheduling.reps == 12 && device.scheduling.lapses == 3)
  }

  @Test("an undo before all else does not hide the base")
  func undoneBase() {
    var device = Device(scheduler)
    device.scheduling = Scheduling(
      state: .review, memory: MemoryState(stability: 20, difficulty: 4), due: device.now, reps: 11)
    let base = device.scheduling
    device.undo(ReviewID(high: 8, low: 8))
    device.scheduling = base
    device.review(.good)
    #expect(fold(device.log) == ReplayResult(scheduling: device.scheduling, isDiverged: false))
  }

  @Test("Basic reviews are told first: they count, and break no chain")
  func basic() {
    var device = Device(scheduler)
    device.review(.good)
    device.review(.good)
    var other = device
    other.stream = 2
    other.basic(after: 1)
    device.review(.good, after: 3)
    let result = fold(device.log + other.log.suffix(1))
    #expect(result.scheduling.hasSameSchedule(as: device.scheduling))
    #expect(result.scheduling.reps == 4 && !result.isDiverged)
    #expect(result.scheduling.lastScheduled == device.now)

    var stale = Device(scheduler)
    stale.stream = 3
    stale.now = device.now
    stale.basic(after: 1)
    let later = fold(device.log + other.log.suffix(1) + stale.log)
    #expect(later.scheduling.hasSameSchedule(as: device.scheduling))
    #expect(later.scheduling.lastReviewed == stale.now && later.scheduling.reps == 5)
  }

  @Test("imported entries are only counted, and the manual one sets the schedule")
  func imported() {
    var device = Device(scheduler)
    for rating in [Rating.good, .again, .good] { device.importReview(rating) }
    #expect(fold(device.log).scheduling == Scheduling(reps: 3))
    let schedule = Scheduling(
      state: .review, memory: MemoryState(stability: 30, difficulty: 6), due: device.now,
      lastReviewed: device.now, lastScheduled: device.now, reps: 3, lapses: 1)
    device.set(schedule)
    #expect(fold(device.log).scheduling == schedule)
    device.review(.good, after: 30)
    #expect(fold(device.log) == ReplayResult(scheduling: device.scheduling, isDiverged: false))
  }

  @Test("a reset takes the card back to new, counts included, and ends a divergence")
  func reset() {
    var device = Device(scheduler)
    device.review(.good)
    var other = Device(scheduler)
    other.stream = 2
    other.review(.easy, after: 2)
    let diverged = fold(device.log + other.log)
    #expect(diverged.isDiverged && diverged.scheduling.reps == 2)
    device.now = other.now
    device.reset()
    #expect(fold(device.log + other.log) == ReplayResult(scheduling: .new, isDiverged: false))
    device.review(.good)
    #expect(fold(device.log + other.log).scheduling == device.scheduling)
  }

  @Test("a log without the states before folds as the full one does")
  func narrow() {
    var random = SeededRandom(seed: 37)
    for _ in 0..<200 {
      let log = randomLog(using: &random)
      var told = LogState.new
      let narrow = log.map { entry in
        var entry = entry
        guard entry.states == .both else { return entry }
        if entry.before == told {
          entry.states = .after
          entry.before = LogState(Scheduling(reps: 99))
        }
        told = entry.after
        return entry
      }
      #expect(fold(narrow) == fold(log))
    }
  }

  @Test("any order of arrival, and any repetition, gives the same result")
  func convergence() {
    var random = SeededRandom(seed: 15)
    var divergences = 0
    for round in 0..<400 {
      let log = randomLog(using: &random)
      let expected = fold(log)
      divergences += expected.isDiverged ? 1 : 0
      for _ in 0..<4 {
        var arrived = log + log.filter { _ in Bool.random(using: &random) }
        arrived.shuffle(using: &random)
        #expect(
          Replay.fold(unordered: arrived, card: Self.card, with: scheduler) == expected,
          "seed 15, round \(round)")
      }
    }
    #expect(divergences > 50)
  }

  @Test("many undos are told apart as few are")
  func manyUndos() {
    var device = Device(scheduler)
    device.review(.good)
    let reviewed = device.scheduling
    for count in 1...40 {
      device.undo(device.log[device.log.count - 1].id)
      let expected = count % 2 == 0 ? reviewed : .new
      #expect(fold(device.log).scheduling == expected, "\(count) undos")
    }
  }

  @Test("many undos of what comes later are ignored as few are", arguments: [1, 40])
  func manyFutureUndos(count: UInt64) {
    var device = Device(scheduler)
    for _ in 0..<count { device.undo(ReviewID(high: 8, low: 8)) }
    device.review(.good)
    var log = device.log
    for index in 0..<Int(count) { log[index].cancels = log[log.count - 1].id }
    #expect(fold(log).scheduling == device.scheduling)
  }

  @Test("a review from the log's record folds as the entry does")
  func records() throws {
    var device = Device(scheduler)
    device.review(.good)
    let review = Review(
      id: device.log[0].id, cardID: Self.card, rating: .good, ratedAt: device.now,
      order: device.now, before: nil, after: device.scheduling)
    #expect(fold([ReplayEntry(review)]).scheduling == device.scheduling)
    let counted = Review(
      id: device.log[0].id, cardID: Self.card, rating: .good, ratedAt: device.now,
      order: device.now, before: nil, after: nil)
    #expect(fold([ReplayEntry(counted)]).scheduling == Scheduling(reps: 1))
  }

  @Test("a log state keeps what a schedule says")
  func packing() {
    var random = SeededRandom(seed: 56)
    #expect(MemoryLayout<LogState>.stride == 56)
    for _ in 0..<500 {
      func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &random) ? value : nil }
      let scheduling = Scheduling(
        state: CardState.allCases.randomElement(using: &random) ?? .new, step: maybe(3),
        memory: maybe(MemoryState(stability: 3.5, difficulty: 2.25)),
        due: maybe(Timestamp(milliseconds: 5)), lastReviewed: maybe(Timestamp(milliseconds: -6)),
        lastScheduled: maybe(Timestamp(milliseconds: 7)), reps: 8, lapses: 9)
      #expect(LogState(scheduling).scheduling == scheduling)
    }
  }

  private func fold(_ log: [ReplayEntry]) -> ReplayResult {
    Replay.fold(unordered: log, card: Self.card, with: scheduler)
  }

  /// Three devices that each know only some of one another's entries.
  private func randomLog(using random: inout SeededRandom) -> [ReplayEntry] {
    var shared = Device(scheduler)
    for _ in 0..<Int.random(in: 0...4, using: &random) { shared.act(using: &random) }
    var log = shared.log
    for stream in 2...4 as ClosedRange<UInt64> {
      var device = shared
      device.stream = stream
      for _ in 0..<Int.random(in: 0...5, using: &random) { device.act(using: &random) }
      log += device.log.dropFirst(shared.log.count)
    }
    return log.sorted { $0.precedes($1) }
  }
}
