import FlashTestSupport
import Foundation

@testable import FlashModel
@testable import FlashScheduler

/// The documents of Tests/Fixtures/fsrs.
enum Vectors {
  struct Schedulers: Decodable { let schedulers: [String: Configuration] }

  struct Configuration: Decodable {
    let parameters: [Double]
    let desiredRetention: Double
    let learningStepsS: [Int]
    let relearningStepsS: [Int]
    let maximumInterval: Int
  }

  struct Sequences: Decodable { let sequences: [Sequence] }

  struct Sequence: Decodable {
    let id: String
    let scheduler: String
    let reviews: [Review]
  }

  struct Review: Decodable {
    let tMs: Int64
    let rating: Int
    let retrievabilityBefore: Double?
    let state: String
    let step: Int?
    let stability: Double
    let difficulty: Double
    let dueMs: Int64
  }

  struct Previews: Decodable { let previews: [Preview] }

  struct Preview: Decodable {
    struct Option: Decodable {
      let state: String
      let step: Int?
      let stability: Double
      let difficulty: Double
      let dueMs: Int64
    }
    let sequence: String
    let beforeReview: Int
    let tMs: Int64
    let options: [String: Option]
  }

  /// A document with weight sets and rows.
  struct Rows<Row: Decodable>: Decodable {
    let weightSets: [String: [Double]]
    let rows: [Row]
  }

  static func schedulers() throws -> [String: Configuration] {
    // Names of schedulers are keys: they must not be converted from snake case.
    try decode("schedulers", as: Schedulers.self).schedulers
  }

  static func decode<Value: Decodable>(_ name: String, as type: Value.Type) throws -> Value {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(type, from: Data(Fixture.bytes("fsrs/\(name).json")))
  }

  static func reference(_ configuration: Configuration) throws -> Scheduler {
    var parameters = StudyParameters()
    parameters.fsrsWeights = configuration.parameters
    parameters.desiredRetention = configuration.desiredRetention
    parameters.learningSteps = configuration.learningStepsS
    parameters.relearningSteps = configuration.relearningStepsS
    parameters.maxIntervalDays = configuration.maximumInterval
    return try Scheduler(
      parameters: parameters, calendar: StudyCalendar(zone: .utc), rules: .reference, fuzz: false)
  }

  static let card = CardID(high: 1, low: 2)
}

/// The difference of two numbers in units of the second.
func relativeError(_ value: Double?, _ expected: Double) -> Double {
  guard let value else { return .infinity }
  return abs(value - expected) / abs(expected)
}
