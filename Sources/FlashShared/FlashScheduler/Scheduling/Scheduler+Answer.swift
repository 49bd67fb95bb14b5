import FlashModel

/// One card at one moment, with what all four ratings share computed once.
struct Occasion {
  let before: Scheduling
  let moment: Timestamp
  let day: StudyDay
  let states: NextStates
  /// Nil for no fuzz.
  let fraction: Double?
  /// Days for Hard, Good and Easy on a card in review; means nothing in the other states.
  let passingDays: PassingDays
}

extension Scheduler {
  /// What is to be known before `card` is answered.
  /// - Parameter rating: what will be asked for, the lower ones included; nil for all of them.
  func occasion(
    _ before: Scheduling, card: CardID, at moment: Timestamp, rated rating: Rating?
  ) -> Occasion {
    let day = calendar.day(of: moment)
    let fraction = isFuzzed ? Fuzz.fraction(card: card, reps: before.reps) : nil
    let states = nextStates(before, rated: rating, at: moment, on: day)
    var days = PassingDays()
    if before.state == .review, rating != .again {
      let previous = min(Double(intervalDays(of: before) ?? 0), maximumDays)
      days = passingDays(
        states.stability, after: previous, upTo: rating ?? .easy, fraction: fraction)
    }
    return Occasion(
      before: before, moment: moment, day: day, states: states, fraction: fraction,
      passingDays: days)
  }

  private func nextStates(
    _ before: Scheduling, rated rating: Rating?, at moment: Timestamp, on day: StudyDay
  ) -> NextStates {
    guard let memory = before.memory else { return model.firstStates }
    let elapsed = Double(elapsedDays(since: before, at: moment, on: day))
    switch rating {
    case nil: return model.nextStates(after: memory, elapsedDays: elapsed)
    case .again: return model.lapseStates(after: memory, elapsedDays: elapsed)
    default: return model.passingStates(after: memory, elapsedDays: elapsed)
    }
  }

  /// The schedule after one of the ratings the occasion was made for.
  func scheduling(after occasion: Occasion, rated rating: Rating) -> Scheduling {
    var next = occasion.before
    next.memory = occasion.states[rating]
    next.lastReviewed = occasion.moment
    next.lastScheduled = occasion.moment
    next.reps &+= 1
    let step = next.step ?? 0
    switch next.state {
    case .new: learn(&next, rating, .learning, learningSteps, from: 0, occasion)
    case .learning: learn(&next, rating, .learning, learningSteps, from: step, occasion)
    case .relearning: learn(&next, rating, .relearning, relearningSteps, from: step, occasion)
    case .review where rating == .again:
      next.lapses &+= 1
      learn(&next, rating, .relearning, relearningSteps, from: 0, occasion)
    case .review: review(&next, days: occasion.passingDays[rating], occasion)
    }
    return next
  }

  /// On to a step, or to review after the last one.
  private func learn(
    _ next: inout Scheduling, _ rating: Rating, _ state: CardState, _ steps: Steps,
    from index: Int, _ occasion: Occasion
  ) {
    if let (step, wait) = steps.next(after: rating, from: index, rules: rules) {
      repeatStep(&next, state: state, step: step, due: occasion.moment.advanced(by: wait))
      return
    }
    let raw = rawDays(occasion.states.stability[rating.rawValue - 1])
    if rating != .easy, isShortTerm(raw, steps: steps) {
      let wait = Int64(raw * 86_400) * 1_000
      repeatStep(&next, state: state, step: 0, due: occasion.moment.advanced(by: wait))
      return
    }
    var minimum = 1.0
    if rating == .easy, rules == .product {
      let good = rawDays(occasion.states.stability[Rating.good.rawValue - 1])
      minimum = 1 + graduatingDays(good, minimum: 1, fraction: occasion.fraction)
    }
    let days = graduatingDays(raw, minimum: minimum, fraction: occasion.fraction)
    review(&next, days: days, occasion)
  }

  /// Without steps, a card that would be forgotten within half a day is shown again on the same day.
  private func isShortTerm(_ raw: Double, steps: Steps) -> Bool {
    rules == .product && steps.seconds.isEmpty && model.hasShortTerm && raw < 0.5
  }

  private func repeatStep(
    _ next: inout Scheduling, state: CardState, step: Int, due: Timestamp
  ) {
    next.state = state
    next.step = step
    next.due = due
  }

  private func review(_ next: inout Scheduling, days: Double, _ occasion: Occasion) {
    next.state = .review
    next.step = nil
    next.due = due(afterDays: days, from: occasion.moment, on: occasion.day)
  }
}
