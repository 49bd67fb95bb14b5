internal import FlashSQL

extension Store {
  /// As ``anyTransaction(_:)``, for a brief one that may fill an empty collection.
  ///
  /// What fills a file goes to its end. With a write-ahead log each page is written twice, into the log
  /// and then to where it stays. With a rollback journal, which keeps what pages were before, it is
  /// written once, as there was nothing before; after a crash all of it is there, or none, either way.
  /// But a journal keeps readers waiting where a log does not. So it is used for what is brief, and
  /// not at all while someone else has the collection open.
  func fillingTransaction<Result>(_ body: () throws -> Result) throws -> Result {
    guard let lock else { return try anyTransaction(body) }
    try takeLock()
    defer { lock.release() }
    guard try hasNoCards(), leaveLog() else { return try lockedTransaction(body) }
    defer { returnToLog() }
    return try lockedTransaction(body)
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
