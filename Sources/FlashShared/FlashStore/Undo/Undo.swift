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

  /// Does again what the newest undo took back, in any process. There is nothing to redo once
  /// something else was done, or a card was answered.
  /// - Throws: `.nothingToRedo`.
  public func redo(by rules: StudyRules, at now: Timestamp) throws(StoreError) -> UndoneAction {
    try transaction { () throws(StoreError) in
      guard let undo = try newestUndo() else { throw .nothingToRedo }
      let card = try answeredCard(ofUndo: undo.seq)
      let changes = try takeBack(undo.seq, by: rules, at: now)
      try storing { () throws(SQLError) in
        if let target = undo.target {
          try connection.run("update actions set undone = 0 where seq = $1", .integer(target))
        }
        try connection.run("delete from actions where seq = $1", .integer(undo.seq))
      }
      return UndoneAction(
        label: undo.label, at: undo.at, changes: changes, cardID: card?.card,
        reviewID: card?.review)
    }
  }

  private struct JournaledAction {
    let seq: Int64
    let at: Timestamp
    let label: String
    /// Of an undo, the action that it took back.
    var target: Int64?
  }

  private struct LoggedEntry {
    let id: ReviewID
    let cardKey: Int64
    let ratedAt: Timestamp
  }

  private func newestAction() throws(StoreError) -> JournaledAction? {
    try row(
      """
      select seq, at_ms, label from actions where undone = 0 and is_undo = 0
      order by seq desc limit 1
      """
    ) { JournaledAction(seq: $0.integer(0), at: $0.timestamp(1), label: $0.text(2)) }
  }

  /// The condition on `actions u` for an undo that can be taken back: nothing was done after it.
  static let redoable = """
    u.is_undo = 1
    and not exists (select 1 from actions a where a.is_undo = 0 and a.seq > u.seq)
    and not exists (
      select 1 from reviews r where r.change_seq > u.seq and r.kind = 0 and r.state is not null)
    """

  private func newestUndo() throws(StoreError) -> JournaledAction? {
    try row(
      """
      select u.seq, u.at_ms, u.label, u.of_seq from actions u where \(Store.redoable)
      order by u.seq desc limit 1
      """
    ) {
      JournaledAction(
        seq: $0.integer(0), at: $0.timestamp(1), label: $0.text(2), target: $0.optionalInteger(3))
    }
  }

  /// The answer that an undo took back; nil if it was an action.
  private func answeredCard(
    ofUndo seq: Int64
  ) throws(StoreError) -> (card: CardID, review: ReviewID)? {
    try row(
      """
      select c.id, r.cancels_id
      from actions u join action_rows j on j.action_seq = u.seq and j.entity = $2
        join reviews r on r.change_seq = j.first_key join cards c on c.key = r.card_key
      where u.seq = $1 and u.of_seq is null
      """, [.integer(seq), .integer(Int64(SyncEntity.reviews.rawValue))]
    ) { ($0.identifier(0) ?? .nothing, $0.identifier(1) ?? .nothing) }
  }

  /// The condition on an entry of the log, `r`, that it was taken back, and that was not redone.
  static let isTakenBack = """
    exists (
      select 1 from reviews u
      where u.card_key = r.card_key and u.kind = 1 and u.cancels_id = r.id and not exists (
        select 1 from reviews v
        where v.card_key = u.card_key and v.kind = 1 and v.cancels_id = u.id))
    """

  /// The condition on `reviews r` for an answer that stands, of a card that is not removed. Imported
  /// entries, which carry no states, were not given here.
  static let standingAnswer = """
    r.kind = 0 and r.state is not null and not \(isTakenBack)
    and exists (select 1 from cards c where c.key = r.card_key and c.deleted_at_ms is null)
    """

  /// The newest answer later than a change that stands, of all decks if `decks` is nil.
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
    let undo = ActionInProgress(label: "answer", now: answer.ratedAt, undone: .answer)
    try journaling(undo) { () throws(StoreError) in
      try cancel(answer.id, cardKey: answer.cardKey, by: rules, at: now)
    }
    let card = try row("select id from cards where key = $1", [.integer(answer.cardKey)]) {
      $0.identifier(0) as CardID?
    }
    return UndoneAction(
      label: "answer", at: answer.ratedAt, changes: 1, cardID: card ?? nil, reviewID: answer.id)
  }

  private func undo(
    action: JournaledAction, by rules: StudyRules, at now: Timestamp
  ) throws(StoreError) -> UndoneAction {
    let undo = ActionInProgress(
      label: action.label, now: action.at, undone: .action(action.seq))
    let changes = try journaling(undo) { () throws(StoreError) in
      try takeBack(action.seq, by: rules, at: now)
    }
    try storing { () throws(SQLError) in
      try connection.run("update actions set undone = 1 where seq = $1", .integer(action.seq))
    }
    return UndoneAction(
      label: action.label, at: action.at, changes: changes, cardID: nil, reviewID: nil)
  }

  /// Journals what `body` changes, in the transaction that is open.
  private func journaling<Result>(
    _ undo: ActionInProgress, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    action = undo
    defer { action = nil }
    let result = try body()
    try endAction()
    return result
  }
}
