internal import FlashModel
internal import FlashSQL
internal import FlashScheduler

// Schedules of other programs: one entry in the log, which sets the card's state.

extension CardImport {
  /// Gives a card the schedule of its row, unless it was answered here, or has it.
  /// - Returns: whether the schedule changed.
  func schedule(_ row: ImportRow, key: Int64, _ card: CardID) throws -> Bool {
    guard let foreign = row.detail?.schedule, let rules,
      let after = foreign.scheduling(by: try store.scheduler(ofDeck: row.deck.key, by: rules)),
      try !hasAnswers(key)
    else { return false }
    let entry = identity.manualEntry(card: card, state: after)
    let tail = try store.logTail(cardKey: key)
    guard tail.told != after else { return false }
    // One that an undo cancelled stays so; the schedule needs another.
    let isKnown =
      try store.count("select count(*) from reviews where id = $1", [SQLValue(entry)]) > 0
    let id = isKnown ? store.newIdentifier(at: now) : entry
    // Of the schedule, not of this import: two devices that import one file make one entry.
    let moment = after.lastScheduled ?? now
    let review = Review(
      id: id, cardID: card, kind: .manual, rating: nil, ratedAt: moment,
      order: max(moment, tail.order?.advanced(by: 1) ?? moment), before: tail.told, after: after)
    let logged = try store.append(review, cardKey: key, sessionKey: nil, after: tail)
    try store.journalInsert(.reviews, key: logged)
    try store.set(after, ofCard: key, at: now)
    counts.scheduled += 1
    return true
  }

  private func hasAnswers(_ key: Int64) throws -> Bool {
    try store.count(
      "select exists (select 1 from reviews where card_key = $1 and kind in ($2, $3))",
      [
        .integer(key), .integer(Int64(ReviewKind.review.rawValue)),
        .integer(Int64(ReviewKind.reset.rawValue)),
      ]) == 1
  }
}

extension ForeignSchedule {
  /// The same in our terms: due when it was due, with the memory that its numbers amount to.
  /// - Returns: nil if they amount to none.
  func scheduling(by scheduler: Scheduler) -> Scheduling? {
    let given = difficulty.map {
      MemoryState(stability: min(max(intervalDays, 0.001), 36_500), difficulty: $0)
    }
    guard let memory = given ?? scheduler.memory(fromEase: ease, intervalDays: intervalDays) else {
      return nil
    }
    let interval = Int64(intervalDays * Double(Timestamp.millisecondsPerDay))
    let reviewed = lastReviewed.map { $0.timestamp(in: scheduler.calendar) }
    let due = self.due.map { $0.timestamp(in: scheduler.calendar) }
    guard let last = reviewed ?? due?.advanced(by: -interval) else { return nil }
    return Scheduling(
      state: state, step: state == .review ? nil : 0, memory: memory,
      due: due ?? last.advanced(by: interval), lastReviewed: last,
      lastScheduled: last, reps: reps, lapses: lapses)
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
