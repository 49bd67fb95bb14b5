import FlashModel
import FlashScheduler
import FlashSQL
import FlashSnapshot

/// The log of a snapshot as rows of an account that has none: a million entries, so each is read once,
/// and put at the end of its card's chain. Only the cards of which entries do not come in order, or are
/// undone, are looked at once more.
///
/// It needs nothing of the account's database, so that a thread of its own can be ahead of the one that
/// writes.
final class SnapshotLog {
  private let reader: SnapshotReader
  private let entries: SnapshotCursor<SnapshotEntry>
  private let user: SQLValue
  private let now: Timestamp
  private let schedulers: [Scheduler]
  /// Cards by their key in the snapshot.
  private let places: [Int64: Int]
  private(set) var cards: [Card]
  private(set) var account: AccountState
  /// Rows that were made.
  private(set) var made: Int64 = 0
  private var newestKey: Int64 = 0

  /// A card with its log, as far as it was read.
  struct Card {
    let id: CardID
    /// Which of the schedulers is its deck's.
    fileprivate let scheduler: Int
    fileprivate var chain = ReplayChain()
    /// The state after the newest entry that tells it.
    fileprivate var told = Scheduling.new
    /// Where the newest entry stands; nil without a log.
    fileprivate(set) var newest: Timestamp?
    fileprivate var newestID = ReviewID.nothing
    /// The log is to be looked at as a whole, from this key on also to be written.
    fileprivate var isWhole = false
    fileprivate var firstUnwritten: Int64?
    /// What the log leads to, where it was looked at as a whole.
    fileprivate var folded: ReplayResult?

    init(id: CardID, scheduler: Int) {
      self.id = id
      self.scheduler = scheduler
    }

    var result: ReplayResult {
      folded
        ?? ReplayResult(scheduling: chain.state.scheduling, isDiverged: chain.isDiverged)
    }
  }

  /// Rows that are made at a time.
  static let batch = 2_000

  /// - Parameters:
  ///   - account: gives out stamps.
  ///   - cards: each with a scheduler that is there.
  init(
    _ reader: SnapshotReader, of context: PushContext, places: [Int64: Int], cards: [Card],
    account: AccountState, schedulers: [Scheduler]
  ) throws {
    self.reader = reader
    entries = try reader.entries()
    user = SQLValue(context.user)
    now = context.now
    self.places = places
    self.cards = cards
    self.account = account
    self.schedulers = schedulers
  }

  /// The next rows in the order of their stamps; nil once all entries were read.
  func next() throws -> [[SQLValue]]? {
    var rows: [[SQLValue]] = []
    rows.reserveCapacity(SnapshotLog.batch)
    while rows.count < SnapshotLog.batch, let entry = try entries.next() {
      guard entry.key > newestKey, let place = places[entry.cardKey] else {
        throw SnapshotError.damaged(reason: "an entry of the log has no place")
      }
      newestKey = entry.key
      if let review = cards[place].take(entry, schedulers) { rows.append(row(review)) }
    }
    return rows.isEmpty ? nil : rows
  }

  private func row(_ review: Review) -> [SQLValue] {
    made += 1
    return review.row(arrived: account.stamp(now), of: user)
  }

  /// Folds whole logs, once all entries were read, and makes rows of what of them is none yet.
  func refold(_ write: ([[SQLValue]]) throws -> Void) throws {
    let whole = places.filter { cards[$0.value].isWhole }
    var log: [ReplayEntry] = []
    var told = Scheduling.new
    var current: Int64?
    var rows: [[SQLValue]] = []
    func finish() {
      guard let key = current, let place = whole[key] else { return }
      cards[place].folded = Replay.fold(
        log.span, card: cards[place].id, with: schedulers[cards[place].scheduler])
      log.removeAll(keepingCapacity: true)
    }
    try reader.forEachEntry(ofCards: whole.keys.sorted()) { entry in
      if entry.cardKey != current {
        finish()
        current = entry.cardKey
        told = .new
      }
      guard let place = whole[entry.cardKey] else { return }
      let review = entry.review(of: cards[place].id, told: told)
      if let after = review.after { told = after }
      log.append(ReplayEntry(review))
      if let first = cards[place].firstUnwritten, entry.key >= first { rows.append(row(review)) }
      if rows.count == SnapshotLog.batch {
        try write(rows)
        rows.removeAll(keepingCapacity: true)
      }
    }
    finish()
    if !rows.isEmpty { try write(rows) }
  }
}

extension SnapshotLog.Card {
  /// Puts an entry at the end of the chain.
  /// - Returns: the whole entry; nil if it has to wait until the log is looked at as a whole.
  fileprivate mutating func take(_ entry: SnapshotEntry, _ schedulers: [Scheduler]) -> Review? {
    if let newest, (entry.order, entry.id) <= (newest, newestID) {
      isWhole = true
      firstUnwritten = firstUnwritten ?? entry.key
    }
    newest = max(newest ?? entry.order, entry.order)
    guard firstUnwritten == nil else { return nil }
    newestID = entry.id
    if entry.kind == .undo { isWhole = true }
    let review = entry.review(of: id, told: told)
    if let after = review.after { told = after }
    if !isWhole {
      chain.take(ReplayEntry(review), isCancelled: false, card: id, with: schedulers[scheduler])
    }
    return review
  }
}
