internal import FlashModel
public import FlashScheduler
internal import FlashSQL

extension Store {
  /// Calls `body` for each review that was not taken back, those of one card in the order of its log.
  /// Resets, manual entries and undos are no reviews.
  ///
  /// The log is read as it lies in the file, twice and without sorting: first for what was taken
  /// back. Through the index on cards, or sorted by SQLite, it takes three times as long.
  /// - Parameter cards: only reviews of these cards, by number; nil means all, also of removed cards.
  /// - Throws: `StoreError`, and what `body` throws.
  public func forEachReviewFact(
    of cards: Set<Int64>? = nil, _ body: (ReviewFact) throws -> Void
  ) throws {
    let survey = try LogSurvey(of: self)
    var trails = CardTrails(below: try cardNumberBound())
    try forEachEntryRow("order by r.change_seq") { row in
      let key = row.integer(1)
      guard survey.outOfOrder.isEmpty || !survey.outOfOrder.contains(key),
        cards.map({ $0.contains(key) }) ?? true
      else { return }
      if let fact = trails.take(row, isCancelled: survey.isCancelled(row.integer(0))) {
        try body(fact)
      }
    }
    let others = survey.outOfOrder.filter { cards?.contains($0) ?? true }.sorted()
    for start in stride(from: 0, to: others.count, by: Store.logsAtOnce) {
      let keys = others[start..<min(start + Store.logsAtOnce, others.count)]
      try forEachEntryRow(
        """
        where r.card_key in (\(keys.map(String.init).joined(separator: ", ")))
        order by r.card_key, r.order_ms, r.id
        """
      ) { row in
        if let fact = trails.take(row, isCancelled: survey.isCancelled(row.integer(0))) {
          try body(fact)
        }
      }
    }
  }

  /// One more than the greatest number of a card, as far as a table of all below it is worth its
  /// memory.
  public func cardNumberBound() throws(StoreError) -> Int {
    let found = try row("select coalesce(max(key), 0), count(*) from cards") {
      (greatest: Int($0.integer(0)), count: Int($0.integer(1)))
    }
    guard let found else { return 0 }
    return max(0, min(found.greatest, 4 * found.count + 1_024)) + 1
  }

  private static let logsAtOnce = 500

  private func forEachEntryRow(_ rest: String, _ body: (SQLiteStatement) throws -> Void) throws {
    let statement = try storing { () throws(SQLError) in
      try connection.statement(
        """
        select r.change_seq, r.card_key, r.order_ms, r.kind, r.rating, r.duration_ms, r.state,
          r.due_at_ms, r.rated_at_ms, r.last_scheduled_ms, r.state_before
        from reviews r \(rest)
        """)
    }
    defer { statement.reset() }
    while try storing({ () throws(SQLError) in try statement.step() }) { try body(statement) }
  }
}
