internal import FlashModel
internal import FlashSQL
internal import FlashScheduler

// Schedules and logs of other programs. Their answers are only counted; one entry behind them sets
// the card's state.

extension CardImport {
  /// What a row's card comes to; nil if it is new, or schedules are not taken over.
  func scheduling(_ row: ImportRow, _ card: CardID) throws -> Scheduling? {
    guard let foreign = row.detail?.schedule, let scheduler = try scheduler(row.deck) else {
      return nil
    }
    let history = row.detail?.reviews ?? []
    let made = foreign.scheduling(
      by: scheduler, history: history, of: request.reschedules ? card : nil)
    // SQLite does not look while a collection is filled.
    guard made?.fitsTable ?? true else { throw SQLError.constraint(reason: "schedule of a card") }
    return made
  }

  /// Gives a card that was made from a row its log. It is taken back with the card, so the journal
  /// does not have it.
  /// - Parameter after: the state that the card was made with.
  func logNew(
    _ row: ImportRow, key: Int64, _ card: CardID, _ after: Scheduling?
  ) throws {
    let foreign = request.rules == nil ? [] : row.detail?.reviews ?? []
    guard after != nil || !foreign.isEmpty else { return }
    var last: Timestamp?
    func next(_ moment: Timestamp) -> Timestamp {
      let order = max(moment, last?.advanced(by: 1) ?? moment)
      last = order
      return order
    }
    let ids = row.derived?.id == card ? row.derived?.entries : nil
    for (place, entry) in foreign.enumerated() {
      if case .review = entry.kind { counts.reviews += 1 }
      try newEntries.add(
        entry, id: ids?[place] ?? identity.entry(entry, of: card), cardKey: key,
        order: next(entry.moment), to: store)
    }
    if let after {
      let moment = after.lastScheduled ?? now
      try newEntries.add(
        setting: after, id: identity.manualEntry(card: card, state: after), cardKey: key,
        at: moment, order: next(moment), to: store)
    } else if foreign.last?.kind != .reset {
      // Its program took back the schedule and kept the answers, so it is new in the log as well.
      let moment = foreign.last?.moment ?? now
      let entry = ForeignReview(
        .reset, at: max(moment, last ?? moment).advanced(by: 1))
      try newEntries.add(
        entry, id: identity.entry(entry, of: card), cardKey: key, order: next(entry.moment),
        to: store)
    }
  }

  /// Gives a card that is here the answers that it does not have, and the schedule of its row, unless
  /// it was answered here.
  /// - Returns: whether anything changed.
  func schedule(_ row: ImportRow, key: Int64, _ card: CardID) throws -> Bool {
    guard request.rules != nil, let detail = row.detail else { return false }
    let after = try scheduling(row, card)
    guard after != nil || !detail.reviews.isEmpty else { return false }
    var isLonger = false
    if !detail.reviews.isEmpty {
      var standing = try StandingLog(ofCard: key, in: store)
      var tail = Store.LogTail()
      for entry in standing.missing(from: detail.reviews, id: { identity.entry($0, of: card) }) {
        try append(entry, key: key, card, &tail)
        isLonger = true
      }
    }
    var isSet = false
    if let after, let scheduler = try scheduler(row.deck), try !hasAnswers(key) {
      var tail = try store.logTail(cardKey: key)
      if !after.saysTheSame(as: tail.told, by: scheduler.calendar) {
        try appendManual(after, key: key, card, &tail)
        isSet = true
      }
    }
    guard isLonger || isSet else { return false }
    if isSet { counts.scheduled += 1 }
    try fold(key: key, card, in: row.deck)
    return true
  }

  /// Makes a card's schedule what its log leads to.
  private func fold(key: Int64, _ card: CardID, in deck: ImportDeck) throws {
    guard let scheduler = try scheduler(deck) else { return }
    let entries = try store.log(cardKey: key)
    let folded = Replay.fold(entries.span, card: card, with: scheduler)
    try store.set(folded.scheduling, ofCard: key, isDiverged: folded.isDiverged, at: now)
  }

  /// The scheduler of a deck, made once; nil if schedules are not taken over.
  func scheduler(_ deck: ImportDeck) throws -> Scheduler? {
    guard let rules = request.rules else { return nil }
    if let scheduler = schedulers[deck.key] { return scheduler }
    let scheduler = try store.scheduler(ofDeck: deck.key, by: rules)
    schedulers[deck.key] = scheduler
    return scheduler
  }

  private func append(
    _ entry: ForeignReview, key: Int64, _ card: CardID, _ tail: inout Store.LogTail
  ) throws {
    var review = Review(
      id: identity.entry(entry, of: card), cardID: card, rating: nil,
      durationMilliseconds: entry.durationMilliseconds, ratedAt: entry.moment,
      order: max(entry.moment, tail.order?.advanced(by: 1) ?? entry.moment), before: nil, after: nil
    )
    switch entry.kind {
    case .review(let rating):
      review.rating = rating
      counts.reviews += 1
    case .reset: review.kind = .reset
    case .manual: review.kind = .manual
    }
    try append(review, key: key, &tail)
  }

