import FlashModel

/// When a row last changed, and whether it is a tombstone.
struct RowClocks {
  private(set) var updated: Timestamp?
  private(set) var deleted: Timestamp?

  /// Reads a clock, or steps over what else `key` names.
  mutating func read(_ key: String, from reader: inout JSONReader) throws(JSONError) {
    switch key {
    case "updated_at_ms": updated = try reader.timestampOrNull()
    case "deleted_at_ms": deleted = try reader.timestampOrNull()
    default: try reader.skipValue()
    }
  }
}

extension JSONReader {
  func required<Value>(_ value: Value?, _ name: String, _ start: Int) throws(JSONError) -> Value {
    guard let value else { throw JSONError(offset: start, reason: "a row without '\(name)'") }
    return value
  }

  mutating func identifier<Entity>() throws(JSONError) -> Identifier<Entity> {
    let start = offset
    let text = try string()
    guard let identifier = Identifier<Entity>(text) else {
      throw JSONError(offset: start, reason: "a UUID expected, not '\(text.prefix(40))'")
    }
    return identifier
  }

  mutating func identifierOrNull<Entity>() throws(JSONError) -> Identifier<Entity>? {
    try readNull() ? nil : try identifier()
  }

  mutating func timestampOrNull() throws(JSONError) -> Timestamp? {
    try readNull() ? nil : Timestamp(milliseconds: try integer())
  }

  mutating func doubleOrNull() throws(JSONError) -> Double? {
    try readNull() ? nil : try double()
  }

  /// A side of a card.
  mutating func side() throws(JSONError) -> String {
    let start = offset
    let text = try string()
    guard text.utf8.count <= TextLimits.side else {
      throw JSONError(offset: start, reason: "a side longer than 1 MiB")
    }
    return text
  }

  /// One of a set of words.
  mutating func word<Word: RawRepresentable<String>>() throws(JSONError) -> Word {
    let start = offset
    let text = try string()
    guard let word = Word(rawValue: text) else {
      throw JSONError(offset: start, reason: "an unknown word: '\(text.prefix(40))'")
    }
    return word
  }

  mutating func cardState() throws(JSONError) -> CardState {
    let start = offset
    let text = try string()
    guard let state = CardState(word: text) else {
      throw JSONError(offset: start, reason: "an unknown state: '\(text.prefix(40))'")
    }
    return state
  }

  mutating func studyOptions() throws(JSONError) -> StudyOptions {
    var options = StudyOptions()
    try beginObject()
    while let key = try nextKey() {
      // Null says what absence says.
      if try readNull() { continue }
      switch key {
      case "desired_retention": options.desiredRetention = try double()
      case "new_per_day": options.newPerDay = try integer(in: 0...9_999)
      case "reviews_per_day": options.reviewsPerDay = try integer(in: 0...9_999)
      case "learning_steps_s": options.learningSteps = try steps()
      case "relearning_steps_s": options.relearningSteps = try steps()
      case "max_interval_days": options.maxIntervalDays = try integer(in: 1...36_500)
      case "leech_threshold": options.leechThreshold = try integer(in: 1...99)
      case "bury_siblings": options.burySiblings = try bool()
      case "new_order": options.newOrder = try word()
      case "review_order": options.reviewOrder = try word()
      case "fsrs_weights":
        var weights: [Double] = []
        try beginArray()
        while try nextElement() { weights.append(try double()) }
        options.fsrsWeights = weights
      default: try skipValue()
      }
    }
    return options
  }

  private mutating func steps() throws(JSONError) -> [Int] {
    var steps: [Int] = []
    try beginArray()
    while try nextElement() { steps.append(try integer(in: 1...Int(Int32.max))) }
    return steps
  }
}
