/// A study option whose value is outside its range.
public struct StudyOptionError: UserFacingError, Hashable {
  /// The option as it is written, such as `new_per_day`.
  public let option: String
  /// What was expected.
  public let expected: String

  public init(option: String, expected: String) {
    self.option = option
    self.expected = expected
  }

  public var message: String { "study option '\(option)': \(expected) expected" }
  public var code: String { "invalid" }
  public var kind: FailureKind { .usage }
}

extension StudyOptions {
  /// The names that ``set(_:to:)`` and the wire know.
  public static let names = [
    "desired_retention", "new_per_day", "reviews_per_day", "learning_steps_s",
    "relearning_steps_s", "max_interval_days", "leech_threshold", "bury_siblings", "new_order",
    "review_order", "fsrs_weights",
  ]

  /// The members that are set, under the names of the wire.
  public var json: JSONValue {
    .object(
      StudyOptions.names.compactMap { name in value(of: name).map { JSONValue.Member(name, $0) } })
  }

  /// Reads an object; unknown members are ignored, null leaves a member unset.
  /// - Throws: ``StudyOptionError`` naming the member that is out of range.
  public init(json: JSONValue) throws(StudyOptionError) {
    self.init()
    for name in StudyOptions.names {
      if let value = json[name], value != .null { try set(name, to: value) }
    }
  }

  /// The value of an option, nil if it is not set or not known.
  public func value(of name: String) -> JSONValue? {
    switch name {
    case "desired_retention": desiredRetention.map { .double($0) }
    case "new_per_day": newPerDay.map { .integer(Int64($0)) }
    case "reviews_per_day": reviewsPerDay.map { .integer(Int64($0)) }
    case "learning_steps_s": learningSteps.map { .array($0.map { .integer(Int64($0)) }) }
    case "relearning_steps_s": relearningSteps.map { .array($0.map { .integer(Int64($0)) }) }
    case "max_interval_days": maxIntervalDays.map { .integer(Int64($0)) }
    case "leech_threshold": leechThreshold.map { .integer(Int64($0)) }
    case "bury_siblings": burySiblings.map { .bool($0) }
    case "new_order": newOrder.map { .string($0.rawValue) }
    case "review_order": reviewOrder.map { .string($0.rawValue) }
    case "fsrs_weights": fsrsWeights.map { .array($0.map { .double($0) }) }
    default: nil
    }
  }

  /// Sets an option; null unsets it.
  /// - Throws: ``StudyOptionError`` if there is no such option or the value is out of range.
  public mutating func set(_ name: String, to value: JSONValue) throws(StudyOptionError) {
    let value = value == .null ? nil : value
    switch name {
    case "desired_retention":
      desiredRetention = try read(name, value, "a number from 0.70 to 0.99") {
        $0.double.flatMap { (0.7...0.99).contains($0) ? $0 : nil }
      }
    case "new_per_day": newPerDay = try read(name, value, in: 0...9_999)
    case "reviews_per_day": reviewsPerDay = try read(name, value, in: 0...9_999)
    case "learning_steps_s": learningSteps = try steps(name, value)
    case "relearning_steps_s": relearningSteps = try steps(name, value)
    case "max_interval_days": maxIntervalDays = try read(name, value, in: 1...36_500)
    case "leech_threshold": leechThreshold = try read(name, value, in: 1...99)
    case "bury_siblings":
      burySiblings = try read(name, value, "true or false") {
        if case .bool(let flag) = $0 { flag } else { nil }
      }
    case "new_order":
      newOrder = try read(name, value, "position or random") {
        $0.string.flatMap(NewOrder.init(rawValue:))
      }
    case "review_order":
      reviewOrder = try read(name, value, "overdue, due, retrievability or random") {
        $0.string.flatMap(ReviewOrder.init(rawValue:))
      }
    case "fsrs_weights": fsrsWeights = try weights(name, value)
    default:
      throw StudyOptionError(
        option: name, expected: "one of \(StudyOptions.names.joined(separator: ", "))")
    }
  }
}

private func read<Value>(
  _ name: String, _ json: JSONValue?, _ expected: String, _ convert: (JSONValue) -> Value?
) throws(StudyOptionError) -> Value? {
  guard let json else { return nil }
  guard let value = convert(json) else {
    throw StudyOptionError(option: name, expected: expected)
  }
  return value
}

private func read(
  _ name: String, _ json: JSONValue?, in range: ClosedRange<Int>
) throws(StudyOptionError) -> Int? {
  try read(
    name, json, "a whole number from \(range.lowerBound) to \(range.upperBound)"
  ) { $0.integer.flatMap { Int(exactly: $0) }.flatMap { range.contains($0) ? $0 : nil } }
}

private func steps(_ name: String, _ json: JSONValue?) throws(StudyOptionError) -> [Int]? {
  try read(name, json, "at most ten steps of 1 to 31536000 seconds") { json -> [Int]? in
    guard case .array(let elements) = json, elements.count <= 10 else { return nil }
    let steps = elements.compactMap { $0.integer.flatMap { Int(exactly: $0) } }
    return steps.count == elements.count && steps.allSatisfy { StudyOptions.stepRange.contains($0) }
      ? steps : nil
  }
}

private func weights(_ name: String, _ json: JSONValue?) throws(StudyOptionError) -> [Double]? {
  try read(name, json, "17, 19 or 21 finite numbers") { json -> [Double]? in
    guard case .array(let elements) = json, [17, 19, 21].contains(elements.count) else {
      return nil
    }
    let numbers = elements.compactMap(\.double)
    return numbers.count == elements.count ? numbers : nil
  }
}