  private func appendManual(
    _ after: Scheduling, key: Int64, _ card: CardID, _ tail: inout Store.LogTail
  ) throws {
    let derived = identity.manualEntry(card: card, state: after)
    // One that an undo cancelled stays so; the schedule needs another.
    let isKnown =
      try store.count("select count(*) from reviews where id = $1", [SQLValue(derived)]) > 0
    // Of the schedule, not of this import: two devices that import one file make one entry.
    let moment = after.lastScheduled ?? now
    let review = Review(
      id: isKnown ? store.newIdentifier(at: now) : derived, cardID: card, kind: .manual,
      rating: nil,
      ratedAt: moment, order: max(moment, tail.order?.advanced(by: 1) ?? moment),
      before: tail.told, after: after)
    try append(review, key: key, &tail)
  }

  private func append(_ review: Review, key: Int64, _ tail: inout Store.LogTail) throws {
    let logged = try store.append(review, cardKey: key, sessionKey: nil, after: tail)
    try store.journalInsert(.reviews, key: logged)
    tail.order = review.order
    tail.told = review.after ?? tail.told
  }

  /// Whether the card was answered or reset here: entries of other programs carry no states.
  private func hasAnswers(_ key: Int64) throws -> Bool {
    try store.count(
      """
      select exists (
        select 1 from reviews
        where card_key = $1 and kind in ($2, $3) and state is not null)
      """,
      [
        .integer(key), .integer(Int64(ReviewKind.review.rawValue)),
        .integer(Int64(ReviewKind.reset.rawValue)),
      ]) == 1
  }
}

extension Scheduling {
  /// Whether the table of cards takes it.
  fileprivate var fitsTable: Bool {
    (step ?? 0) >= 0 && reps >= 0 && lapses >= 0
      && (memory.map { $0.stability > 0 && 1...10 ~= $0.difficulty } ?? true)
  }
}

extension ForeignSchedule {
  /// The same in our terms: due when it was due, with the memory that its numbers amount to.
  /// - Parameters:
  ///   - history: the card's log, in order.
  ///   - card: worked out anew for this card, memory and due date, as far as log or ease allow; nil
  ///     keeps what the other program has.
  /// - Returns: nil if they amount to none.
  func scheduling(
    by scheduler: Scheduler, history: [ForeignReview] = [], of card: CardID? = nil
  ) -> Scheduling? {
    let memory = memory(by: scheduler, history, isWorkedOut: card != nil)
    // A card may be learned without a memory: its first step is still to be taken.
    guard memory != nil || state == .learning else { return nil }
    let reviewed = lastReviewed.map { $0.timestamp(in: scheduler.calendar) }
    let due = self.due.map { $0.timestamp(in: scheduler.calendar) }
    let interval = Int64((intervalDays ?? 0) * Double(Timestamp.millisecondsPerDay))
    guard let last = reviewed ?? history.last?.moment ?? due?.advanced(by: -interval) else {
      return nil
    }
    if let card, let memory, state == .review {
      return Scheduling(
        state: state, memory: memory,
        due: scheduler.due(of: memory, card: card, reps: reps, scheduledAt: last),
        lastReviewed: last, lastScheduled: last, reps: reps, lapses: lapses)
    }
    return Scheduling(
      state: state, step: step(by: scheduler), memory: memory,
      due: due ?? last.advanced(by: interval), lastReviewed: last, lastScheduled: last, reps: reps,
      lapses: lapses)
  }

  private func memory(
    by scheduler: Scheduler, _ history: [ForeignReview], isWorkedOut: Bool
  ) -> MemoryState? {
    if let memory, !isWorkedOut { return memory }
    if let difficulty, let intervalDays {
      return MemoryState(stability: min(max(intervalDays, 0.001), 36_500), difficulty: difficulty)
    }
    let start = history.lastIndex { $0.kind == .reset }.map { $0 + 1 } ?? 0
    let rated = history[start...].compactMap { entry in
      if case .review(let rating) = entry.kind {
        RatedMoment(rating, at: entry.moment)
      } else {
        nil
      }
    }
    if let memory = scheduler.memory(after: rated) { return memory }
    guard let ease, let intervalDays else { return memory }
    return scheduler.memory(fromEase: ease, intervalDays: intervalDays)
  }

  private func step(by scheduler: Scheduler) -> Int? {
    let steps: Int
    switch state {
    case .learning: steps = scheduler.parameters.learningSteps.count
    case .relearning: steps = scheduler.parameters.relearningSteps.count
    case .new, .review: return nil
    }
    return stepsLeft.map { max(0, steps - max(1, $0)) } ?? 0
  }
}

extension ForeignSchedule.Moment {
  fileprivate func timestamp(in calendar: StudyCalendar) -> Timestamp {
    switch self {
    case .exact(let moment): return moment
    case .local(let date, nil): return calendar.start(of: StudyDay(number: Int(date.dayNumber)))
    case .local(let date, let minute?):
      return calendar.zone.firstMoment(
        showing: date.dayNumber * Timestamp.millisecondsPerDay + Int64(minute) * 60_000)
    }
  }
}
