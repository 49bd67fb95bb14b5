public import FlashModel
internal import FlashSQL

extension Store {
  /// Takes cards back to new. Their log stays, and gets an entry that says so.
  /// - Returns: how many were not new already.
  @discardableResult
  public func resetCards(_ ids: [CardID], at now: Timestamp) throws(StoreError) -> Int {
    try perform("card reset", at: now) { () throws(StoreError) in
      var count = 0
      for id in ids {
        let key = try liveKey(of: id)
        let current = try row(
          """
          select state, step, stability, difficulty, due_at_ms, last_reviewed_at_ms,
            last_scheduled_at_ms, reps, lapses
          from cards where key = $1
          """, [.integer(key)]
        ) { $0.scheduling(at: 0) }
        guard let current, current != .new else { continue }
        let tail = try logTail(cardKey: key)
        let entry = Review(
          id: newIdentifier(at: now), cardID: id, kind: .reset, rating: nil, ratedAt: now,
          order: max(now, tail.order?.advanced(by: 1) ?? now), before: current, after: .new)
        let row = try append(entry, cardKey: key, sessionKey: nil, after: tail)
        try journalInsert(.reviews, key: row)
        try set(.new, ofCard: key, isDiverged: false, at: now)
        count += 1
      }
      return count
    }
  }
}
