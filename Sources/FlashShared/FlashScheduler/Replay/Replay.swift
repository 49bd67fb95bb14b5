public import FlashModel

/// What a card's log leads to.
public struct ReplayResult: Hashable, Sendable {
  public var scheduling: Scheduling
  /// Whether a rating had to be applied anew since the schedule was last set as a whole: the result
  /// then depends on the scheduler's parameters, and is folded again when they change.
  public var isDiverged: Bool

  public init(scheduling: Scheduling, isDiverged: Bool) {
    self.scheduling = scheduling
    self.isDiverged = isDiverged
  }
}

/// Folds a card's log into its schedule: the same for any order of arrival.
///
/// A history made by one device after the other is a chain, each entry beginning where the one
/// before it ended; there the states are taken as they stand, so that imported schedules, fuzz and
/// other clients' schedulers survive. Where two devices reviewed apart, the chain breaks, and the
/// rating is applied to what was folded so far.
public enum Replay {
  /// The schedule that `entries` lead to.
  /// - Parameters:
  ///   - entries: all of one card, in the order of ``ReplayEntry/precedes(_:)``, none twice.
  ///   - card: seeds the fuzz of ratings that are applied anew.
  ///   - scheduler: of the card's deck, with the account's calendar.
  /// - Complexity: one pass, and no memory, without an `undo`; n log n at most with many.
  public static func fold(
    _ entries: Span<ReplayEntry>, card: CardID, with scheduler: Scheduler
  ) -> ReplayResult {
    let cancelled = CancelledEntries(entries)
    var chain = ReplayChain()
    for index in 0..<entries.count {
      chain.take(
        entries[index], isCancelled: cancelled.contains(index), card: card, with: scheduler)
    }
    return ReplayResult(scheduling: chain.state.scheduling, isDiverged: chain.isDiverged)
  }

  /// As ``fold(_:card:with:)`` for entries as they arrived: in any order, and more than once.
  public static func fold(
    unordered entries: [ReplayEntry], card: CardID, with scheduler: Scheduler
  ) -> ReplayResult {
    var ordered: [ReplayEntry] = []
    ordered.reserveCapacity(entries.count)
    for entry in entries.sorted(by: { $0.precedes($1) }) where entry.id != ordered.last?.id {
      ordered.append(entry)
    }
    return fold(ordered.span, card: card, with: scheduler)
  }
}
