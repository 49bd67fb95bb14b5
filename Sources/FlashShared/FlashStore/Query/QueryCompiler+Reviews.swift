internal import FlashModel
internal import FlashSQL
internal import FlashText

// What a query asks of the review log. Reviews that were taken back do not count. The log's own
// order tells when a review was given, so that a clock that was set back misleads nobody.

extension QueryCompiler {
  /// Cards with a review since a moment.
  mutating func reviewed(since start: Timestamp, rating: Rating?) throws(StoreError) -> String {
    let since = builder.bind(start)
    let rated = rating.map { " and r.rating = \(builder.bind($0.rawValue))" } ?? ""
    let simple = """
      c.key in (
        select r.card_key from reviews r indexed by reviews_by_time
        where r.order_ms >= \(since) and r.kind = 0\(rated))
      """
    return try apart(simple, since: start) { reviews in
      reviews.contains { $0.order >= start && (rating == nil || $0.rating == rating) }
    }
  }

  /// Cards whose first review was given since a moment.
  mutating func introduced(since start: Timestamp) throws(StoreError) -> String {
    let since = builder.bind(start)
    let simple = """
      c.key in (
        select r.card_key from reviews r indexed by reviews_by_time
        where r.order_ms >= \(since) and r.kind = 0) and not exists (
        select 1 from reviews r
        where r.card_key = c.key and r.kind = 0 and r.order_ms < \(since))
      """
    return try apart(simple, since: start) { reviews in
      reviews.map(\.order).min().map { $0 >= start } ?? false
    }
  }

  /// A condition that holds as it stands for cards that nothing was taken back of. Of the few others
  /// it is decided here, from their logs: what takes back may have been taken back itself.
  private mutating func apart(
    _ simple: String, since start: Timestamp, _ holds: ([StandingReview]) -> Bool
  ) throws(StoreError) -> String {
    let logs = try store.standingReviews(ofCardsReviewedSince: start)
    guard !logs.isEmpty else { return "(\(simple))" }
    let others = builder.bind("c.key", in: logs.keys.sorted())
    let held = builder.bind("c.key", in: logs.keys.filter { holds(logs[$0] ?? []) }.sorted())
    return "(not \(others) and \(simple) or \(held))"
  }
}

/// A review that was not taken back.
struct StandingReview {
  let order: Timestamp
  let rating: Rating?
}

extension Store {
  /// What stands of the logs of cards that have a review since a moment, and had some review taken
  /// back.
  fileprivate func standingReviews(
    ofCardsReviewedSince start: Timestamp
  ) throws(StoreError) -> [Int64: [StandingReview]] {
    let entries = try rows(
      """
      select r.card_key, r.order_ms, r.id, r.kind, r.rating, r.cancels_id from reviews r
      where r.kind in (0, 1) and r.card_key in (
        select t.card_key from reviews t indexed by reviews_by_time
        where t.order_ms >= $1 and t.kind = 0 and exists (
          select 1 from reviews u where u.card_key = t.card_key and u.kind = 1))
      order by r.card_key, r.order_ms, r.id
      """, [SQLValue(start)]
    ) { row in
      (
        card: row.integer(0), order: row.timestamp(1), id: row.identifier(2) as ReviewID?,
        isUndo: row.integer(3) == 1, rating: Rating(rawValue: Int(row.integer(4))),
        cancels: row.identifier(5) as ReviewID?
      )
    }
    var logs: [Int64: [StandingReview]] = [:]
    // The newest first: what takes back is met before what it takes back.
    var cancelled: Set<ReviewID?> = []
    for entry in entries.reversed() {
      var standing = logs[entry.card] ?? []
      if !cancelled.contains(entry.id) {
        if entry.isUndo {
          cancelled.insert(entry.cancels)
        } else {
          standing.append(StandingReview(order: entry.order, rating: entry.rating))
        }
      }
      logs[entry.card] = standing
    }
    return logs
  }
}
