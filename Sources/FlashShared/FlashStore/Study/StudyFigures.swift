public import FlashModel
internal import FlashSQL

// What statistics are computed from.

/// How many live cards there are in each state.
public struct StateCounts: Sendable, Hashable {
  public var new = 0
  public var learning = 0
  public var review = 0
  public var relearning = 0
  /// Of all of them, those that are suspended.
  public var suspended = 0

  public init() {}

  public var total: Int { new + learning + review + relearning }
}

extension Store {
  /// The live cards of some decks by state.
  public func stateCounts(of decks: [Deck]) throws(StoreError) -> StateCounts {
    let found = try rows(
      """
      select state, suspended, count(*) from cards
      where deck_key in (\(try keys(of: decks))) and deleted_at_ms is null group by state, suspended
      """
    ) { (state: $0.integer(0), isSuspended: $0.integer(1) == 1, count: Int($0.integer(2))) }
    var counts = StateCounts()
    for row in found {
      switch CardState(rawValue: Int(row.state)) {
      case .learning: counts.learning += row.count
      case .review: counts.review += row.count
      case .relearning: counts.relearning += row.count
      case .new, nil: counts.new += row.count
      }
      if row.isSuspended { counts.suspended += row.count }
    }
    return counts
  }

  /// How many reviews were given since a moment, in all decks; those taken back do not count.
  public func reviewCount(since moment: Timestamp) throws(StoreError) -> Int {
    try count(
      """
      select count(*) from reviews r where r.order_ms >= $1 and r.kind = 0
        and not \(Store.isTakenBack)
      """, [SQLValue(moment)])
  }
}
