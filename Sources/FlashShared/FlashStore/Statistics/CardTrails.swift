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

  /// Takes an entry: `change_seq, card_key, order_ms, kind, rating, duration_ms, state, due_at_ms,
  /// rated_at_ms, last_scheduled_ms, state_before`.
  /// - Returns: the review that it is, if it counts.
  mutating func take(_ row: SQLiteStatement, isCancelled: Bool) -> ReviewFact? {
    let key = row.integer(1)
    let isDense = key >= 0 && key < trails.count
    let stored = isDense ? trails[Int(key)] : others[key] ?? Trail()
    let before = row.isNull(10) ? stored : trail(row.text(10)) ?? stored
    let rated = row.isNull(8) ? row.integer(2) : row.integer(8)
    let isTold = !row.isNull(6)
    let isReview = row.integer(3) == ReviewKind.review.rawValue
    var after = before
    var moves = true
    if isTold {
      after.state = CardState(rawValue: Int(row.integer(6))) ?? .new
      after.due = row.optionalInteger(7) ?? Trail.none
      if row.isNull(9) {
        after.scheduled = rated
      } else {
        // Basic mode leaves all as it is; the time alone does not tell, as others leave it out.
        moves = after.state != before.state || after.due != before.due
        if moves {
          let isLeftOut = row.integer(9) == Trail.none && isReview
          after.scheduled = isLeftOut ? rated : row.integer(9)
        }
      }
    } else {
      after = stored
    }
    if isDense { trails[Int(key)] = after } else { others[key] = after }
    guard isReview, !isCancelled,
      let rating = Rating(rawValue: Int(row.integer(4)))
    else { return nil }
    return ReviewFact(
      cardKey: key, ratedAt: Timestamp(milliseconds: rated), rating: rating,
      durationMilliseconds: Int(row.integer(5)),
      before: isTold ? before.fact : nil, movesSchedule: moves)
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
