public import FlashModel
internal import FlashSQL

extension Store {
  /// Begins a sitting over a deck.
  public func beginSession(
    over deck: DeckID, mode: StudyMode, at now: Timestamp
  ) throws(StoreError) -> StudySession {
    let session = StudySession(
      id: newIdentifier(at: now), deckID: deck, mode: mode, startedAt: now, updatedAt: now)
    try transaction { () throws(StoreError) in
      _ = try insertSession(session, deckKey: try key(of: deck))
    }
    return session
  }

  /// Ends a sitting, and notes when its deck was last studied.
  public func endSession(_ session: StudySession, at now: Timestamp) throws(StoreError) {
    try transaction { () throws(StoreError) in
      guard let key = try key(.sessions, session.id) else {
        throw .notFound(what: .session, name: session.id.description, near: [])
      }
      try update(
        .sessions, key: key,
        set: [
          ("ended_at_ms", SQLValue(now)),
          ("cards_reviewed", .integer(Int64(session.cardsReviewed))),
          ("accuracy_pct", .double(session.accuracyPercent)),
          ("mastery_delta", .double(session.masteryDelta)),
        ], at: now)
      _ = try update(
        .decks, key: try self.key(of: session.deckID),
        set: [("last_studied_at_ms", SQLValue(now))], at: now)
    }
  }

  /// Takes back a sitting in which nothing was answered.
  public func dropSession(_ session: StudySession, at now: Timestamp) throws(StoreError) {
    try transaction { () throws(StoreError) in
      guard let key = try key(.sessions, session.id) else { return }
      _ = try update(.sessions, key: key, set: [("deleted_at_ms", SQLValue(now))], at: now)
    }
  }

  /// The key of a session; a session that has not arrived yet gets a row that knows only its id.
  func sessionKey(_ id: SessionID?) throws(StoreError) -> Int64? {
    guard let id else { return nil }
    if let key = try key(.sessions, id) { return key }
    return try insert(
      .sessions,
      "id, mode, started_at_ms, cards_reviewed, accuracy_pct, mastery_delta, updated_at_ms",
      [SQLValue(id), "smart", 0, 0, .double(0), .double(0), 0])
  }

  /// Inserts a session as it is.
  func insertSession(_ session: StudySession, deckKey: Int64) throws(StoreError) -> Int64 {
    try insert(
      .sessions,
      """
      id, deck_key, mode, started_at_ms, ended_at_ms, cards_reviewed, accuracy_pct, mastery_delta, \
      updated_at_ms, deleted_at_ms
      """,
      [
        SQLValue(session.id), .integer(deckKey), .text(session.mode.rawValue),
        SQLValue(session.startedAt), SQLValue(session.endedAt),
        .integer(Int64(session.cardsReviewed)), .double(session.accuracyPercent),
        .double(session.masteryDelta), SQLValue(session.updatedAt), SQLValue(session.deletedAt),
      ])
  }
}
