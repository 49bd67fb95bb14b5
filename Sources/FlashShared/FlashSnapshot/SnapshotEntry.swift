public import FlashModel
internal import FlashSQL

/// A log entry as a snapshot keeps it: the state before only where it is not the one after the card's
/// entry before it.
public struct SnapshotEntry {
  public let key: Int64
  public let id: ReviewID
  public let cardKey: Int64
  public let sessionID: SessionID?
  public let order: Timestamp
  public let ratedAt: Timestamp
  public let kind: ReviewKind
  public let cancelsID: ReviewID?
  public let rating: Rating?
  public let duration: Int
  /// Nil in an imported entry.
  public let after: Scheduling?
  /// Nil if it is not written out.
  public let writtenBefore: Scheduling?
  public let scheduler: String?

  /// Stands for "none" where an absent column means the entry's own time.
  static let never = Int64.min

  init(_ row: SQLiteStatement) {
    key = row.integer(20)
    id = row.identifier(0) ?? .nothing
    cardKey = row.integer(1)
    order = row.timestamp(2)
    kind = ReviewKind(rawValue: Int(row.integer(3))) ?? .review
    rating = row.optionalInteger(4).flatMap { Rating(rawValue: Int($0)) }
    duration = Int(row.integer(5))
    ratedAt = row.optionalTimestamp(13) ?? order
    after = SnapshotEntry.after(row, ratedAt: ratedAt)
    cancelsID = row.identifier(16)
    // One that can't be read counts as absent, as in a collection.
    writtenBefore = row.optionalText(17)
      .flatMap { try? JSONValue(parsing: Array($0.utf8)) }.map(Scheduling.init(json:))
    scheduler = row.optionalText(18)
    sessionID = row.identifier(19)
  }

  private static func after(_ row: SQLiteStatement, ratedAt: Timestamp) -> Scheduling? {
    guard !row.isNull(6) else { return nil }
    var memory: MemoryState?
    if let stability = row.optionalDouble(8), let difficulty = row.optionalDouble(9) {
      memory = MemoryState(stability: stability, difficulty: difficulty)
    }
    func time(_ column: Int) -> Timestamp? {
      guard let stored = row.optionalInteger(column) else { return ratedAt }
      return stored == never ? nil : Timestamp(milliseconds: stored)
    }
    return Scheduling(
      state: CardState(rawValue: Int(row.integer(6))) ?? .new,
      step: row.optionalInteger(7).map(Int.init), memory: memory, due: row.optionalTimestamp(10),
      lastReviewed: time(14), lastScheduled: time(15), reps: Int(row.integer(11)),
      lapses: Int(row.integer(12)))
  }

  /// The whole entry.
  /// - Parameter told: the state after the nearest earlier entry of the card that tells it.
  public func review(of card: CardID, told: Scheduling) -> Review {
    Review(
      id: id, cardID: card, sessionID: sessionID, kind: kind, cancelsID: cancelsID,
      rating: rating, durationMilliseconds: duration, ratedAt: ratedAt, order: order,
      before: writtenBefore ?? (after == nil ? nil : told), after: after,
      schedulerVersion: scheduler ?? "fsrs-6")
  }
}
