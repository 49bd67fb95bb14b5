public import FlashModel

extension Scheduling {
  /// Whether the card is to be shown at `now`; a new card, and one without a due time, never is.
  public func isDue(at now: Timestamp) -> Bool {
    state != .new && Scheduling.isDue(due, lastScheduled: lastScheduled, at: now)
  }

  /// Whether a card with this due time is to be shown.
  ///
  /// A card that was last scheduled over a day ahead of `now` is due: a clock that ran ahead must
  /// not hide it for years.
  public static func isDue(
    _ due: Timestamp?, lastScheduled: Timestamp?, at now: Timestamp
  ) -> Bool {
    guard let due else { return false }
    if due <= now { return true }
    guard let lastScheduled else { return false }
    return lastScheduled > now.advanced(by: Timestamp.millisecondsPerDay)
  }
}
