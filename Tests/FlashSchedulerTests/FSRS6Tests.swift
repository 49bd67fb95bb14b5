import FlashTestSupport
import Testing

@testable import FlashModel
@testable import FlashScheduler

@Suite struct FSRS6Tests {
  struct Formulas: Decodable {
    struct Functions: Decodable {
      struct Initial: Decodable {
        let rating: Int
        let stability: Double
        let difficulty: Double
      }
      struct Retrievability: Decodable { let elapsedDays, stability, r: Double }
      struct Interval: Decodable {
        let desiredRetention, stability, rawDays: Double
        let days: Double
      }
      struct Difficulty: Decodable {
        let difficulty: Double
        let rating: Int
        let out: Double
      }
      struct SameDay: Decodable {
        let stability: Double
        let rating: Int
        let out: Double
      }
      struct Recall: Decodable {
        let stability, difficulty, r: Double
        let rating: Int
        let out: Double
      }
      struct Forget: Decodable { let stability, difficulty, r, out: Double }

      let weights: String
      let initial: [Initial]
      let retrievability: [Retrievability]
      let interval: [Interval]
      let nextDifficulty: [Difficulty]
      let shortTerm: [SameDay]
      let recall: [Recall]
      let forget: [Forget]
    }
    let weightSets: [String: [Double]]
    let functions: [Functions]
  }

