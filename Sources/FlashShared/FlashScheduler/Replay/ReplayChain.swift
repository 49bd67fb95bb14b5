public import FlashModel

/// How far a log has been folded: for logs that are read in step, many cards at once.
///
/// ``Replay`` folds the log of one card. Whoever folds by hand knows which entries are cancelled, and
/// gives them in the order of ``ReplayEntry/precedes(_:)``.
public struct ReplayChain: Sendable {
  public private(set) var state = LogState.new
  /// As ``ReplayResult/isDiverged``.
  public private(set) var isDiverged = false
  /// The newest state that an entry has after it, cancelled ones included: what a log that is stored
  /// narrowly leaves out.
  private var told = LogState.new
  private var hasBase = false

  /// A card that was never reviewed.
  public init() {}

  /// The next entry in order.
  /// - Parameters:
  ///   - card: seeds the fuzz of a rating that is applied anew.
  ///   - scheduler: of the card's deck, with the account's calendar.
  @inline(__always)
  public mutating func take(
    _ entry: ReplayEntry, isCancelled: Bool, card: CardID, with scheduler: Scheduler
  ) {
    let before = entry.states == .after ? told : entry.before
    if !hasBase, entry.kind != .undo {
      hasBase = true
      if entry.states != .none { state = before }
    }
    let hasAfter = entry.states == .both || entry.states == .after
    if hasAfter { told = entry.after }
    guard !isCancelled else { return }
    switch entry.kind {
    case .undo: break
    case .reset: set(.new)
    case .manual: if hasAfter { set(entry.after) }
    case .review:
      if entry.states == .none {
        state.reps = state.reps &+ 1
      } else if hasAfter, before.hasSameSchedule(as: entry.after) {
        state.countBasic(at: entry.ratedAt)
      } else if hasAfter, before.hasSameSchedule(as: state) {
        state.adopt(
          entry.after, isLapse: state.state == .review && entry.rating == .again,
          at: entry.ratedAt)
      } else {
        apply(entry, card: card, with: scheduler)
      }
    }
  }

  private mutating func set(_ state: LogState) {
    self.state = state
    isDiverged = false
  }

  /// Rates the card as it was folded; an entry that nobody rated changes nothing.
  private mutating func apply(_ entry: ReplayEntry, card: CardID, with scheduler: Scheduler) {
    guard let rating = entry.rating else { return }
    state = LogState(
      scheduler.schedule(state.scheduling, card: card, rated: rating, at: entry.ratedAt))
    isDiverged = true
  }
}
