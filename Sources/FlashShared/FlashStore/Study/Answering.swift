public import FlashModel
public import FlashScheduler
internal import FlashSQL

/// An answer that somebody gave to a card.
public struct Answer: Sendable, Hashable {
  public var cardID: CardID
  public var rating: Rating
  /// The device's clock when it was given.
  public var ratedAt: Timestamp
  /// From question to rating, at least 0.
  public var durationMilliseconds: Int
  /// The review's id, chosen by who answers; answering again with it changes nothing.
  public var reviewID: ReviewID?
  public var sessionID: SessionID?
  /// Nil means the deck's own mode.
  public var mode: StudyMode?

  public init(
    cardID: CardID, rating: Rating, ratedAt: Timestamp, durationMilliseconds: Int = 0,
    reviewID: ReviewID? = nil, sessionID: SessionID? = nil, mode: StudyMode? = nil
  ) {
    self.cardID = cardID
    self.rating = rating
    self.ratedAt = ratedAt
    self.durationMilliseconds = durationMilliseconds
    self.reviewID = reviewID
    self.sessionID = sessionID
    self.mode = mode
  }
}

/// What an answer led to.
public struct RecordedAnswer: Sendable, Hashable {
  public let cardID: CardID
  public let reviewID: ReviewID
  public let rating: Rating
  public let ratedAt: Timestamp
  public let durationMilliseconds: Int
  public let before: Scheduling
  public let after: Scheduling
  /// Study days from the review to its due date; nil while the card is in steps.
  public let intervalDays: Int?
  /// The answer was there already; nothing was changed.
  public let isRepeat: Bool
  /// This lapse is one to tell about.
  public let hasBecomeLeech: Bool
}

/// How answers are scheduled: what does not come from the deck.
public struct StudyRules: Sendable, Hashable {
  public var calendar: StudyCalendar
  public var isFuzzed: Bool
  /// New cards a day from each deck; nil leaves it to the decks' own options.
  public var newPerDay: Int?

  public init(calendar: StudyCalendar, isFuzzed: Bool = true, newPerDay: Int? = nil) {
    self.calendar = calendar
    self.isFuzzed = isFuzzed
    self.newPerDay = newPerDay
  }
}

extension Store {
  /// Records an answer: the log entry and the card's new schedule in one transaction, durable when
  /// the call returns.
  /// - Throws: `.notFound`; `.invalid` if the id belongs to another card's review.
  public func record(_ answer: Answer, by rules: StudyRules) throws(StoreError) -> RecordedAnswer {
    try transaction { () throws(StoreError) in
      if let id = answer.reviewID, let repeated = try recorded(id, for: answer, by: rules) {
        return repeated
      }
      // The entry's and the card's.
      try reserveChanges(2)
      let card = try answeredCard(answer.cardID)
      let scheduler = try scheduler(ofDeck: card.deckKey, card.options, by: rules)
      let mode = answer.mode ?? card.mode
      let after =
        mode == .basic
        ? Scheduler.basic(card.scheduling, at: answer.ratedAt)
        : scheduler.schedule(
          card.scheduling, card: answer.cardID, rated: answer.rating, at: answer.ratedAt)
      let tail = try logTail(cardKey: card.key)
      let review = Review(
        id: answer.reviewID ?? newIdentifier(at: answer.ratedAt), cardID: answer.cardID,
        sessionID: answer.sessionID, rating: answer.rating,
        durationMilliseconds: answer.durationMilliseconds, ratedAt: answer.ratedAt,
        order: max(answer.ratedAt, tail.order?.advanced(by: 1) ?? answer.ratedAt),
        before: card.scheduling, after: after, schedulerVersion: scheduler.version.rawValue)
      try append(
        review, cardKey: card.key, sessionKey: try sessionKey(answer.sessionID), after: tail)
      try set(after, ofCard: card.key, at: answer.ratedAt)
      try keepCalendar(rules.calendar, at: answer.ratedAt)
      let becomesLeech =
        after.lapses > card.scheduling.lapses
        && Leech.isReached(
          lapses: after.lapses, threshold: scheduler.parameters.leechThreshold)
      if becomesLeech {
        try link(
          cardKey: card.key, answer.cardID, to: "leech", deckKey: card.deckKey, card.deck,
          at: answer.ratedAt)
      }
      return RecordedAnswer(
        cardID: answer.cardID, reviewID: review.id, rating: answer.rating,
        ratedAt: answer.ratedAt, durationMilliseconds: review.durationMilliseconds,
        before: card.scheduling, after: after,
        intervalDays: scheduler.intervalDays(of: after), isRepeat: false,
        hasBecomeLeech: becomesLeech)
    }
  }

  /// Keeps the calendar of the first answer as the collection's own, so that its days are counted the
  /// same wherever it goes. One that people or another device have set stays.
  private func keepCalendar(
    _ calendar: StudyCalendar, at now: Timestamp
  ) throws(StoreError) {
    guard !hasCalendar else { return }
    // `localtime` is what a machine's zone without a name is called, and means nothing elsewhere.
    if calendar.zone.identifier != "localtime", try setting("study.timezone") == nil {
      try setSetting("study.timezone", to: calendar.zone.identifier, at: now)
    }
    if try setting("study.rollover") == nil {
      try setSetting("study.rollover", to: String(calendar.rolloverHour), at: now)
    }
    hasCalendar = true
  }

  /// The scheduler of a deck, with the deck's options over the collection's.
  public func scheduler(of deck: Deck, by rules: StudyRules) throws(StoreError) -> Scheduler {
    try scheduler(StudyParameters(deck.options.filled(from: try defaultOptions())), rules)
  }

