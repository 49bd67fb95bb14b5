public import FlashModel
internal import FlashScheduler
internal import FlashSQL

/// What an undo took back.
public struct UndoneAction: Sendable, Hashable {
  /// Such as `card add`, or `answer` for a review.
  public let label: String
  /// When it was done.
  public let at: Timestamp
  /// Rows taken back or put back.
  public let changes: Int
  /// The card, if it was an answer.
  public let cardID: CardID?
  /// The answer that was taken back.
  public let reviewID: ReviewID?
}

extension Store {
  /// Takes back the newest action or answer that has not been taken back, in any process.
  ///
  /// What was made is removed, what was changed or removed is put back, an answer or a reset is
  /// cancelled by a new log entry. Nothing is erased: it all is a change like any other.
  /// - Throws: `.nothingToUndo`.
  public func undo(by rules: StudyRules, at now: Timestamp) throws(StoreError) -> UndoneAction {
    try transaction { () throws(StoreError) in
      let action = try newestAction()
      let answer = try newestAnswer(after: action?.seq ?? 0)
      if let answer { return try undo(answer: answer, by: rules, at: now) }
      guard let action else { throw .nothingToUndo }
      return try undo(action: action, by: rules, at: now)
    }
  }

  /// Takes back the newest answer, and leaves other actions alone.
  /// - Parameter decks: only an answer to a card of these counts; nil means any.
  /// - Throws: `.nothingToUndo`.
  public func undoAnswer(
    in decks: [Deck]? = nil, by rules: StudyRules, at now: Timestamp
  ) throws(StoreError) -> UndoneAction {
    try transaction { () throws(StoreError) in
      guard let answer = try newestAnswer(after: 0, in: decks) else { throw .nothingToUndo }
      return try undo(answer: answer, by: rules, at: now)
    }
  }

  private struct JournaledAction {
    let seq: Int64
    let at: Timestamp
    let label: String
  }

  private struct LoggedEntry {
    let id: ReviewID
    let cardKey: Int64
    let ratedAt: Timestamp
  }

  private func newestAction() throws(StoreError) -> JournaledAction? {
    try row("select seq, at_ms, label from actions where undone = 0 order by seq desc limit 1") {
      JournaledAction(seq: $0.integer(0), at: $0.timestamp(1), label: $0.text(2))
    }
  }

  /// The condition on `reviews r` for an answer that is not cancelled, of a card that is not
  /// removed. Imported entries, which carry no states, were not given here.
  static let standingAnswer = """
    r.kind = 0 and r.state is not null and not exists (
      select 1 from reviews u
      where u.card_key = r.card_key and u.kind = 1 and u.cancels_id = r.id)
    and exists (select 1 from cards c where c.key = r.card_key and c.deleted_at_ms is null)
    """

  /// The newest answer later than a change that is not cancelled, of all decks if `decks` is nil.
  private func newestAnswer(
    after seq: Int64, in decks: [Deck]? = nil
  ) throws(StoreError) -> LoggedEntry? {
    let inDecks = try decks.map { decks throws(StoreError) in
      "and r.card_key in (select key from cards where deck_key in (\(try keys(of: decks))))"
    }
    return try row(
      """
      select r.id, r.card_key, coalesce(r.rated_at_ms, r.order_ms) from reviews r
      where r.change_seq > $1 and \(Store.standingAnswer) \(inDecks ?? "")
      order by r.change_seq desc limit 1
      """, [.integer(seq)]
    ) {
      LoggedEntry(
        id: $0.identifier(0) ?? .nothing, cardKey: $0.integer(1), ratedAt: $0.timestamp(2))
    }
  }

  private func undo(
    answer: LoggedEntry, by rules: StudyRules, at now: Timestamp
  ) throws(StoreError) -> UndoneAction {
    try cancel(answer.id, cardKey: answer.cardKey, by: rules, at: now)
    let card = try row("select id from cards where key = $1", [.integer(answer.cardKey)]) {
      $0.identifier(0) as CardID?
    }
    return UndoneAction(
      label: "answer", at: answer.ratedAt, changes: 1, cardID: card ?? nil, reviewID: answer.id)
  }