  @Test("each elementary function gives py-fsrs's value")
  func formulas() throws {
    let document = try Vectors.decode("formulas", as: Formulas.self)
    #expect(document.functions.count == 9)
    for rows in document.functions {
      let weights = try FSRS6Weights(try #require(document.weightSets[rows.weights]))
      let model = FSRS6(weights: weights, maximumStability: .infinity)
      var worst = 0.0
      func compare(_ found: Double, _ expected: Double) {
        worst = max(worst, relativeError(found, expected))
      }
      for row in rows.initial {
        compare(model.firstStates.stability[row.rating - 1], row.stability)
        compare(model.firstStates.difficulty[row.rating - 1], row.difficulty)
      }
      for row in rows.retrievability {
        compare(
          model.retrievability(elapsedDays: row.elapsedDays, stability: row.stability), row.r)
      }
      for row in rows.interval {
        let raw = row.stability * model.intervalFactor(retention: row.desiredRetention)
        compare(raw, row.rawDays)
        #expect(min(max(raw.rounded(.toNearestOrEven), 1), 36_500) == row.days)
      }
      for row in rows.nextDifficulty {
        compare(model.nextDifficulties(row.difficulty)[row.rating - 1], row.out)
      }
      for row in rows.shortTerm { compare(model.sameDay(row.stability)[row.rating - 1], row.out) }
      for row in rows.recall {
        let memory = MemoryState(stability: row.stability, difficulty: row.difficulty)
        compare(model.recalled(memory, retrievability: row.r)[row.rating - 1], row.out)
      }
      for row in rows.forget {
        let memory = MemoryState(stability: row.stability, difficulty: row.difficulty)
        compare(model.forgotten(memory, retrievability: row.r), row.out)
      }
      #expect(worst < 1e-12, "weights \(rows.weights)")
    }
  }

  struct RustRow: Decodable {
    struct Next: Decodable {
      let desiredRetention: Double
      let elapsedDays: Double
      let again, hard, good, easy: [Double]
    }
    let weights: String
    let history: [[Int]]
    let states: [[Double]]
    let next: Next
  }

  @Test("whole-day histories go as fsrs-rs takes them, within its 32 bits")
  func rust() throws {
    let document = try Vectors.decode("fsrs_rs_states", as: Vectors.Rows<RustRow>.self)
    #expect(document.rows.count == 240)
    for row in document.rows {
      let model = FSRS6(weights: try FSRS6Weights(try #require(document.weightSets[row.weights])))
      var memory: MemoryState?
      for (review, expected) in zip(row.history, row.states) {
        let rating = try #require(Rating(rawValue: review[0]))
        let next =
          memory.map {
            model.nextStates(after: $0, elapsedDays: Double(review[1]))
          } ?? model.firstStates
        memory = next[rating]
        #expect(relativeError(memory?.stability, expected[0]) < 1e-4)
        #expect(relativeError(memory?.difficulty, expected[1]) < 1e-4)
      }
      let next = model.nextStates(
        after: try #require(memory), elapsedDays: row.next.elapsedDays)
      let factor = model.intervalFactor(retention: row.next.desiredRetention)
      for (rating, expected) in zip(
        Rating.allCases, [row.next.again, row.next.hard, row.next.good, row.next.easy])
      {
        #expect(relativeError(next[rating].stability, expected[0]) < 1e-4)
        #expect(relativeError(next[rating].difficulty, expected[1]) < 1e-4)
        #expect(relativeError(next[rating].stability * factor, expected[2]) < 1e-4)
      }
    }
  }

  @Test("a history of moments leads to fsrs-rs's last state, also from the middle of it")
  func history() throws {
    let document = try Vectors.decode("fsrs_rs_states", as: Vectors.Rows<RustRow>.self)
    for row in document.rows {
      var parameters = StudyParameters()
      parameters.fsrsWeights = document.weightSets[row.weights]
      let scheduler = try Scheduler(
        parameters: parameters, calendar: StudyCalendar(zone: .utc), fuzz: false)
      var moment = Timestamp(milliseconds: 1_700_000_000_000)
      let reviews = try row.history.map { review in
        moment = moment.advanced(by: Int64(review[1]) * Timestamp.millisecondsPerDay)
        return RatedMoment(try #require(Rating(rawValue: review[0])), at: moment)
      }
      let memory = try #require(scheduler.memory(after: reviews))
      let expected = try #require(row.states.last)
      #expect(relativeError(memory.stability, expected[0]) < 1e-4)
      #expect(relativeError(memory.difficulty, expected[1]) < 1e-4)
      let half = reviews.count / 2
      guard half > 0, let start = scheduler.memory(after: Array(reviews[..<half])) else { continue }
      #expect(
        scheduler.memory(
          after: Array(reviews[half...]), startingFrom: (start, reviews[half - 1].moment))
          == memory)
    }
  }

  @Test("Good moves the difficulty by mean reversion alone")
  func meanReversion() throws {
    var weights = FSRS6Weights.standard.values
    weights[7] = 0.25
    let model = FSRS6(weights: try FSRS6Weights(weights))
    // D0(4) = 6.4133 - exp(3 * 0.8334) + 1, which lies below 1 and is not clamped here.
    let target = 7.4133 - exponential(3 * 0.8334)
    for difficulty in [1.0, 3, 6.5, 10] {
      let next = model.nextStates(
        after: MemoryState(stability: 4, difficulty: difficulty), elapsedDays: 4)[.good]
      #expect(abs(next.difficulty - max(1, 0.25 * target + 0.75 * difficulty)) < 1e-12)
    }
  }

  struct Sm2Row: Decodable {
    let weights: String
    let easeFactor, intervalDays, sm2Retention, stability, difficulty: Double
  }

  @Test("SM-2's ease and interval become fsrs-rs's state")
  func sm2() throws {
    let document = try Vectors.decode("sm2_conversion", as: Vectors.Rows<Sm2Row>.self)
    #expect(document.rows.count == 120)
    for row in document.rows {
      let model = FSRS6(weights: try FSRS6Weights(try #require(document.weightSets[row.weights])))
      let found = model.memory(
        fromEase: row.easeFactor, intervalDays: row.intervalDays, retention: row.sm2Retention)
      #expect(relativeError(found?.stability, row.stability) < 1e-4)
      #expect(relativeError(found?.difficulty, row.difficulty) < 1e-4)
    }
    let model = FSRS6(weights: .standard)
    #expect(model.memory(fromEase: .nan, intervalDays: 1, retention: 0.9) == nil)
    #expect(model.memory(fromEase: 2.5, intervalDays: 1, retention: 1) == nil)
  }

  @Test("the rules of recall, lapse and difficulty hold for any weights and states")
  func properties() throws {
    var random = SeededRandom(seed: 66)
    for _ in 0..<4_000 {
      let weights = FSRS6Weights.bounds.map { Double.random(in: $0, using: &random) }
      let model = FSRS6(weights: try FSRS6Weights(weights))
      let memory = MemoryState(
        stability: exp2(Double.random(in: -9...15, using: &random)),
        difficulty: Double.random(in: 1...10, using: &random))
      let elapsed = Double([0, 1, 2, 10, 400, 5_000].randomElement(using: &random) ?? 1)
      let next = model.nextStates(after: memory, elapsedDays: elapsed)
      let s = next.stability
      let d = next.difficulty
      #expect(s[0] <= s[1] && s[1] <= s[2] && s[2] <= s[3], "\(weights) \(memory) \(elapsed)")
      #expect(d[0] >= d[1] && d[1] >= d[2] && d[2] >= d[3])
      #expect(s[1] >= memory.stability, "recall never lowers the stability")
      if elapsed >= 1 {
        #expect(s[0] <= max(memory.stability, 0.001), "a lapse never raises the stability")
      }
      #expect(s.min() >= 0.001 && s.max() <= 36_500 && d.min() >= 1 && d.max() <= 10)
      for rating in Rating.allCases {
        #expect(
          model.lapseStates(after: memory, elapsedDays: elapsed)[.again] == next[.again]
            && (rating == .again
              || model.passingStates(after: memory, elapsedDays: elapsed)[rating] == next[rating])
        )
      }
      let r = model.retrievability(elapsedDays: elapsed, stability: memory.stability)
      let later = model.retrievability(elapsedDays: elapsed + 1, stability: memory.stability)
      #expect(later < r && r <= 1)
      #expect(
        model.intervalFactor(retention: 0.8) > model.intervalFactor(retention: 0.81)
          && relativeError(model.intervalFactor(retention: 0.9), 1) < 1e-12)
    }
  }

  @Test("a state that is none counts as the nearest, and never spreads")
  func garbage() {
    let model = FSRS6(weights: .standard)
    for value in [Double.nan, -1, 0, .infinity, -.infinity] {
      let next = model.nextStates(
        after: MemoryState(stability: value, difficulty: value), elapsedDays: 3)
      for rating in Rating.allCases {
        #expect((0.001...36_500).contains(next[rating].stability))
        #expect((1...10).contains(next[rating].difficulty))
      }
    }
  }

  private func exp2(_ x: Double) -> Double { exponential(x * 0.693_147_180_559_945_3) }
}
