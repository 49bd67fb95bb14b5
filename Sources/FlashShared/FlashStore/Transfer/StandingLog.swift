internal import FlashModel
internal import FlashScheduler
internal import FlashSQL

/// The log that a card has here, against which a file's is held: an entry of the same time and
/// rating is the same entry, wherever it was made.
struct StandingLog {
  /// What two entries have in common that are the same, besides their time.
  fileprivate struct Answer: Hashable {
    let kind: Int64
    let rating: Int64?
  }

  private var ids: Set<ReviewID> = []
  /// The moments of entries that no entry of the file has been matched with.
  private var moments: [Answer: [Int64]] = [:]

  /// Programs whose entries are known by their moment count it up by a millisecond until it is free.
  private static let farthestApart: Int64 = 1_000

  init(ofCard key: Int64, in store: Store) throws(StoreError) {
    let entries = try store.rows(
      """
      select id, kind, rating, coalesce(rated_at_ms, order_ms) from reviews where card_key = $1
      """, [.integer(key)]
    ) {
      (
        id: $0.identifier(0) ?? ReviewID.nothing,
        answer: Answer(kind: $0.integer(1), rating: $0.optionalInteger(2)), moment: $0.integer(3)
      )
    }
    for entry in entries {
      ids.insert(entry.id)
      moments[entry.answer, default: []].append(entry.moment)
    }
  }

  /// The entries of a file that are not here yet, in order.
  /// - Parameter id: the id that an entry gets when it is imported.
  mutating func missing(
    from entries: [ForeignReview], id: (ForeignReview) -> ReviewID
  ) -> [ForeignReview] {
    // What agrees to the millisecond first, so that nothing near takes its place.
    let unknown = entries.filter { entry in
      let isHere = take(entry) { $0 == entry.moment.milliseconds }
      return !ids.contains(id(entry)) && !isHere
    }
    return unknown.filter { entry in
      !take(entry) {
        (0..<StandingLog.farthestApart).contains(entry.moment.milliseconds - $0)
      }
    }
  }

  private mutating func take(_ entry: ForeignReview, where fits: (Int64) -> Bool) -> Bool {
    let answer = Answer(entry.kind)
    guard let place = moments[answer]?.firstIndex(where: fits) else { return false }
    moments[answer]?.remove(at: place)
    return true
  }
}

extension StandingLog.Answer {
  fileprivate init(_ kind: ForeignReview.Kind) {
    switch kind {
    case .review(let rating):
      self.init(kind: Int64(ReviewKind.review.rawValue), rating: Int64(rating.rawValue))
    case .reset: self.init(kind: Int64(ReviewKind.reset.rawValue), rating: nil)
    case .manual: self.init(kind: Int64(ReviewKind.manual.rawValue), rating: nil)
    }
  }
}

extension Scheduling {
  /// Whether a schedule that another program kept is this one: such programs know days and seconds,
  /// and round what a memory is worth.
  func saysTheSame(as other: Scheduling, by calendar: StudyCalendar) -> Bool {
    guard state == other.state, reps == other.reps, lapses == other.lapses,
      Scheduling.isNear(memory, other.memory), (step ?? 0) == (other.step ?? 0),
      Scheduling.isSecond(lastReviewed, other.lastReviewed),
      Scheduling.isSecond(lastScheduled, other.lastScheduled)
    else { return false }
    guard state == .review, let due, let theirs = other.due else {
      return Scheduling.isSecond(due, other.due)
    }
    return calendar.day(of: due) == calendar.day(of: theirs)
  }

  private static let rounding = 0.001

  private static func isNear(_ memory: MemoryState?, _ other: MemoryState?) -> Bool {
    guard let memory, let other else { return memory == other }
    return abs(memory.stability - other.stability) < rounding
      && abs(memory.difficulty - other.difficulty) < rounding
  }

  private static func isSecond(_ moment: Timestamp?, _ other: Timestamp?) -> Bool {
    guard let moment, let other else { return moment == other }
    return moment.milliseconds / 1_000 == other.milliseconds / 1_000
  }
}