  /// Cancels a log entry by a new one, and folds the card's log anew.
  private func cancel(
    _ entry: ReviewID, cardKey: Int64, by rules: StudyRules, at now: Timestamp
  ) throws(StoreError) {
    let place = try row(
      "select id, deck_key from cards where key = $1", [.integer(cardKey)]
    ) { (id: $0.identifier(0) ?? CardID.nothing, deckKey: $0.integer(1)) }
    guard let place else {
      throw .database(.corrupt(path: path, reason: "card \(cardKey) is missing"))
    }
    let tail = try logTail(cardKey: cardKey)
    var undo = Review(
      id: newIdentifier(at: now), cardID: place.id, kind: .undo, cancelsID: entry, rating: nil,
      ratedAt: now, order: max(now, tail.order?.advanced(by: 1) ?? now), before: tail.told,
      after: nil)
    var entries = try log(cardKey: cardKey)
    entries.append(ReplayEntry(undo))
    let folded = Replay.fold(
      entries.span, card: place.id, with: try scheduler(ofDeck: place.deckKey, by: rules))
    undo.after = folded.scheduling
    try append(undo, cardKey: cardKey, sessionKey: nil, after: tail)
    try set(folded.scheduling, ofCard: cardKey, isDiverged: folded.isDiverged, at: now)
  }

  private func undo(
    action: JournaledAction, by rules: StudyRules, at now: Timestamp
  ) throws(StoreError) -> UndoneAction {
    let journal = try rows(
      """
      select entity, first_key, last_key, before from action_rows
      where action_seq = $1 order by rowid desc
      """, [.integer(action.seq)]
    ) {
      (
        entity: SyncEntity(rawValue: Int($0.integer(0))) ?? .cards, first: $0.integer(1),
        last: $0.integer(2), before: $0.optionalText(3)
      )
    }
    var changes = 0
    for row in journal {
      if let before = row.before {
        try restore(row.entity, key: row.first, before: before, at: now)
        changes += 1
      } else if row.entity == .reviews {
        changes += try cancelEntries(from: row.first, through: row.last, by: rules, at: now)
      } else {
        changes += try retract(row.entity, from: row.first, through: row.last, at: now)
      }
    }
    try storing { () throws(SQLError) in
      try connection.run("update actions set undone = 1 where seq = $1", .integer(action.seq))
    }
    return UndoneAction(
      label: action.label, at: action.at, changes: changes, cardID: nil, reviewID: nil)
  }

  private func restore(
    _ entity: SyncEntity, key: Int64, before: String, at now: Timestamp
  ) throws(StoreError) {
    guard case .object(let members)? = try? JSONValue(parsing: Array(before.utf8)) else {
      throw .database(.corrupt(path: path, reason: "the undo journal can't be read"))
    }
    try update(
      entity, key: key,
      set: members.compactMap { member in
        SQLValue(journal: member.value).map { (column: member.key, value: $0) }
      }, at: now)
  }

  /// Removes the rows that an action made, as far as they are still there.
  private func retract(
    _ entity: SyncEntity, from first: Int64, through last: Int64, at now: Timestamp
  ) throws(StoreError) -> Int {
    let clock = entity.clockColumn
    let range: [SQLValue] = [.integer(first), .integer(last)]
    let count = try count(
      """
      select count(*) from \(entity.key) where key between $1 and $2 and deleted_at_ms is null
      """, range)
    guard count > 0 else { return 0 }
    let change = try takeChanges(Int64(count))
    try storing { () throws(SQLError) in
      try connection.run(
        """
        update \(entity.key) set deleted_at_ms = $1, \(clock) = max($1, \(clock) + 1),
          change_seq = $2 + n.place
        from (
          select key as made, row_number() over (order by key) as place from \(entity.key)
          where key between $3 and $4 and deleted_at_ms is null) n
        where key = n.made
        """, .integer(now.milliseconds), .integer(change - 1), range[0], range[1])
    }
    return count
  }

  private func cancelEntries(
    from first: Int64, through last: Int64, by rules: StudyRules, at now: Timestamp
  ) throws(StoreError) -> Int {
    let entries = try rows(
      """
      select id, card_key from reviews
      where change_seq between $1 and $2 and state is not null order by change_seq desc
      """, [.integer(first), .integer(last)]
    ) { (id: $0.identifier(0) ?? ReviewID.nothing, cardKey: $0.integer(1)) }
    for entry in entries { try cancel(entry.id, cardKey: entry.cardKey, by: rules, at: now) }
    return entries.count
  }
}
