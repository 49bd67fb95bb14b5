public import FlashModel

/// A rating and when it was given.
public struct RatedMoment: Hashable, Sendable {
  public var rating: Rating
  public var moment: Timestamp

  public init(_ rating: Rating, at moment: Timestamp) {
    self.rating = rating
    self.moment = moment
  }
}

extension Scheduler {
  /// The memory state that a history of ratings leads to: for imports, and for changed weights.
  /// - Parameters:
  ///   - reviews: in order.
  ///   - start: a state known at a moment before them; nil if the first of them was the card's first.
  /// - Returns: nil without a state and a review.
  public func memory(
    after reviews: [RatedMoment], startingFrom start: (memory: MemoryState, at: Timestamp)? = nil
  ) -> MemoryState? {
    var memory = start?.memory
    var last = start?.at
    for review in reviews {
      if let known = memory {
        let before = Scheduling(state: .review, memory: known, lastScheduled: last)
        memory =
          model.nextStates(
            after: known, elapsedDays: Double(elapsedDays(since: before, at: review.moment)))[
            review.rating]
      } else {
        memory = model.firstStates[review.rating]
      }
      last = review.moment
    }
    return memory
  }
}
