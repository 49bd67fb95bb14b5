internal import FlashModel
internal import FlashScheduler
internal import FlashSQL

/// The cards whose stored schedule is not what their log leads to.
struct ReplayedCards {
  /// A card with what its log leads to.
  struct Card {
    let key: Int64
    let id: CardID
    let stored: Scheduling
    let folded: Scheduling
    let isDiverged: Bool
  }

  var cards = 0
  var reviews = 0
  var differing: [Card] = []
  /// Their log tells of no schedule at all.
  var withoutLog: [Card] = []
  var wronglyMarked: [Card] = []
}

/// The logs of all cards, folded side by side in one pass over the table.
///
/// Entries lie in the order in which they came, which is nearly always the order of the fold. A card
/// for which it is not, whose log has an undo, or two histories, is folded by itself afterwards.
private struct SideBySide {
  private struct Folding {
    var chain = ReplayChain()
    var order = Timestamp(milliseconds: .min)
    var id: ReviewID = .nothing
    var tellsState = false
    var isSimple = true
  }

  /// By key, as far as keys are as dense as they are made.
  private var cards: [Folding]
  /// Keys beyond, such as damage makes, of which an entry tells a state. Their cards are folded by
  /// themselves.
  private var strays: Set<Int64> = []
  private let scheduler: Scheduler

  /// - Parameter scheduler: any; what depends on it is folded again.
  init(cards count: Int, _ scheduler: Scheduler) {
    cards = Array(repeating: Folding(), count: count)
    self.scheduler = scheduler
  }

  mutating func take(_ entry: ReplayEntry, ofCard key: Int64) {
    let index = Int(key)
    guard cards.indices.contains(index) else {
      if entry.states != .none { strays.insert(key) }
      return
    }
    if entry.states != .none { cards[index].tellsState = true }
    guard cards[index].isSimple else { return }
    let isInOrder =
      entry.order > cards[index].order
      || entry.order == cards[index].order && entry.id > cards[index].id
    guard isInOrder, entry.kind != .undo else {
      cards[index].isSimple = false
      return
    }
    cards[index].order = entry.order
    cards[index].id = entry.id
    cards[index].chain.take(entry, isCancelled: false, card: .nothing, with: scheduler)
    if cards[index].chain.isDiverged { cards[index].isSimple = false }
  }

  /// What the log led to; nil if the card has to be folded by itself.
  func state(ofCard key: Int64) -> LogState? {
    let index = Int(key)
    guard cards.indices.contains(index), cards[index].isSimple else { return nil }
    return cards[index].chain.state
  }

  func tellsState(ofCard key: Int64) -> Bool {
    cards.indices.contains(Int(key)) ? cards[Int(key)].tellsState : strays.contains(key)
  }
}

extension Store {
  /// Folds the log of every card and compares. The caller has begun a transaction.
  func replayedCards(
    by rules: StudyRules, _ check: () throws -> Void
  ) throws -> ReplayedCards {
    // A damaged key must not make it larger than the cards there are would.
    let size = try count(
      "select 1 + max(0, min(coalesce(max(key), 0), 4 * count(*) + 1000)) from cards")
    var logs = SideBySide(cards: size, try scheduler(StudyParameters(), rules))
    var result = ReplayedCards()
    try forEachRow("select \(Store.reviewColumns), r.card_key from reviews r") { row in
      result.reviews += 1
      if result.reviews.isMultiple(of: 8_192) { try check() }
      logs.take(row.replayEntry(), ofCard: row.integer(19))
    }
    try forEachRow(
      """
      select key, id, deck_key, state, step, stability, difficulty, due_at_ms,
        last_reviewed_at_ms, last_scheduled_at_ms, reps, lapses, diverged
      from cards order by key
      """
    ) { row in
      result.cards += 1
      if result.cards.isMultiple(of: 1_024) { try check() }
      try compare(row, with: logs, by: rules, into: &result)
    }
    return result
  }

  private func compare(
    _ row: SQLiteStatement, with logs: SideBySide, by rules: StudyRules,
    into result: inout ReplayedCards
  ) throws(StoreError) {
    let key = row.integer(0)
    let isMarked = row.integer(12) == 1
    let stored = row.scheduling(at: 3)
    if let state = logs.state(ofCard: key), state == LogState(stored), !isMarked { return }
    let id: CardID = row.identifier(1) ?? .nothing
    let folded: ReplayResult
    if let state = logs.state(ofCard: key) {
      folded = ReplayResult(scheduling: state.scheduling, isDiverged: false)
    } else {
      let entries = try log(cardKey: key)
      let scheduler = try scheduler(ofDeck: row.integer(2), by: rules)
      folded = Replay.fold(entries.span, card: id, with: scheduler)
    }
    let card = ReplayedCards.Card(
      key: key, id: id, stored: stored, folded: folded.scheduling, isDiverged: folded.isDiverged)
    if folded.scheduling != stored {
      if logs.tellsState(ofCard: key) {
        result.differing.append(card)
      } else {
        result.withoutLog.append(card)
      }
    } else if folded.isDiverged != isMarked {
      result.wronglyMarked.append(card)
    }
  }
}
