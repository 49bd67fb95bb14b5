import FlashModel

/// A preset of Anki's: the study options that several decks share.
struct AnkiPreset {
  /// In minutes.
  private var learningSteps: [Double] = []
  private var relearningSteps: [Double] = []
  private var newPerDay = 0
  private var reviewsPerDay = 0
  private var maxInterval = 0
  private var leechThreshold = 0
  private var buriesSiblings = false
  private var newSort = 0
  private var newGather = 0
  private var reviewOrder = 0
  private var desiredRetention = 0.0
  /// The newest that it has.
  private var weights: [Double] = []

  /// What Anki calls no limit: the most that can be given.
  private static let unlimited = 9_999

  /// The preset that every collection has, by its id.
  static let defaultID: Int64 = 1

  /// What it says in our terms; nil if it is the one that Anki makes, as Anki makes it: that says
  /// nothing about what somebody wants.
  /// - Parameter hasFSRS: whether the collection schedules by that model; else what belongs to it
  ///   means nothing.
  func options(id: Int64, hasFSRS: Bool) -> StudyOptions? {
    if id == AnkiPreset.defaultID, isAsAnkiMakesIt { return nil }
    var options = StudyOptions()
    func set(_ name: String, _ value: JSONValue) {
      // What is out of range here is left to the default.
      try? options.set(name, to: value)
    }
    set("learning_steps_s", AnkiPreset.seconds(learningSteps))
    set("relearning_steps_s", AnkiPreset.seconds(relearningSteps))
    set("new_per_day", .integer(Int64(min(newPerDay, AnkiPreset.unlimited))))
    if reviewsPerDay < AnkiPreset.unlimited {
      set("reviews_per_day", .integer(Int64(reviewsPerDay)))
    }
    set("max_interval_days", .integer(Int64(maxInterval)))
    set("leech_threshold", .integer(Int64(leechThreshold)))
    options.burySiblings = buriesSiblings
    // Sorted by chance, or gathered so; what was shuffled when it was added has its position.
    options.newOrder = newSort >= 3 || (3...5).contains(newGather) ? .random : .position
    options.reviewOrder =
      switch reviewOrder {
      case 0, 1, 2: .due
      case 7: .retrievability
      case 8: .random
      case 12: .overdue
      default: nil
      }
    if hasFSRS {
      set("desired_retention", .double(desiredRetention))
      if !weights.isEmpty { set("fsrs_weights", .array(weights.map { .double($0) })) }
    }
    return options
  }

  private var isAsAnkiMakesIt: Bool {
    learningSteps == [1, 10] && relearningSteps == [10] && newPerDay == 20
      && [100, 200].contains(reviewsPerDay) && maxInterval == 36_500 && leechThreshold == 8
      && newSort == 0 && newGather == 0 && reviewOrder == 0 && desiredRetention == 0.9
      && weights.isEmpty
  }

  private static func seconds(_ minutes: [Double]) -> JSONValue {
    .array(
      minutes.map { .integer(Int64(exactly: (min(max($0, 0), 1e9) * 60).rounded()) ?? 0) })
  }
}

extension AnkiPreset {
  /// A preset as schema 11 keeps it; nil for the options of a filtered deck.
  init?(json: JSONValue) {
    guard let new = json["new"], let review = json["rev"], json["dyn"] != .bool(true) else {
      return nil
    }
    func numbers(_ value: JSONValue?) -> [Double] {
      if case .array(let items)? = value { items.compactMap(\.number) } else { [] }
    }
    let lapse = json["lapse"]
    learningSteps = numbers(new["delays"])
    relearningSteps = numbers(lapse?["delays"])
    newPerDay = max(0, new["perDay"]?.whole ?? 20)
    reviewsPerDay = max(0, review["perDay"]?.whole ?? 200)
    maxInterval = review["maxIvl"]?.whole ?? 36_500
    leechThreshold = lapse?["leechFails"]?.whole ?? 8
    buriesSiblings = new["bury"] == .bool(true) || review["bury"] == .bool(true)
    newSort = json["newSortOrder"]?.whole ?? 0
    newGather = json["newGatherPriority"]?.whole ?? 0
    reviewOrder = json["reviewOrder"]?.whole ?? 0
    desiredRetention = json["desiredRetention"]?.number ?? 0.9
    for key in ["fsrsWeights", "fsrsParams5", "fsrsParams6"] {
      let found = numbers(json[key])
      if !found.isEmpty { weights = found }
    }
  }

  /// A preset as the message of schema 18 has it, where what is 0 is left out.
  init(config: [UInt8]) throws(PackageError) {
    var reader = ProtobufReader(config)
    while let field = try reader.next() {
      switch (field.number, field.value) {
      case (1, .bytes(let range)): learningSteps = AnkiPreset.floats(config, range)
      case (2, .bytes(let range)): relearningSteps = AnkiPreset.floats(config, range)
      // In the order of their age.
      case (3, .bytes(let range)), (5, .bytes(let range)), (6, .bytes(let range)):
        let found = AnkiPreset.floats(config, range)
        if found.count >= weights.count { weights = found }
      case (9, .varint(let value)): newPerDay = Int(clamping: value)
      case (10, .varint(let value)): reviewsPerDay = Int(clamping: value)
      case (16, .varint(let value)): maxInterval = Int(clamping: value)
      case (22, .varint(let value)): leechThreshold = Int(clamping: value)
      case (27, .varint(let value)), (28, .varint(let value)):
        buriesSiblings = buriesSiblings || value != 0
      case (32, .varint(let value)): newSort = Int(clamping: value)
      case (34, .varint(let value)): newGather = Int(clamping: value)
      case (33, .varint(let value)): reviewOrder = Int(clamping: value)
      case (37, .fixed(let bits)): desiredRetention = AnkiPreset.number(bits)
      default: break
      }
    }
  }

  private static func floats(_ bytes: [UInt8], _ range: Range<Int>) -> [Double] {
    stride(from: range.lowerBound, to: range.upperBound - 3, by: 4).map { start in
      number((0..<4).reduce(0) { $0 | UInt64(bytes[start + $1]) << UInt64(8 * $1) })
    }
  }

  /// The number that was meant by one of 32 bits: 0.9, and not what is nearest to it.
  private static func number(_ bits: UInt64) -> Double {
    let value = Float(bitPattern: UInt32(truncatingIfNeeded: bits))
    guard value.isFinite else { return 0 }
    return Double("\(value)") ?? Double(value)
  }
}
