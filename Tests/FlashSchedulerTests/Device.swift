import FlashModel
import FlashScheduler
import FlashTestSupport

/// One device with its log of one card, as the store would write it.
struct Device {
  private let scheduler: Scheduler
  var scheduling = Scheduling.new
  var now = Timestamp(milliseconds: 1_780_000_000_000)
  var log: [ReplayEntry] = []
  /// Tells the ids of one device from another's.
  var stream: UInt64 = 1
  private var count: UInt64 = 0

  init(_ scheduler: Scheduler) { self.scheduler = scheduler }

  mutating func review(_ rating: Rating, after days: Int = 0) {
    wait(days)
    let next = scheduler.schedule(scheduling, card: ReplayTests.card, rated: rating, at: now)
    write(.review, rating: rating, states: .both, after: next)
  }

  /// An entry with a state that some other scheduler made.
  mutating func append(after next: Scheduling, rating: Rating, days: Int) {
    wait(days)
    write(.review, rating: rating, states: .both, after: next)
  }

  mutating func basic(after days: Int = 0) {
    wait(days)
    write(.review, rating: .good, states: .both, after: Scheduler.basic(scheduling, at: now))
  }

  mutating func importReview(_ rating: Rating) {
    wait(0)
    write(.review, rating: rating, states: .none, after: scheduling)
  }

  mutating func set(_ next: Scheduling) {
    wait(0)
    write(.manual, states: .both, after: next)
  }

  mutating func reset() {
    wait(0)
    write(.reset, states: .both, after: .new)
  }

  /// Cancels an entry; the schedule is then the fold of the log.
  mutating func undo(_ target: ReviewID) {
    wait(0)
    write(.undo, cancels: target, states: .none, after: scheduling)
    scheduling =
      Replay.fold(unordered: log, card: ReplayTests.card, with: scheduler).scheduling
  }

  /// Anything a person or an import can do.
  mutating func act(using random: inout SeededRandom) {
    let days = Int.random(in: 0...6, using: &random)
    switch Int.random(in: 0..<12, using: &random) {
    case 0: basic(after: days)
    case 1: reset()
    case 2: importReview(.again)
    case 3:
      set(
        Scheduling(
          state: .review, memory: MemoryState(stability: 9, difficulty: 3), due: now,
          lastScheduled: now, reps: 5, lapses: 1))
    case 4, 5: if let target = log.randomElement(using: &random) { undo(target.id) }
    default: review(Rating.allCases.randomElement(using: &random) ?? .good, after: days)
    }
  }

  private mutating func wait(_ days: Int) {
    now = now.advanced(by: Int64(days) * Timestamp.millisecondsPerDay + 60_000)
  }

  private mutating func write(
    _ kind: ReviewKind, rating: Rating? = nil, cancels: ReviewID? = nil,
    states: ReplayEntry.States, after next: Scheduling
  ) {
    count += 1
    log.append(
      ReplayEntry(
        id: ReviewID(high: stream, low: count), order: now, ratedAt: now, kind: kind,
        rating: rating, cancels: cancels, states: states, before: LogState(scheduling),
        after: LogState(next)))
    scheduling = next
  }
}