  /// The scheduler of the deck with that key. Made once for the same options and rules.
  func scheduler(ofDeck key: Int64, by rules: StudyRules) throws(StoreError) -> Scheduler {
    let stored = try row(
      "select options, \(Store.defaultOptions) from decks where key = $1", [.integer(key)]
    ) { StoredOptions(deck: $0.optionalText(0), defaults: $0.optionalText(1)) }
    return try scheduler(ofDeck: key, stored ?? StoredOptions(), by: rules)
  }

  private func scheduler(
    ofDeck key: Int64, _ stored: StoredOptions, by rules: StudyRules
  ) throws(StoreError) -> Scheduler {
    if let made = schedulers[key], made.options == stored, made.rules == rules {
      return made.scheduler
    }
    let options = stored.deck.map(StudyOptions.init(stored:)) ?? StudyOptions()
    let wider = stored.defaults.map(StudyOptions.init(stored:)) ?? StudyOptions()
    let scheduler = try scheduler(StudyParameters(options.filled(from: wider)), rules)
    schedulers[key] = CachedScheduler(options: stored, rules: rules, scheduler: scheduler)
    return scheduler
  }

  /// The options of a deck and of the collection, as rows keep them.
  struct StoredOptions: Equatable {
    var deck: String?
    var defaults: String?
  }

  /// The collection's options, as a column of any query.
  private static let defaultOptions = "(select value from settings where name = 'study.options')"

  /// A scheduler, and the stored options that it was made from.
  struct CachedScheduler {
    let options: StoredOptions
    let rules: StudyRules
    let scheduler: Scheduler
  }

  /// Gives a card its schedule, and moves the schedule's clock.
  /// - Parameter isDiverged: whether two histories had to be joined; nil leaves it as it is, as an
  ///   answer does.
  func set(
    _ scheduling: Scheduling, ofCard key: Int64, isDiverged: Bool? = nil, at now: Timestamp
  ) throws(StoreError) {
    let change = try nextChange()
    try storing { () throws(SQLError) in
      let statement = try connection.statement(
        """
        update cards set state = $1, step = $2, stability = $3, difficulty = $4, due_at_ms = $5,
          last_reviewed_at_ms = $6, last_scheduled_at_ms = $7, reps = $8, lapses = $9,
          sched_ms = max($10, sched_ms + 1), change_seq = $11, diverged = coalesce($12, diverged)
        where key = $13
        """)
      statement.bind(scheduling, at: 1)
      statement.bind(now, at: 10)
      statement.bind(change, at: 11)
      statement.bind(isDiverged.map { $0 ? 1 : 0 }, at: 12)
      statement.bind(key, at: 13)
      try statement.run()
    }
  }

  func scheduler(
    _ parameters: StudyParameters, _ rules: StudyRules
  ) throws(StoreError) -> Scheduler {
    do throws(SchedulerError) {
      return try Scheduler(
        parameters: parameters, calendar: rules.calendar, fuzz: rules.isFuzzed)
    } catch {
      throw .invalid(field: "study options", reason: error.message)
    }
  }

  private struct AnsweredCard {
    let key: Int64
    let deckKey: Int64
    let deck: DeckID
    let mode: StudyMode
    let options: StoredOptions
    let scheduling: Scheduling
  }

  private static let answered = """
    select c.key, c.deck_key, d.id, d.default_study_mode, c.state, c.step, c.stability,
      c.difficulty, c.due_at_ms, c.last_reviewed_at_ms, c.last_scheduled_at_ms, c.reps, c.lapses,
      d.options, \(Store.defaultOptions)
    from cards c join decks d on d.key = c.deck_key
    where c.id = $1 and c.deleted_at_ms is null and d.deleted_at_ms is null
    """

  private func answeredCard(_ id: CardID) throws(StoreError) -> AnsweredCard {
    let card = try row(Store.answered, [SQLValue(id)]) {
      AnsweredCard(
        key: $0.integer(0), deckKey: $0.integer(1), deck: $0.identifier(2) ?? .nothing,
        mode: StudyMode(rawValue: $0.text(3)) ?? .smart,
        options: StoredOptions(deck: $0.optionalText(13), defaults: $0.optionalText(14)),
        scheduling: $0.scheduling(at: 4))
    }
    guard let card else { throw .notFound(what: .card, name: id.description, near: []) }
    return card
  }

  /// The answer that has this id already; nil if there is none.
  private func recorded(
    _ id: ReviewID, for answer: Answer, by rules: StudyRules
  ) throws(StoreError) -> RecordedAnswer? {
    let found = try row(
      """
      select \(Store.reviewColumns), c.id, c.deck_key, r.card_key
      from reviews r join cards c on c.key = r.card_key where r.id = $1
      """, [SQLValue(id)]
    ) {
      (
        entry: $0.replayEntry(), card: $0.identifier(19) ?? CardID.nothing,
        deckKey: $0.integer(20), cardKey: $0.integer(21), duration: Int($0.integer(5))
      )
    }
    guard let found else { return nil }
    guard found.card == answer.cardID, let rating = found.entry.rating else {
      throw .invalid(field: "id", reason: "'\(id)' is another card's review")
    }
    let log = try log(cardKey: found.cardKey)
    var before = Scheduling.new
    for entry in log {
      if entry.id == id {
        if entry.states == .both { before = entry.before.scheduling }
        break
      }
      if entry.states != .none { before = entry.after.scheduling }
    }
    let after = found.entry.after.scheduling
    return RecordedAnswer(
      cardID: found.card, reviewID: id, rating: rating, ratedAt: found.entry.ratedAt,
      durationMilliseconds: found.duration, before: before, after: after,
      intervalDays: try scheduler(ofDeck: found.deckKey, by: rules).intervalDays(of: after),
      isRepeat: true, hasBecomeLeech: false)
  }
}
