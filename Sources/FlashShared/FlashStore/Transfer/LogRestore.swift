internal import FlashModel
internal import FlashScheduler
internal import FlashSQL

/// Puts log entries into the logs of their cards, one card after the other.
struct LogRestore {
  private let rules: StudyRules
  /// Entries of one card that are not settled yet.
  private var pending: [Review] = []
  /// By deck key.
  private var schedulers: [Int64: Scheduler] = [:]

  init(rules: StudyRules) { self.rules = rules }

  /// Takes in an entry. Those of one card are best given in a row, in the order of the log.
  mutating func add(_ review: Review, to restore: RecordRestore) throws(StoreError) {
    if let first = pending.first, first.cardID != review.cardID { try settle(in: restore) }
    pending.append(review)
  }

  mutating func finish(in restore: RecordRestore) throws(StoreError) { try settle(in: restore) }

  private mutating func settle(in restore: RecordRestore) throws(StoreError) {
    guard let first = pending.first else { return }
    let store = restore.store
    let cardKey = try restore.parent(.cards, first.cardID, of: "review '\(first.id)'")
    let stored = try store.storedLog(cardKey: cardKey)
    let known = Set(stored.map(\.id))
    var seen: Set<ReviewID> = known
    var new = pending.filter { seen.insert($0.id).inserted }
    pending.removeAll(keepingCapacity: true)
    guard !new.isEmpty else { return }
    new.sort { $0.precedes($1) }
    try insert(new, among: stored, cardKey: cardKey, restore)
    restore.counts.reviews += new.count
    try fold(first.cardID, cardKey: cardKey, restore)
  }

  /// Inserts entries between those that are there. What an entry leaves out is read from the one
  /// before it; so one that gets another one before it has it written out first.
  private func insert(
    _ new: [Review], among stored: [StoredEntry], cardKey: Int64, _ restore: RecordRestore
  ) throws(StoreError) {
    let store = restore.store
    var chain = JoinedChain()
    var next = 0
    for review in new {
      while next < stored.count, stored[next].precedes(review) {
        try chain.pass(stored[next], in: store)
        next += 1
      }
      let sessionKey = try store.sessionKey(review.sessionID)
      let change = try store.append(
        review, cardKey: cardKey, sessionKey: sessionKey, before: chain.written(before: review))
      if !restore.made.contains(cardKey) { try store.journalInsert(.reviews, key: change) }
      chain.told = review.after ?? chain.told
    }
    while next < stored.count {
      try chain.pass(stored[next], in: store)
      next += 1
    }
  }

  /// Makes the card's schedule follow its log. A card that the restore made has its schedule from
  /// the file, and only learns whether the fold depends on parameters.
  private mutating func fold(
    _ card: CardID, cardKey: Int64, _ restore: RecordRestore
  ) throws(StoreError) {
    let store = restore.store
    let place = try store.row(
      """
      select deck_key, state, step, stability, difficulty, due_at_ms, last_reviewed_at_ms,
        last_scheduled_at_ms, reps, lapses
      from cards where key = $1
      """, [.integer(cardKey)]
    ) { ScheduledCard(deckKey: $0.integer(0), scheduling: $0.scheduling(at: 1)) }
    guard let place else { return }
    let scheduler = try scheduler(ofDeck: place.deckKey, store)
    let entries = try store.log(cardKey: cardKey)
    let folded = Replay.fold(entries.span, card: card, with: scheduler)
    if !restore.made.contains(cardKey), folded.scheduling != place.scheduling {
      try store.set(
        folded.scheduling, ofCard: cardKey, isDiverged: folded.isDiverged, at: restore.now)
    } else if folded.isDiverged {
      try storing { () throws(SQLError) in
        try store.connection.run("update cards set diverged = 1 where key = $1", .integer(cardKey))
      }
    }
  }

  private mutating func scheduler(
    ofDeck key: Int64, _ store: Store
  ) throws(StoreError) -> Scheduler {
    if let scheduler = schedulers[key] { return scheduler }
    let scheduler = try store.scheduler(ofDeck: key, by: rules)
    schedulers[key] = scheduler
    return scheduler
  }
}

extension Review {
  /// Whether this entry comes before `other` in the log.
  func precedes(_ other: Review) -> Bool {
    order == other.order ? id < other.id : order < other.order
  }
}

/// What is looked at of a card whose log has grown.
private struct ScheduledCard {
  let deckKey: Int64
  let scheduling: Scheduling
}

/// What is looked at of an entry that is here already.
struct StoredEntry {
  let change: Int64
  let id: ReviewID
  let order: Timestamp
  let hasBefore: Bool
  let after: Scheduling?

  func precedes(_ review: Review) -> Bool { (order, id) < (review.order, review.id) }
}

/// The states that entries leave out, while others come between them.
struct JoinedChain {
  /// After the newest entry of all that tells it.
  var told = Scheduling.new
  /// After the newest entry that was here before.
  private var own = Scheduling.new

  /// What has to be written out of an entry's state before.
  func written(before review: Review) -> Scheduling? {
    review.after != nil && review.before == told ? nil : review.before
  }

  /// Goes on behind an entry that is here, whose state before is written out if it would be read
  /// differently now.
  mutating func pass(_ entry: StoredEntry, in store: Store) throws(StoreError) {
    guard let after = entry.after else { return }
    if !entry.hasBefore, own != told { try store.writeBefore(own, ofEntry: entry.change) }
    own = after
    told = after
  }
}

extension Store {
  /// A card's log in its order.
  func storedLog(cardKey: Int64) throws(StoreError) -> [StoredEntry] {
    try rows(
      """
      select \(Store.reviewColumns) from reviews r where r.card_key = $1 order by r.order_ms, r.id
      """, [.integer(cardKey)]
    ) {
      StoredEntry(
        change: $0.integer(0), id: $0.identifier(1) ?? .nothing, order: $0.timestamp(2),
        hasBefore: !$0.isNull(17), after: $0.stateAfter())
    }
  }

  func writeBefore(
    _ state: Scheduling, ofEntry change: Int64
  ) throws(StoreError) {
    try storing { () throws(SQLError) in
      try connection.run(
        "update reviews set state_before = $1 where change_seq = $2",
        .text(String(decoding: state.json.bytes, as: UTF8.self)), .integer(change))
    }
  }
}
