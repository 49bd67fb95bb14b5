import FlashModel
import FlashScheduler

/// Next states, previews and replay, one core.
enum SchedulerBenchmarks {
  static func run() throws -> [Figure] {
    let scheduler = try Scheduler(
      parameters: StudyParameters(), calendar: StudyCalendar(zone: try zone()))
    return [
      nextStates(), preview(scheduler), try zoneSetUp(), queue(scheduler.calendar),
    ] + replay(scheduler)
  }

  /// The four memory states of each of 100,000 different cards, with their raw intervals.
  private static func nextStates() -> Figure {
    let model = FSRS6(weights: .standard)
    let factor = model.intervalFactor(retention: 0.9)
    let memories = memories(count: 100_000)
    let time = seconds {
      var sum = 0.0
      for (index, memory) in memories.enumerated() {
        let next = model.nextStates(after: memory, elapsedDays: Double(index & 63))
        for rating in Rating.allCases { sum += next[rating].stability * factor }
        sum += next[.good].difficulty
      }
      return sum
    }
    return Figure(
      name: "next_states_per_s", value: Double(memories.count) / time, unit: "1/s",
      bar: .atLeast(5_000_000))
  }

  /// The same with steps, fuzz, order and due times.
  private static func preview(_ scheduler: Scheduler) -> Figure {
    let now = Timestamp(milliseconds: 1_790_000_000_000)
    let card = CardID(high: 1, low: 2)
    let cards = memories(count: 50_000).enumerated().map { index, memory in
      Scheduling(
        state: .review, memory: memory, due: now,
        lastScheduled: now.advanced(by: -Int64(index & 63) * Timestamp.millisecondsPerDay),
        reps: index)
    }
    let time = seconds {
      var sum = 0.0
      for scheduling in cards {
        let preview = scheduler.preview(scheduling, card: card, at: now)
        for rating in Rating.allCases { sum += Double(preview[rating].due?.milliseconds ?? 0) }
      }
      return sum
    }
    return Figure(
      name: "previews_per_s", value: Double(cards.count) / time, unit: "1/s", bar: .none)
  }

  /// A queue of 100,000 due reviews in the order of their overdueness.
  private static func queue(_ calendar: StudyCalendar) -> Figure {
    let now = Timestamp(milliseconds: 1_790_000_000_000)
    let cards = memories(count: 100_000).enumerated().map { index, memory in
      QueueCard(
        key: Int64(index), note: Int64(index / 2), state: .review,
        due: now.advanced(by: -Int64(index % 997) * Timestamp.millisecondsPerDay),
        lastScheduled: now.advanced(by: -Int64(index % 997 + 30) * Timestamp.millisecondsPerDay),
        stability: memory.stability)
    }
    let time = seconds {
      var queue = StudyQueue(
        cards, decks: [QueueDeck(newLeft: 10, reviewsLeft: nil, buriesSiblings: true)],
        reviewOrder: .overdue, newOrder: .position, calendar: calendar, at: now)
      return Double(queue.next(at: now)?.key ?? 0)
    }
    return Figure(name: "queue_100k_ms", value: time * 1_000, unit: "ms", bar: .none)
  }

  /// A zone with a yearly rule, from its bytes.
  private static func zoneSetUp() throws -> Figure {
    let bytes = try zoneBytes()
    let moment = Timestamp(milliseconds: 0)
    let time = seconds {
      (0..<100).reduce(0.0) { sum, _ in
        // The same bytes made a zone above: they can't fail here.
        let zone = try? TimeZoneRules(identifier: "X", tzif: bytes)
        return sum + Double(zone?.offsetMilliseconds(at: moment) ?? 0)
      }
    }
    return Figure(
      name: "time_zone_set_up_us", value: time / 100 * 1e6, unit: "us", bar: .none)
  }

  private static func replay(_ scheduler: Scheduler) -> [Figure] {
    let chain = log(scheduler, isBroken: false)
    let broken = log(scheduler, isBroken: true)
    return [
      Figure(
        name: "replay_1.5M_s", value: folded(chain, scheduler), unit: "s", bar: .atMost(0.2)),
      Figure(
        name: "replay_1.5M_diverged_s", value: folded(broken, scheduler), unit: "s", bar: .none),
    ]
  }

  private static let cardCount = 100_000
  private static let reviewsEach = 15

  private static func folded(_ log: [ReplayEntry], _ scheduler: Scheduler) -> Double {
    seconds {
      var reps = 0
      let span = log.span
      for card in 0..<cardCount {
        let entries = span.extracting(card * reviewsEach..<(card + 1) * reviewsEach)
        let result = Replay.fold(
          entries, card: CardID(high: 1, low: UInt64(card)), with: scheduler)
        reps += result.scheduling.reps
      }
      return Double(reps)
    }
  }

  /// The logs of 100,000 cards one after the other, fifteen reviews each. Broken: no review knows of
  /// the one before it, so that each but the first is applied anew.
  private static func log(_ scheduler: Scheduler, isBroken: Bool) -> [ReplayEntry] {
    var log: [ReplayEntry] = []
    log.reserveCapacity(cardCount * reviewsEach)
    var random = Noise(state: 9)
    for card in 0..<cardCount {
      let id = CardID(high: 1, low: UInt64(card))
      var scheduling = Scheduling.new
      var now = Timestamp(milliseconds: 1_700_000_000_000 + Int64(card) * 1_000)
      for index in 0..<reviewsEach {
        let rating = [Rating.good, .good, .again, .hard, .good, .easy, .good, .good][
          Int(random.next() & 7)]
        let next = scheduler.schedule(scheduling, card: id, rated: rating, at: now)
        log.append(
          ReplayEntry(
            id: ReviewID(high: UInt64(card), low: UInt64(index)), order: now, ratedAt: now,
            kind: .review, rating: rating, states: .both,
            before: LogState(isBroken ? .new : scheduling), after: LogState(next)))
        now = max(next.due ?? now, now.advanced(by: 60_000))
        scheduling = next
      }
    }
    return log
  }

  private static func memories(count: Int) -> [MemoryState] {
    var random = Noise(state: 5)
    return (0..<count).map { _ in
      MemoryState(
        stability: 0.1 + Double(random.next() >> 44) / 500,
        difficulty: 1 + Double(random.next() >> 44) / 116_509)
    }
  }

  /// SplitMix64.
  private struct Noise {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }
}
