public import FlashModel

/// Turns a rating into a card's next schedule: a function of its arguments alone.
public struct Scheduler: Hashable, Sendable {
  public let parameters: StudyParameters
  public let calendar: StudyCalendar
  public let rules: SchedulingRules
  public let isFuzzed: Bool
  /// Which model the states it makes belong to.
  public let version = MemoryModelVersion.fsrs6

  let model: FSRS6
  let learningSteps: Steps
  let relearningSteps: Steps
  let intervalFactor: Double
  let maximumDays: Double

  /// - Parameters:
  ///   - fuzz: whether intervals are shifted a little, the same way on every device.
  /// - Throws: ``SchedulerError`` if the parameters can't be scheduled with.
  public init(
    parameters: StudyParameters, calendar: StudyCalendar, rules: SchedulingRules = .product,
    fuzz: Bool = true
  ) throws(SchedulerError) {
    let retention = parameters.desiredRetention
    guard retention > 0, retention < 1 else { throw .desiredRetention(retention) }
    self.parameters = parameters
    self.calendar = calendar
    self.rules = rules
    isFuzzed = fuzz
    model = FSRS6(
      weights: try FSRS6Weights(parameters.fsrsWeights ?? []),
      maximumStability: rules == .product ? FSRS6.greatestStability : .infinity)
    learningSteps = try Steps(parameters.learningSteps)
    relearningSteps = try Steps(parameters.relearningSteps)
    intervalFactor = model.intervalFactor(retention: retention)
    maximumDays = Double(min(max(parameters.maxIntervalDays, 1), 36_500))
  }

  /// The schedule after a rating.
  /// - Parameter card: seeds the fuzz.
  public func schedule(
    _ scheduling: Scheduling, card: CardID, rated rating: Rating, at moment: Timestamp
  ) -> Scheduling {
    self.scheduling(
      after: occasion(scheduling, card: card, at: moment, rated: rating), rated: rating)
  }

  /// The schedules that the four ratings would lead to.
  public func preview(
    _ scheduling: Scheduling, card: CardID, at moment: Timestamp
  ) -> Preview {
    let occasion = occasion(scheduling, card: card, at: moment, rated: nil)
    return Preview(
      again: self.scheduling(after: occasion, rated: .again),
      hard: self.scheduling(after: occasion, rated: .hard),
      good: self.scheduling(after: occasion, rated: .good),
      easy: self.scheduling(after: occasion, rated: .easy))
  }

  /// The schedule after a Basic review: it is counted, and moves nothing else.
  public static func basic(_ scheduling: Scheduling, at moment: Timestamp) -> Scheduling {
    var next = scheduling
    next.reps &+= 1
    next.lastReviewed = moment
    return next
  }

  /// The probability of recall now; nil for a card without a memory state.
  public func retrievability(of scheduling: Scheduling, at moment: Timestamp) -> Double? {
    guard let memory = scheduling.memory else { return nil }
    let days = elapsedDays(since: scheduling, at: moment)
    return model.retrievability(
      elapsedDays: Double(days), stability: max(memory.stability, FSRS6.minimumStability))
  }

  /// Whole days since the card was last scheduled, as the rules count them; never negative.
  public func elapsedDays(since scheduling: Scheduling, at moment: Timestamp) -> Int {
    elapsedDays(since: scheduling, at: moment, on: calendar.day(of: moment))
  }

  func elapsedDays(since scheduling: Scheduling, at moment: Timestamp, on day: StudyDay) -> Int {
    guard let last = scheduling.lastScheduled ?? scheduling.lastReviewed else { return 0 }
    switch rules {
    case .product:
      return max(0, day.days(since: calendar.day(of: last)))
    case .reference:
      return Int(max(0, moment.milliseconds(since: last)) / Timestamp.millisecondsPerDay)
    }
  }

  /// Days that a card in review was last scheduled for; nil in the other states.
  public func intervalDays(of scheduling: Scheduling) -> Int? {
    guard scheduling.state == .review, let due = scheduling.due,
      let last = scheduling.lastScheduled ?? scheduling.lastReviewed
    else { return nil }
    switch rules {
    case .product: return calendar.days(from: last, to: due)
    case .reference:
      return Int(max(0, due.milliseconds(since: last)) / Timestamp.millisecondsPerDay)
    }
  }

  /// When a card in review with this memory is due, as if it had been scheduled at `moment`: for
  /// imports and for changed parameters.
  /// - Parameter reps: seeds the fuzz together with `card`.
  public func due(
    of memory: MemoryState, card: CardID, reps: Int, scheduledAt moment: Timestamp
  ) -> Timestamp {
    let fraction = isFuzzed ? Fuzz.fraction(card: card, reps: reps) : nil
    return due(
      afterDays: graduatingDays(rawDays(memory.stability), minimum: 1, fraction: fraction),
      from: moment, on: calendar.day(of: moment))
  }

  /// The memory state of a card that SM-2 scheduled, within the rules' limits; nil if its numbers
  /// lead to none.
  /// - Parameters:
  ///   - ease: such as 2.5.
  ///   - intervalDays: at least 0.
  ///   - retention: what SM-2 is taken to have aimed at.
  public func memory(
    fromEase ease: Double, intervalDays: Double, retention: Double = 0.9
  ) -> MemoryState? {
    guard
      var memory = model.memory(
        fromEase: ease, intervalDays: intervalDays, retention: retention)
    else { return nil }
    memory.stability = min(memory.stability, model.maximumStability)
    return memory
  }

  /// The ease that SM-2 would have for such a card, such as 2.5.
  /// - Parameter retention: what SM-2 is taken to aim at.
  public func ease(of memory: MemoryState, retention: Double = 0.9) -> Double {
    model.ease(of: memory, retention: retention)
  }

  /// How fast the curve of forgetting falls, as a positive number.
  public var decay: Double { abs(model.decay) }
}

/// What each rating would lead to.
public struct Preview: Hashable, Sendable {
  public let again: Scheduling
  public let hard: Scheduling
  public let good: Scheduling
  public let easy: Scheduling

  public subscript(rating: Rating) -> Scheduling {
    switch rating {
    case .again: again
    case .hard: hard
    case .good: good
    case .easy: easy
    }
  }
}
