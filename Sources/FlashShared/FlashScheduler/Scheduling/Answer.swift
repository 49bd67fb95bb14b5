import FlashModel

/// One card at one moment, with what all four ratings share computed once.
struct Answer {
  private let scheduler: Scheduler
  private let before: Scheduling
  private let moment: Timestamp
  private let day: StudyDay
  private let states: NextStates
  /// Nil for no fuzz.
  private let fraction: Double?
  /// Days of the interval that has just ended; 0 outside review.
  private let previousDays: Double

  /// - Parameter rating: what will be asked for; nil for all of them.
  init(
    of scheduler: Scheduler, to before: Scheduling, card: CardID, at moment: Timestamp,
    only rating: Rating?
  ) {
    self.scheduler = scheduler
    self.before = before
    self.moment = moment
    day = scheduler.calendar.day(of: moment)
    fraction = scheduler.isFuzzed ? Fuzz.fraction(card: card, reps: before.reps) : nil
    previousDays = min(Double(scheduler.intervalDays(of: before) ?? 0), scheduler.maximumDays)
    guard let memory = before.memory else {
      states = scheduler.model.firstStates
      return
    }
    let elapsed = Double(scheduler.elapsedDays(since: before, at: moment))
    switch rating {
    case nil: states = scheduler.model.nextStates(after: memory, elapsedDays: elapsed)
    case .again: states = scheduler.model.lapseStates(after: memory, elapsedDays: elapsed)
    default: states = scheduler.model.passingStates(after: memory, elapsedDays: elapsed)
    }
  }

  func scheduling(for rating: Rating) -> Scheduling {
    var next = before
    next.memory = states[rating]
    next.lastReviewed = moment
    next.lastScheduled = moment
    next.reps += 1
    switch before.state {
    case .new: learn(&next, rating, state: .learning, steps: scheduler.learningSteps, from: 0)
    case .learning:
      learn(
        &next, rating, state: .learning, steps: scheduler.learningSteps, from: before.step ?? 0)
    case .relearning:
      learn(
        &next, rating, state: .relearning, steps: scheduler.relearningSteps, from: before.step ?? 0)
    case .review where rating == .again:
      next.lapses += 1
      learn(&next, rating, state: .relearning, steps: scheduler.relearningSteps, from: 0)
    case .review:
      let days = scheduler.passingDays(
        states, after: previousDays, rated: rating, fraction: fraction)
      review(&next, days: days)
    }
    return next
  }

  /// On to a step, or to review after the last one.
  private func learn(
    _ next: inout Scheduling, _ rating: Rating, state: CardState, steps: Steps, from index: Int
  ) {
    if let (step, wait) = steps.next(after: rating, from: index, rules: scheduler.rules) {
      repeatStep(&next, state: state, step: step, after: wait)
      return
    }
    let raw = scheduler.rawDays(states[rating].stability)
    if isShortTerm(raw, rating: rating, steps: steps) {
      repeatStep(&next, state: state, step: 0, after: Int64(raw * 86_400) * 1_000)
      return
    }
    var minimum = 1.0
    if rating == .easy, scheduler.rules == .product {
      minimum =
        1
        + scheduler.graduatingDays(
          scheduler.rawDays(states[.good].stability), minimum: 1, fraction: fraction)
    }
    review(
      &next, days: scheduler.graduatingDays(raw, minimum: minimum, fraction: fraction))
  }

  /// Without steps, a card that would be forgotten within half a day is shown again on the same day.
  private func isShortTerm(_ raw: Double, rating: Rating, steps: Steps) -> Bool {
    scheduler.rules == .product && steps.seconds.isEmpty && rating != .easy
      && scheduler.model.hasShortTerm && raw < 0.5
  }

  private func repeatStep(
    _ next: inout Scheduling, state: CardState, step: Int, after milliseconds: Int64
  ) {
    next.state = state
    next.step = step
    next.due = moment.advanced(by: milliseconds)
  }

  private func review(_ next: inout Scheduling, days: Double) {
    next.state = .review
    next.step = nil
    next.due = scheduler.due(afterDays: days, from: moment, on: day)
  }
}
