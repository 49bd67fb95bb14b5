internal import FlashModel
internal import FlashScheduler
internal import FlashSQL

// Taking back what a journal tells, the newest of its rows first.

extension Store {
  /// Takes back what an action did, or what an undo did. Schedules that depend on study options
  /// follow, where those were changed.
  /// - Returns: how many rows changed.
  func takeBack(_ seq: Int64, by rules: StudyRules, at now: Timestamp) throws(StoreError) -> Int {
    let journal = try rows(
      """
      select entity, first_key, last_key, before from action_rows
      where action_seq = $1 order by rowid desc
      """, [.integer(seq)]
    ) {
      (
        isSetting: $0.integer(0) == Store.journaledSetting,
        entity: SyncEntity(rawValue: Int($0.integer(0))) ?? .cards, first: $0.integer(1),
        last: $0.integer(2), before: $0.optionalText(3)
      )
    }
    var changes = 0
    var hasOptions = false
    for row in journal {
      if let before = row.before, row.isSetting {
        changes += try restoreSettings(before, at: now)
        hasOptions = true
      } else if let before = row.before {
        if row.entity == .decks, before.contains(#""options":"#) { hasOptions = true }
        changes += try restore(row.entity, row.first...max(row.first, row.last), before, at: now)
      } else if row.entity == .reviews {
        changes += try cancelEntries(from: row.first, through: row.last, by: rules, at: now)
      } else {
        changes += try retract(row.entity, from: row.first, through: row.last, at: now)
      }
    }
    if hasOptions { try refoldDiverged(by: rules, at: now) }
    return changes
  }

  /// Puts settings back to what they were.
  private func restoreSettings(_ before: String, at now: Timestamp) throws(StoreError) -> Int {
    let members = try journaledMembers(before)
    for member in members {
      var value: String?
      if case .string(let text) = member.value { value = text }
      try update(setting: member.key, to: value, at: now)
    }
    return members.count
  }

  private func journaledMembers(_ before: String) throws(StoreError) -> [JSONValue.Member] {
    do throws(JSONError) {
      if case .object(let members) = try JSONValue(parsing: Array(before.utf8)) { return members }
    } catch {
      throw .database(.corrupt(path: path, reason: "the undo journal: \(error.message)"))
    }
    throw .database(.corrupt(path: path, reason: "the undo journal: not an object"))
  }

  /// Puts columns of one row, or of a range of them, back to what they were.
  private func restore(
    _ entity: SyncEntity, _ keys: ClosedRange<Int64>, _ before: String, at now: Timestamp
  ) throws(StoreError) -> Int {
    // A redo is not journaled itself, so many rows can come back at once.
    if keys.count > 1, before == Store.liveBefore, action == nil {
      return try revive(entity, keys, at: now)
    }
    let columns = try journaledMembers(before).compactMap { member in
      SQLValue(journal: member.value).map { (column: member.key, value: $0) }
    }
    for key in keys { try update(entity, key: key, set: columns, at: now) }
    return keys.count
  }

  /// Removes the rows that an action made, as far as they are still there.
  private func retract(
    _ entity: SyncEntity, from first: Int64, through last: Int64, at now: Timestamp
  ) throws(StoreError) -> Int {
    let keys = try rows(
      """
      select key from \(entity.key) where key between $1 and $2 and deleted_at_ms is null
      order by key
      """, [.integer(first), .integer(last)]
    ) { $0.integer(0) }
    guard !keys.isEmpty else { return 0 }
    try journalRemoval(entity, keys: keys)
    return try setDeleted(entity, first...last, to: now, count: keys.count, at: now)
  }

  /// Brings back the removed rows of a range.
  private func revive(
    _ entity: SyncEntity, _ keys: ClosedRange<Int64>, at now: Timestamp
  ) throws(StoreError) -> Int {
    let count = try count(
      """
      select count(*) from \(entity.key) where key between $1 and $2
        and deleted_at_ms is not null
      """, [.integer(keys.lowerBound), .integer(keys.upperBound)])
    guard count > 0 else { return 0 }
    return try setDeleted(entity, keys, to: nil, count: count, at: now)
  }

  /// Removes the live rows of a range, or brings back the removed ones.
  /// - Parameter count: how many there are.
  private func setDeleted(
    _ entity: SyncEntity, _ keys: ClosedRange<Int64>, to moment: Timestamp?, count: Int,
    at now: Timestamp
  ) throws(StoreError) -> Int {
    let clock = entity.clockColumn
    let change = try takeChanges(Int64(count))
    let condition = moment == nil ? "is not null" : "is null"
    try storing { () throws(SQLError) in
      try connection.run(
        """
        update \(entity.key) set deleted_at_ms = $1, \(clock) = max($2, \(clock) + 1),
          change_seq = $3 + n.place
        from (
          select key as made, row_number() over (order by key) as place from \(entity.key)
          where key between $4 and $5 and deleted_at_ms \(condition)) n
        where key = n.made
        """, SQLValue(moment), SQLValue(now), .integer(change - 1), .integer(keys.lowerBound),
        .integer(keys.upperBound))
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

  /// Cancels a log entry by a new one, and folds the card's log anew.
  func cancel(
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
    let change = try append(undo, cardKey: cardKey, sessionKey: nil, after: tail)
    try journalInsert(.reviews, key: change)
    try set(folded.scheduling, ofCard: cardKey, isDiverged: folded.isDiverged, at: now)
  }
}
