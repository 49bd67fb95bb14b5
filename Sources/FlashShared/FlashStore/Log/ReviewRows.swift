internal import FlashModel
internal import FlashScheduler
internal import FlashSQL

// The review log as it is stored: narrow rows, from which whole entries are made.

/// Stands for "none" where an absent column means the entry's own time.
private let never = Int64.min

extension Store {
  static let reviewColumns = """
    r.change_seq, r.id, r.order_ms, r.kind, r.rating, r.duration_ms, r.state, r.step, r.stability, \
    r.difficulty, r.due_at_ms, r.last_reviewed_ms, r.last_scheduled_ms, r.reps, r.lapses, \
    r.rated_at_ms, r.cancels_id, r.state_before, r.scheduler
    """

  /// Where a card's log stands: what the next entry must come after, and whether it needs its
  /// `state_before` written out.
  struct LogTail {
    /// The newest entry's place in the order.
    var order: Timestamp?
    /// The state after the newest entry that tells it; a new card's if none does.
    var told = Scheduling.new
  }

  func logTail(cardKey: Int64) throws(StoreError) -> LogTail {
    try storing { () throws(SQLError) in
      var tail = LogTail()
      tail.order = try connection.row(
        "select max(order_ms) from reviews where card_key = $1", [.integer(cardKey)]
      ) { $0.optionalTimestamp(0) }.flatMap { $0 }
      if tail.order != nil { tail.told = try connection.told(ofCard: cardKey) ?? .new }
      return tail
    }
  }

  /// Adds an entry to the log.
  /// - Parameter tail: the card's log before it; the entry must come after it.
  /// - Returns: the row's key.
  @discardableResult
  func append(
    _ review: Review, cardKey: Int64, sessionKey: Int64?, after tail: LogTail
  ) throws(StoreError) -> Int64 {
    try append(
      review, cardKey: cardKey, sessionKey: sessionKey,
      before: review.before == tail.told ? nil : review.before)
  }

  /// Adds an entry to the log as it is.
  /// - Parameter before: what to write out of the state before.
  /// - Returns: the row's key.
  func append(
    _ review: Review, cardKey: Int64, sessionKey: Int64?, before: Scheduling?
  ) throws(StoreError) -> Int64 {
    let change = try nextChange()
    try storing { () throws(SQLError) in
      try connection.insert(
        review, change: change, cardKey: cardKey, sessionKey: sessionKey, before: before)
    }
    return change
  }

  /// A card's log in the order of the fold.
  func log(cardKey: Int64) throws(StoreError) -> [ReplayEntry] {
    try rows(
      """
      select \(Store.reviewColumns) from reviews r where r.card_key = $1 order by r.order_ms, r.id
      """, [.integer(cardKey)]
    ) { $0.replayEntry() }
  }
}

extension SQLiteConnection {
  /// The state after the newest entry of a card that tells it, or after the newest before a place in
  /// the order; nil if there is none.
  ///
  /// The index has a card's entries in their order, so that hardly another row is read: each lies on
  /// a page of its own.
  func told(
    ofCard key: Int64, before place: (order: Timestamp, id: ReviewID)? = nil
  ) throws(SQLError) -> Scheduling? {
    let index = try statement(
      """
      select change_seq, order_ms from reviews where card_key = $1 and order_ms <= $2
      order by order_ms desc
      """)
    index.bind(key, at: 1)
    index.bind(place?.order.milliseconds ?? .max, at: 2)
    defer { index.reset() }
    var newest: (order: Timestamp, id: ReviewID, after: Scheduling)?
    while try index.step() {
      let order = index.timestamp(1)
      if let newest, order < newest.order { break }
      let entry = try row(
        "select \(Store.reviewColumns) from reviews r where r.change_seq = $1",
        [.integer(index.integer(0))]
      ) { (id: $0.identifier(1) ?? ReviewID.nothing, after: $0.stateAfter()) }
      guard let (id, after) = entry, let after, place.map({ (order, id) < $0 }) ?? true,
        newest.map({ $0.id < id }) ?? true
      else { continue }
      newest = (order, id, after)
    }
    return newest?.after
  }

