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

  /// - Throws: `.damaged` if it has a value that the table's checks refuse: nobody may have looked at
  ///   the file yet, and to work with one could end the process.
  init(_ row: SQLiteStatement) throws(SnapshotError) {
    key = row.integer(20)
    order = row.timestamp(2)
    ratedAt = row.optionalTimestamp(13) ?? order
    after = SnapshotEntry.after(row, ratedAt: ratedAt)
    // One that can't be read counts as absent, as in a collection.
    writtenBefore = row.optionalText(17)
      .flatMap { try? JSONValue(parsing: Array($0.utf8)) }.map(Scheduling.init(json:))
    scheduler = row.optionalText(18)
    cardKey = row.integer(1)
    rating = row.optionalInteger(4).flatMap { Rating(rawValue: Int($0)) }
    cancelsID = row.identifier(16)
    sessionID = row.identifier(19)
    duration = Int(row.integer(5))
    guard let id: ReviewID = row.identifier(0),
      let kind = ReviewKind(rawValue: Int(row.integer(3))),
      (kind == .review) == (rating != nil), (kind == .undo) == (cancelsID != nil),
      row.isNull(21) || sessionID != nil, (0...Int(Int32.max)).contains(duration),
      (0...1 << 53).contains(ratedAt.milliseconds),
      row.isNull(6) || CardState(rawValue: Int(row.integer(6))) != nil, after?.isSound ?? true
    else { throw .damaged(reason: "an entry of the log has a value that none can have") }
    self.id = id
    self.kind = kind
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

extension Scheduling {
  /// Whether its numbers are such that a schedule can be worked out from them.
  fileprivate var isSound: Bool {
    let counts = 0...Int(Int32.max)
    guard counts.contains(reps), counts.contains(lapses), counts.contains(step ?? 0) else {
      return false
    }
    guard let memory else { return true }
    return memory.stability > 0 && memory.stability.isFinite
      && (1...10).contains(memory.difficulty)
  }
}
