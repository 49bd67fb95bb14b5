import FlashModel
import FlashScheduler
import FlashSQL
import FlashStore

/// Measures a session's first card and its answers on tmpfs and on this disk, beside bare SQLite.
enum StudyBenchmarks {
  private static let cards = 100_000

  static func run() throws -> [Figure] {
    // Made on tmpfs once: on a disk each of its reviews would be synced.
    let made = "/dev/shm/flash-bench-made.db"
    defer { GeneratedCollection.remove(made) }
    try GeneratedCollection.make(made, due: 2_000, cards: cards)
    let first = Figure(
      name: "first card of a session, 2,000 of \(cards) due", value: try firstCard(made) * 1_000,
      unit: "ms", bar: .atMost(15))
    try GeneratedCollection.make(made, due: cards, cards: cards)
    return try [first]
      + measure(made, in: "/dev/shm", name: "tmpfs", answers: 20_000, bar: .atLeast(10_000))
      + measure(made, in: ".build", name: "disk", answers: 3_000, bar: .none)
  }

  private static func measure(
    _ made: String, in folder: String, name: String, answers: Int, bar: Figure.Bar
  ) throws -> [Figure] {
    let path = "\(folder)/flash-bench-study.db"
    let peerPath = "\(folder)/flash-bench-bare.db"
    defer {
      GeneratedCollection.remove(path)
      GeneratedCollection.remove(peerPath)
    }
    try GeneratedCollection.copy(made, to: path)
    try BareSQLite.make(peerPath, cards: cards)
    let first = try firstCard(path)
    var ours: [Double] = []
    var peers: [Double] = []
    // In turn, so that a busy moment of the machine hits both.
    for run in 0..<3 {
      peers.append(try BareSQLite.answer(peerPath, count: answers, from: run * answers))
      ours.append(try answer(path, count: answers))
    }
    let (our, peer) = (ours.sorted()[1], peers.sorted()[1])
    return [
      Figure(
        name: "first card of a session, all \(cards) due, \(name)", value: first * 1_000,
        unit: "ms", bar: .none),
      Figure(
        name: "bare SQLite commits of an answer, \(name)", value: Double(answers) / peer,
        unit: "/s", bar: .none),
      Figure(
        name: "next card and durable answer, \(name)", value: Double(answers) / our, unit: "/s",
        bar: bar),
      Figure(
        name: "an answer over a bare commit, \(name)", value: our / peer, unit: "x",
        bar: name == "disk" ? .atMost(1.3) : .none),
    ]
  }

  /// Seconds from an open collection to the first question, the queue read and ordered.
  private static func firstCard(_ path: String) throws -> Double {
    var times: [Double] = []
    for _ in 0..<5 {
      let store = try Store(
        path: path, for: .writing, at: GeneratedCollection.now,
        random: SystemRandomNumberGenerator())
      let rules = GeneratedCollection.rules
      times.append(
        try seconds {
          let decks = try store.decks()
          var queue = try store.studyPlan(
            for: decks, by: rules, at: GeneratedCollection.now
          ).queue
          guard let queued = queue.next(at: GeneratedCollection.now),
            try store.studyCard(queued, at: GeneratedCollection.now) != nil
          else { preconditionFailure("the generated cards are due") }
        })
    }
    return times.sorted()[2]
  }

  private static func answer(_ path: String, count: Int) throws -> Double {
    let rules = GeneratedCollection.rules
    let store = try Store(
      path: path, for: .writing, at: GeneratedCollection.now, random: SystemRandomNumberGenerator())
    let decks = try store.decks()
    var queue = try store.studyPlan(for: decks, by: rules, at: GeneratedCollection.now).queue
    var now = GeneratedCollection.now
    return try seconds {
      for index in 0..<count {
        guard let queued = queue.next(at: now),
          let card = try store.studyCard(queued, at: now)
        else { preconditionFailure("the generated cards are due") }
        let rating: Rating = index % 10 == 0 ? .again : .good
        let recorded = try store.record(
          Answer(cardID: card.id, rating: rating, ratedAt: now, durationMilliseconds: 4_000),
          by: rules)
        queue.answered(queued, with: recorded.after)
        now = now.advanced(by: 1)
      }
    }
  }

  static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    let (whole, fraction) = (ContinuousClock.now - start).components
    return Double(whole) + Double(fraction) / 1e18
  }
}