  /// Adds a row to the log.
  /// - Parameters:
  ///   - change: the row's key.
  ///   - before: what to write out of the state before.
  func insert(
    _ review: Review, change: Int64, cardKey: Int64, sessionKey: Int64?, before: Scheduling?
  ) throws(SQLError) {
    let statement = try statement(
      """
      insert into reviews (
        change_seq, id, card_key, order_ms, kind, rating, duration_ms, state, step, stability,
        difficulty, due_at_ms, last_reviewed_ms, last_scheduled_ms, reps, lapses, session_key,
        rated_at_ms, cancels_id, state_before, scheduler)
      values (
        $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
        $20, $21)
      """)
    statement.bind(change, at: 1)
    statement.bind(review.id, at: 2)
    statement.bind(cardKey, at: 3)
    statement.bind(review.order, at: 4)
    statement.bind(Int64(review.kind.rawValue), at: 5)
    statement.bind(review.rating?.rawValue, at: 6)
    statement.bind(Int64(review.durationMilliseconds), at: 7)
    statement.bind(stateAfter: review.after, ratedAt: review.ratedAt, from: 8)
    statement.bind(sessionKey, at: 17)
    statement.bind(review.ratedAt == review.order ? nil : review.ratedAt, at: 18)
    statement.bind(review.cancelsID, at: 19)
    statement.bind(before.map { String(decoding: $0.json.bytes, as: UTF8.self) }, at: 20)
    statement.bind(review.schedulerVersion == "fsrs-6" ? nil : review.schedulerVersion, at: 21)
    try statement.run()
  }
}

extension SQLiteStatement {
  /// The state after an entry, read from ``Store/reviewColumns``; nil if it is an imported one.
  func stateAfter() -> Scheduling? {
    guard !isNull(6) else { return nil }
    var after = scheduling(
      state: 6, step: 7, stability: 8, due: 10, reps: 13, lapses: 14)
    let rated = isNull(15) ? timestamp(2) : timestamp(15)
    after.lastReviewed = time(11, otherwise: rated)
    after.lastScheduled = time(12, otherwise: rated)
    return after
  }

  /// The state before, if it is written out.
  func stateBefore() -> Scheduling? {
    guard let text = optionalText(17) else { return nil }
    // What we wrote ourselves reads; a damaged text counts as absent, and `check` finds it.
    return (try? JSONValue(parsing: Array(text.utf8))).map(Scheduling.init(json:))
  }

  func replayEntry() -> ReplayEntry {
    let after = stateAfter()
    let before = stateBefore()
    let states: ReplayEntry.States =
      switch (before, after) {
      case (_?, _?): .both
      case (nil, _?): .after
      case (_?, nil): .before
      case (nil, nil): .none
      }
    return ReplayEntry(
      id: identifier(1) ?? .nothing, order: timestamp(2),
      ratedAt: isNull(15) ? timestamp(2) : timestamp(15),
      kind: ReviewKind(rawValue: Int(integer(3))) ?? .review,
      rating: optionalInteger(4).flatMap { Rating(rawValue: Int($0)) }, cancels: identifier(16),
      states: states, before: before.map { LogState($0) } ?? .new,
      after: after.map { LogState($0) } ?? .new)
  }

  /// Binds `state` to `lapses`, nine parameters from `first` on.
  func bind(stateAfter after: Scheduling?, ratedAt: Timestamp, from first: Int) {
    guard let after else {
      for index in first..<first + 9 { bindNull(at: index) }
      return
    }
    let (reviewed, scheduled) = (after.lastReviewed, after.lastScheduled)
    bind(Int64(after.state.rawValue), at: first)
    bind(after.step, at: first + 1)
    bind(after.memory?.stability, at: first + 2)
    bind(after.memory?.difficulty, at: first + 3)
    bind(after.due, at: first + 4)
    bind(reviewed == ratedAt ? nil : reviewed?.milliseconds ?? never, at: first + 5)
    bind(scheduled == ratedAt ? nil : scheduled?.milliseconds ?? never, at: first + 6)
    bind(Int64(after.reps), at: first + 7)
    bind(Int64(after.lapses), at: first + 8)
  }

  private func time(_ column: Int, otherwise entry: Timestamp) -> Timestamp? {
    guard let stored = optionalInteger(column) else { return entry }
    return stored == never ? nil : Timestamp(milliseconds: stored)
  }

  private func scheduling(
    state: Int, step: Int, stability: Int, due: Int, reps: Int, lapses: Int
  ) -> Scheduling {
    var memory: MemoryState?
    if let value = optionalDouble(stability), let difficulty = optionalDouble(stability + 1) {
      memory = MemoryState(stability: value, difficulty: difficulty)
    }
    return Scheduling(
      state: CardState(rawValue: Int(integer(state))) ?? .new,
      step: optionalInteger(step).map(Int.init), memory: memory, due: optionalTimestamp(due),
      reps: Int(integer(reps)), lapses: Int(integer(lapses)))
  }
}
