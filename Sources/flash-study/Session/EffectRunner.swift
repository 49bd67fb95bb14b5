import FlashModel
import FlashScheduler
import FlashStore

/// Does what a session asks of the collection.
///
/// Each call is done, and on disk, when it returns: the loop shows the next card only after that.
final class EffectRunner {
  private let store: Store
  private let rules: StudyRules
  private let decks: [Deck]
  private let mode: StudyMode
  private let clock: () -> Timestamp
  private let hook: AnswerHook?
  private var schedulers: [Int: Scheduler] = [:]
  /// One for each deck in which something was answered.
  private var sittings: [DeckID: StudySession] = [:]

  init(
    _ store: Store, by rules: StudyRules, decks: [Deck], mode: StudyMode,
    hook: AnswerHook? = nil, clock: @escaping () -> Timestamp
  ) {
    self.store = store
    self.rules = rules
    self.decks = decks
    self.mode = mode
    self.hook = hook
    self.clock = clock
  }

  /// Performs an effect, those apart that need the terminal.
  /// - Throws: `StoreError`, which ends the session.
  func perform(_ effect: SessionEffect) throws -> [SessionMessage] {
    switch effect {
    case .load(let queued): try [load(queued)]
    case .record(let shown, let rating, let now): try [record(shown, rating, at: now)]
    case .undo(let now): try [undo(at: now)]
    case .setAside(let shown, let how, let now): try [setAside(shown, how, at: now)]
    case .restore(let queued, let id, let how, let now):
      try [restore(queued, id, how, at: now)]
    case .end(let answers, let now): try [end(answers, at: now)]
    case .forgetTypedKeys, .edit: []
    }
  }

  private func load(_ queued: QueueCard) throws -> SessionMessage {
    let now = clock()
    guard let card = try store.studyCard(queued, at: now), card.deckID == decks[queued.deck].id
    else { return .gone }
    let isChanged =
      card.scheduling.due != queued.due || card.scheduling.lastScheduled != queued.lastScheduled
    // A due time that a clock running ahead has set is shown as due in the queue.
    if mode == .smart, isChanged, card.scheduling.state != .new, !card.scheduling.isDue(at: now) {
      return .answeredElsewhere(queued, card.scheduling)
    }
    return .loaded(
      ShownCard(
        queued: queued.scheduled(card.scheduling), card: card,
        previous: try store.lastRating(of: card.id),
        labels: try labels(card, deck: queued.deck, at: now), since: now))
  }

  private func labels(_ card: Card, deck: Int, at now: Timestamp) throws -> [String] {
    guard mode == .smart else { return [] }
    let scheduler = try scheduler(deck)
    let preview = scheduler.preview(card.scheduling, card: card.id, at: now)
    return Rating.allCases.map { IntervalLabel.text(preview[$0], by: scheduler, at: now) }
  }

  private func scheduler(_ deck: Int) throws -> Scheduler {
    if let made = schedulers[deck] { return made }
    let made = try store.scheduler(of: decks[deck], by: rules)
    schedulers[deck] = made
    return made
  }

  private func record(
    _ shown: ShownCard, _ rating: Rating, at now: Timestamp
  ) throws -> SessionMessage {
    let sitting = try sitting(over: shown.card.deckID, at: shown.since)
    let answer = Answer(
      cardID: shown.card.id, rating: rating, ratedAt: now,
      durationMilliseconds: Int(max(0, now.milliseconds(since: shown.since))),
      sessionID: sitting.id, mode: mode)
    let recorded: RecordedAnswer
    do throws(StoreError) {
      recorded = try store.record(answer, by: rules)
    } catch {
      // Removed while the question was on the screen: there is nothing to answer any more.
      if case .notFound = error { return .gone }
      throw error
    }
    hook?.tell(recorded, at: now)
    let given = GivenAnswer(
      reviewID: recorded.reviewID, cardID: recorded.cardID, deckID: shown.card.deckID,
      rating: rating, previous: shown.previous, before: recorded.before.state,
      after: recorded.after.state, durationMilliseconds: recorded.durationMilliseconds)
    return .recorded(
      shown.queued, given, recorded.after, isLeech: recorded.hasBecomeLeech,
      front: shown.card.front.firstLine)
  }

  private func sitting(over deck: DeckID, at now: Timestamp) throws(StoreError) -> StudySession {
    if let begun = sittings[deck] { return begun }
    let sitting = try store.beginSession(over: deck, mode: mode, at: now)
    sittings[deck] = sitting
    return sitting
  }

  private func undo(at now: Timestamp) throws -> SessionMessage {
    let undone: UndoneAction
    do throws(StoreError) {
      undone = try store.undoAnswer(in: decks, by: rules, at: now)
    } catch {
      if case .nothingToUndo = error { return .nothingToUndo }
      throw error
    }
    guard let review = undone.reviewID else { return .nothingToUndo }
    let today = rules.calendar.start(of: rules.calendar.day(of: now))
    return .undone(
      review,
      try undone.cardID.flatMap { id throws(StoreError) in
        try store.queueCard(id, in: decks)
      }, reviewsToday: try store.reviewCount(since: today))
  }

  private func setAside(
    _ shown: ShownCard, _ how: SetAside, at now: Timestamp
  ) throws -> SessionMessage {
    var edit = CardEdit()
    switch how {
    case .buried: edit.buriedUntil = rules.calendar.end(of: rules.calendar.day(of: now))
    case .suspended: edit.isSuspended = true
    }
    let label = how == .buried ? "card bury" : "card suspend"
    return try change(shown.card.id, edit, label, at: now)
      ? .setAside(shown.queued, shown.card.id, how) : .gone
  }

  private func restore(
    _ queued: QueueCard, _ id: CardID, _ how: SetAside, at now: Timestamp
  ) throws -> SessionMessage {
    var edit = CardEdit()
    switch how {
    case .buried: edit.buriedUntil = .some(nil)
    case .suspended: edit.isSuspended = false
    }
    let label = how == .buried ? "card unbury" : "card unsuspend"
    // A card that has been removed meanwhile is found to be gone when it is loaded.
    _ = try change(id, edit, label, at: now)
    return .restored(queued)
  }

  /// - Returns: false if the card has been removed.
  private func change(
    _ id: CardID, _ edit: CardEdit, _ label: String, at now: Timestamp
  ) throws(StoreError) -> Bool {
    do throws(StoreError) {
      try store.editCards([id], edit, label: label, at: now)
      return true
    } catch {
      if case .notFound = error { return false }
      throw error
    }
  }

  private func end(_ answers: [GivenAnswer], at now: Timestamp) throws -> SessionMessage {
    var all = StateCounts()
    for (id, var sitting) in sittings {
      let given = answers.filter { $0.deckID == id }
      guard !given.isEmpty else {
        // Everything was taken back.
        try store.dropSession(sitting, at: now)
        continue
      }
      let counts = try store.stateCounts(of: decks.filter { $0.id == id })
      sitting.cardsReviewed = given.count
      sitting.accuracyPercent = Share.accuracy(given.map(\.rating)).percent
      sitting.masteryDelta = SessionFigures(given).masteryDelta(
        Share(counts.review, of: counts.total))
      try store.endSession(sitting, at: now)
      all.review += counts.review
      all.new += counts.total - counts.review
    }
    sittings = [:]
    var next: Timestamp?
    for deck in decks {
      guard let due = try store.nextDue(of: deck, after: now) else { continue }
      next = min(next ?? due, due)
    }
    return .ended(
      SessionResult(mastery: Share(all.review, of: all.total), nextDue: next, endedAt: now))
  }
}
