import FlashModel

/// What Anki keeps of a card as JSON.
struct AnkiCardData {
  private(set) var position: Int64?
  private(set) var memory: MemoryState?
  /// Seconds since 1970.
  private(set) var lastReview: Int64?

  init(_ text: [UInt8]) {
    // What can't be read counts as absent.
    guard text.count > 2, let values = try? AnkiCardData.values(text) else { return }
    position = values.position?.whole.map { Int64($0) }
    if let stability = values.stability?.number, let difficulty = values.difficulty?.number,
      stability > 0
    {
      memory = MemoryState(
        stability: min(max(stability, 0.001), 36_500), difficulty: min(max(difficulty, 1), 10))
    }
    lastReview = values.lastReview?.whole.map { Int64($0) }
  }

  private typealias Values = (
    position: JSONValue?, stability: JSONValue?, difficulty: JSONValue?, lastReview: JSONValue?
  )

  /// Most cards of a collection have such a text, so no tree is made of it.
  private static func values(_ text: [UInt8]) throws(JSONError) -> Values {
    var reader = JSONReader(text)
    var values: Values = (nil, nil, nil, nil)
    try reader.beginObject()
    while let key = try reader.nextKey() {
      let value = try reader.value()
      switch key {
      case "pos": values.position = value
      case "s": values.stability = value
      case "d": values.difficulty = value
      case "lrt": values.lastReview = value
      default: break
      }
    }
    try reader.end()
    return values
  }
}

extension AnkiCard {
  var isSuspended: Bool { queue == -1 }
  var isBuried: Bool { queue == -2 || queue == -3 }

  /// Where the card stands.
  func state(hasOldScheduler: Bool) -> CardState {
    switch type {
    case 1: .learning
    case 2: hasOldScheduler && (queue == 1 || queue == 3) ? .relearning : .review
    case 3: .relearning
    default: .new
    }
  }

  /// The card's schedule; nil if it is new.
  /// - Parameter created: when day 0 began, in seconds.
  func schedule(
    _ log: [ForeignReview], created: Int64, hasOldScheduler: Bool
  ) -> ForeignSchedule? {
    let state = state(hasOldScheduler: hasOldScheduler)
    guard state != .new else { return nil }
    let due = dueMoment(created: created)
    let days = Double(max(0, interval))
    let answered = log.last { if case .review = $0.kind { true } else { false } }?.moment
    var last = lastReview.flatMap(Timestamp.init(seconds:)) ?? answered
    // The log tells the same moment to the millisecond.
    if let told = last, let answered, 0..<1_000 ~= answered.milliseconds(since: told) {
      last = answered
    }
    if last == nil, let due, state == .review {
      last = due.advanced(by: -Int64(days) * Timestamp.millisecondsPerDay)
    }
    let ease = factor > 0 ? Double(factor) / 1_000 : nil
    return ForeignSchedule(
      state, memory: memory, stepsLeft: left > 0 ? Int(left) % 1_000 : nil,
      due: due.map { .exact($0) }, lastReviewed: (last ?? due).map { .exact($0) },
      intervalDays: days > 0 ? days : 0.001, ease: ease, reps: Int(reps), lapses: Int(lapses))
  }

  /// When it is due: a day's number is small, a second's is not.
  private func dueMoment(created: Int64) -> Timestamp? {
    guard abs(due) < 1_000_000_000 else { return Timestamp(seconds: due) }
    return Timestamp(seconds: created.addingReportingOverflow(due * 86_400).partialValue)
  }
}

extension Timestamp {
  /// Nil for what is no time within ten thousand years.
  init?(seconds: Int64) {
    guard abs(seconds) < 253_402_300_800 else { return nil }
    self.init(milliseconds: seconds * 1_000)
  }
}
