import FlashTestSupport
import Testing

@testable import FlashModel
@testable import FlashScheduler

/// Anki's four buttons, fuzz off, under the product's rules.
@Suite struct AnkiButtonTests {
  struct Document: Decodable {
    struct Configuration: Decodable {
      let parameters: [Double]?
      let desiredRetention: Double
      let learnStepsMin: [Int]
      let relearnStepsMin: [Int]
      let maximumInterval: Int
    }
    struct Card: Decodable {
      let state: String
      let stability: Double?
      let difficulty: Double?
      let elapsedDays: Int?
      let scheduledDays: Int?
      let remainingSteps: Int?
    }
    struct Button: Decodable {
      let state: String
      let secs: Int64?
      let days: Int?
      let remainingSteps: Int?
      let daysAfterRelearning: Double?
      let stability: Double
      let difficulty: Double
    }
    struct Row: Decodable {
      let config: String
      let card: Card
      let again, hard, good, easy: Button
    }
    let configs: [String: Configuration]
    let rows: [Row]
  }

  static let now = Timestamp(milliseconds: 1_790_000_000_000)

  @Test("each button holds what Anki's holds")
  func buttons() throws {
    let document = try Vectors.decode("anki_buttons", as: Document.self)
    #expect(document.rows.count == 408)
    for (index, row) in document.rows.enumerated() {
      let configuration = try #require(document.configs[row.config])
      let scheduler = try Self.scheduler(configuration)
      let scheduling = try Self.scheduling(row.card, configuration, scheduler.calendar)
      let preview = scheduler.preview(scheduling, card: Vectors.card, at: Self.now)
      let buttons: [(Rating, Document.Button)] = [
        (.again, row.again), (.hard, row.hard), (.good, row.good), (.easy, row.easy),
      ]
      for (rating, button) in buttons {
        let place: Comment = "row \(index) \(row.config) \(row.card) \(rating.word)"
        let next = preview[rating]
        #expect(next.state.word == button.state, place)
        #expect(relativeError(next.memory?.stability, button.stability) < 1e-4, place)
        #expect(relativeError(next.memory?.difficulty, button.difficulty) < 1e-4, place)
        if let secs = button.secs {
          #expect(
            abs((next.due?.milliseconds(since: Self.now) ?? 0) - secs * 1_000) <= 1_000, place)
        }
        if let days = button.days {
          #expect(scheduler.intervalDays(of: next) == days, place)
        }
        if let after = button.daysAfterRelearning, rating == .again {
          let raw = scheduler.rawDays(next.memory?.stability ?? 0)
          #expect(scheduler.graduatingDays(raw, minimum: 1, fraction: nil) == after, place)
        }
        if let remaining = button.remainingSteps, remaining > 0 {
          let steps =
            next.state == .learning
            ? configuration.learnStepsMin
            : configuration.relearnStepsMin
          #expect(next.step == steps.count - remaining, place)
        }
        let isLapse = rating == .again && scheduling.state == .review
        #expect(next.lapses == scheduling.lapses + (isLapse ? 1 : 0), place)
      }
    }
  }

  private static func scheduler(_ configuration: Document.Configuration) throws -> Scheduler {
    var parameters = StudyParameters()
    parameters.fsrsWeights = configuration.parameters
    parameters.desiredRetention = configuration.desiredRetention
    parameters.learningSteps = configuration.learnStepsMin.map { $0 * 60 }
    parameters.relearningSteps = configuration.relearnStepsMin.map { $0 * 60 }
    parameters.maxIntervalDays = configuration.maximumInterval
    return try Scheduler(parameters: parameters, calendar: StudyCalendar(zone: .utc), fuzz: false)
  }

  private static func scheduling(
    _ card: Document.Card, _ configuration: Document.Configuration, _ calendar: StudyCalendar
  ) throws -> Scheduling {
    guard let stability = card.stability, let difficulty = card.difficulty,
      let elapsed = card.elapsedDays, let scheduled = card.scheduledDays
    else { return .new }
    let state = try #require(CardState(word: card.state))
    let last = now.advanced(by: -Int64(elapsed) * Timestamp.millisecondsPerDay)
    let steps = state == .learning ? configuration.learnStepsMin : configuration.relearnStepsMin
    return Scheduling(
      state: state, step: card.remainingSteps.map { steps.count - $0 },
      memory: MemoryState(stability: stability, difficulty: difficulty),
      due: calendar.start(of: calendar.day(of: last).advanced(by: scheduled)), lastReviewed: last,
      lastScheduled: last, reps: 3, lapses: 1)
  }
}
