import FlashModel
import FlashScheduler
import FlashSQL

/// Where each card stands, while entries of the log go by, those of one card in their order.
struct CardTrails {
  private struct Trail {
    var state = CardState.new
    /// Milliseconds; ``none`` is absent.
    var due = none
    var scheduled = none
    /// The order of the newest entry.
    var order = none

    static let none = Int64.min

    var fact: ReviewFact.Before {
      ReviewFact.Before(
        state: state, due: due == Trail.none ? nil : Timestamp(milliseconds: due),
        scheduledAt: scheduled == Trail.none ? nil : Timestamp(milliseconds: scheduled))
    }
  }

  private var trails: [Trail]
  private var others: [Int64: Trail] = [:]

  init(below bound: Int) { trails = Array(repeating: Trail(), count: bound) }

  /// What is read of an entry.
  static let columns = """
    r.change_seq, r.card_key, r.order_ms, r.kind, r.rating, r.duration_ms, r.state, r.due_at_ms, \
    r.rated_at_ms, r.last_scheduled_ms, r.state_before
    """

  private subscript(key: Int64) -> Trail {
    get { key >= 0 && key < trails.count ? trails[Int(key)] : others[key] ?? Trail() }
    set {
      if key >= 0 && key < trails.count {
        trails[Int(key)] = newValue
      } else {
        others[key] = newValue
      }
    }
  }

  /// Whether an entry comes after the one of its card that was taken last.
  func follows(_ row: SQLiteStatement) -> Bool {
    let order = self[row.integer(1)].order
    return order == Trail.none || row.integer(2) > order
  }

  /// Takes an entry.
  /// - Returns: the review that it is, if it counts.
  mutating func take(_ row: SQLiteStatement, unless takenBack: TakenBackEntries) -> ReviewFact? {
    let key = row.integer(1)
    let stored = self[key]
    let before = row.isNull(10) ? stored : trail(row.text(10)) ?? stored
    let rated = row.isNull(8) ? row.integer(2) : row.integer(8)
    let isReview = row.integer(3) == ReviewKind.review.rawValue
    let isTold = !row.isNull(6)
    var (after, moves) = (stored, true)
    if isTold { (after, moves) = self.after(before, row, rated: rated, isReview: isReview) }
    after.order = row.integer(2)
    self[key] = after
    guard isReview, !takenBack.contains(row: row.integer(0)),
      let rating = Rating(rawValue: Int(row.integer(4)))
    else { return nil }
    return ReviewFact(
      cardKey: key, ratedAt: Timestamp(milliseconds: rated), rating: rating,
      durationMilliseconds: min(Int(row.integer(5)), Review.longestDuration),
      before: isTold ? before.fact : nil, movesSchedule: moves)
  }

  /// Where the card stands after an entry that tells it, and whether that moved its schedule.
  private func after(
    _ before: Trail, _ row: SQLiteStatement, rated: Int64, isReview: Bool
  ) -> (Trail, moves: Bool) {
    var after = before
    after.state = CardState(rawValue: Int(row.integer(6))) ?? .new
    after.due = row.optionalInteger(7) ?? Trail.none
    guard !row.isNull(9) else {
      after.scheduled = rated
      return (after, true)
    }
    // Basic mode leaves all as it is; the time alone does not tell, as others leave it out.
    guard after.state != before.state || after.due != before.due else { return (after, false) }
    let isLeftOut = row.integer(9) == Trail.none && isReview
    after.scheduled = isLeftOut ? rated : row.integer(9)
    return (after, true)
  }

  /// A state before that is written out.
  private func trail(_ text: String) -> Trail? {
    // A text that can't be read counts as absent, as in the fold.
    guard let json = try? JSONValue(parsing: Array(text.utf8)) else { return nil }
    let scheduling = Scheduling(json: json)
    return Trail(
      state: scheduling.state, due: scheduling.due?.milliseconds ?? Trail.none,
      scheduled: (scheduling.lastScheduled ?? scheduling.lastReviewed)?.milliseconds ?? Trail.none)
  }
}
