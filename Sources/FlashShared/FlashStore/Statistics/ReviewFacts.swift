public import FlashScheduler
internal import FlashModel
internal import FlashSQL

extension Store {
  /// What the reviews that were not taken back amount to, those of one card in the order of its log.
  /// Resets, manual entries and undos are no reviews.
  ///
  /// The log is read as it lies in the file, which is the order of each card's entries too unless two
  /// devices were brought together: of a million entries, sorting them costs SQLite 0.6 s more, and
  /// reading them through the index on cards 2 s. Where some card's entries lie in another order,
  /// what was gathered is given up, and those cards are read by themselves.
  /// - Parameters:
  ///   - initial: what to begin with, maybe twice.
  ///   - cards: only reviews of these cards, by number; nil means all, also of removed cards.
  ///   - take: counts a review.
  /// - Throws: `StoreError`, and what `take` throws.
  public func reduceReviewFacts<Result>(
    into initial: Result, of cards: Set<Int64>? = nil,
    _ take: (inout Result, ReviewFact) throws -> Void
  ) throws -> Result {
    let takenBack = try TakenBackEntries(in: self)
    var unordered: Set<Int64> = []
    var result = initial
    var trails = CardTrails(below: try cardNumberBound())
    try forEachEntryRow("order by r.change_seq") { row in
      guard cards.map({ $0.contains(row.integer(1)) }) ?? true else { return }
      if !trails.follows(row) { unordered.insert(row.integer(1)) }
      // Goes on once one was found, to find all.
      let fact = trails.take(row, unless: takenBack)
      if unordered.isEmpty, let fact { try take(&result, fact) }
    }
    guard !unordered.isEmpty else { return result }
    result = initial
    trails = CardTrails(below: try cardNumberBound())
    try forEachEntryRow("order by r.change_seq") { row in
      let key = row.integer(1)
      guard !unordered.contains(key), cards.map({ $0.contains(key) }) ?? true else { return }
      if let fact = trails.take(row, unless: takenBack) { try take(&result, fact) }
    }
    try forEachEntryRow(ofLogs: unordered.sorted()) { row in
      if let fact = trails.take(row, unless: takenBack) { try take(&result, fact) }
    }
    return result
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

  /// The entries of some cards, card by card in the order of their logs.
  private func forEachEntryRow(
    ofLogs keys: [Int64], _ body: (SQLiteStatement) throws -> Void
  ) throws {
    for start in stride(from: 0, to: keys.count, by: Store.logsAtOnce) {
      let some = keys[start..<min(start + Store.logsAtOnce, keys.count)]
      try forEachEntryRow(
        """
        where r.card_key in (\(some.map(String.init).joined(separator: ", ")))
        order by r.card_key, r.order_ms, r.id
        """, body)
    }
  }

  private func forEachEntryRow(
    _ rest: String, _ body: (SQLiteStatement) throws -> Void
  ) throws {
    let statement = try storing { () throws(SQLError) in
      try connection.statement("select \(CardTrails.columns) from reviews r \(rest)")
    }
    defer { statement.reset() }
    while try storing({ () throws(SQLError) in try statement.step() }) { try body(statement) }
  }
}
