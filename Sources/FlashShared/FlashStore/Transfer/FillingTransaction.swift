internal import FlashSQL

extension Store {
  /// As ``anyTransaction(_:)``, for one that may fill an empty collection, if it is brief.
  ///
  /// What fills a file goes to its end. With a write-ahead log each page is written twice, into the log
  /// and then to where it stays. With a rollback journal, which keeps what pages were before, it is
  /// written once, as there was nothing before; after a crash all of it is there, or none, either way.
  /// But a journal keeps readers waiting where a log does not. So it is used for what is brief, and
  /// not at all while someone else has the collection open.
  /// - Parameter leavesChecks: whether `body` sees to it that what it writes is as the tables want it;
  ///   then ``isUnchecked`` tells it whether it has to.
  func fillingTransaction<Result>(
    isBrief: Bool, leavesChecks: Bool = false, _ body: () throws -> Result
  ) throws -> Result {
    guard isBrief, let lock else { return try anyTransaction(body) }
    try takeLock()
    defer { lock.release() }
    guard try hasNoCards(), leaveLog() else { return try lockedTransaction(body) }
    defer { returnToLog() }
    guard leavesChecks, try hasFewActions() else { return try lockedTransaction(body) }
    try leaveChecks()
    defer { returnToChecks() }
    return try lockedTransaction(body)
  }

  /// Whether no action goes when one is added: what it did would stay behind.
  private func hasFewActions() throws(StoreError) -> Bool {
    try count(
      """
      select not exists (select 1 from actions where is_undo = 1)
        and (select count(*) from actions) < \(Store.journalLength)
      """) == 1
  }

  private func leaveChecks() throws(StoreError) {
    try storing { () throws(SQLError) in
      try connection.execute("pragma ignore_check_constraints = on; pragma foreign_keys = off")
    }
    isUnchecked = true
  }

  private func returnToChecks() {
    isUnchecked = false
    // It can't fail: it sets flags in memory.
    try? connection.execute("pragma ignore_check_constraints = off; pragma foreign_keys = on")
  }

  /// Checks what there are few rows of, after a transaction in which nothing did.
  func checkFewRows() throws(StoreError) {
    for table in ["topics", "decks", "sub_topics", "assets"] {
      let flaws = try rows("pragma quick_check('\(table)')", []) { $0.text(0) }
      let strays = try rows("pragma foreign_key_check('\(table)')", []) { $0.text(0) }
      guard flaws == ["ok"], strays.isEmpty else {
        throw .database(.constraint(reason: flaws.first ?? "a row of \(table) refers to none"))
      }
    }
  }

  /// Whether there are neither cards, live or removed, nor a log.
  func hasNoCards() throws(StoreError) -> Bool {
    try count(
      """
      select not exists (select 1 from cards) and not exists (select 1 from reviews)
        and not exists (select 1 from card_sub_topics)
      """) == 1
  }

  /// Folds the write-ahead log into the file, and does without.
  /// - Returns: false if someone else has the collection open.
  private func leaveLog() -> Bool {
    // Whatever the reason is: the log does as well. `extra`: a journal that was removed stays so, also
    // after a power loss.
    (try? connection.execute("pragma main.journal_mode = delete; pragma main.synchronous = extra"))
      != nil
  }

  private func returnToLog() {
    // If someone reads just now, the next command that writes does it.
    try? connection.execute("pragma main.journal_mode = wal; pragma main.synchronous = full")
  }
}
