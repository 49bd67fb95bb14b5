import FlashModel
import FlashScheduler
import FlashSQL
import FlashSnapshot

// The log: a million entries, so each is read once, put at the end of its card's chain, and written.
// Only the cards of which entries do not come in order, or are undone, are looked at once more.

extension SnapshotIntake {
  func takeLog() throws {
    var schedulers = DeckSchedulers(connection, context)
    var batch: [[SQLValue]] = []
    batch.reserveCapacity(SnapshotIntake.batch)
    var written: Int64 = 0
    func write(_ review: Review) throws {
      batch.append([.integer(nextStamp()), user] + review.values)
      written += 1
      if batch.count == SnapshotIntake.batch { try flush() }
    }
    func flush() throws {
      guard !batch.isEmpty else { return }
      try connection.write(batch, to: Review.table())
      batch.removeAll(keepingCapacity: true)
    }
    try reader.forEachEntry { entry in
      guard let place = places[entry.cardKey] else { return }
      let review = try logs[place].take(entry, &schedulers)
      if let review { try write(review) }
    }
    let whole = places.filter { logs[$0.value].isWhole }
    try refold(whole, &schedulers) { try write($0) }
    try flush()
    account.reviews += written
    let stored =
      try connection.row("select count(*) from reviews where user_id = $1", [user]) {
        $0.integer(0)
      } ?? 0
    guard stored == written else {
      throw SnapshotRefusal(reason: "reviews: an id stands there twice")
    }
  }

  /// Folds whole logs, and writes what of them was not yet.
  private func refold(
    _ whole: [Int64: Int], _ schedulers: inout DeckSchedulers<Connection>,
    _ write: (Review) throws -> Void
  ) throws {
    var entries: [ReplayEntry] = []
    var told = Scheduling.new
    var current: Int64?
    func finish() throws {
      guard let key = current, let place = whole[key] else { return }
      let scheduler = try schedulers[logs[place].deck]
      logs[place].folded = Replay.fold(entries.span, card: logs[place].card, with: scheduler)
      entries.removeAll(keepingCapacity: true)
    }
    try reader.forEachEntry(ofCards: whole.keys.sorted()) { entry in
      if entry.cardKey != current {
        try finish()
        current = entry.cardKey
        told = .new
      }
      guard let place = whole[entry.cardKey] else { return }
      let review = entry.review(of: logs[place].card, told: told)
      if let after = review.after { told = after }
      entries.append(ReplayEntry(review))
      if let first = logs[place].firstUnwritten, entry.key >= first { try write(review) }
    }
    try finish()
  }
}

extension SnapshotIntake.CardLog {
  /// Puts an entry at the end of the chain.
  /// - Returns: the whole entry; nil if it has to wait until the log is looked at as a whole.
  fileprivate mutating func take(
    _ entry: SnapshotEntry, _ schedulers: inout DeckSchedulers<some SQLConnection>
  ) throws -> Review? {
    if let newest, (entry.order, entry.id) <= (newest, newestID) {
      isWhole = true
      firstUnwritten = firstUnwritten ?? entry.key
    }
    newest = max(newest ?? entry.order, entry.order)
    guard firstUnwritten == nil else { return nil }
    newestID = entry.id
    if entry.kind == .undo { isWhole = true }
    let review = entry.review(of: card, told: told)
    if let after = review.after { told = after }
    if !isWhole {
      chain.take(
        ReplayEntry(review), isCancelled: false, card: card, with: try schedulers[deck])
    }
    return review
  }
}

/// The schedulers of decks, each made once.
struct DeckSchedulers<Connection: SQLConnection> {
  private let connection: Connection
  private let context: PushContext
  private var byDeck: [DeckID: Scheduler] = [:]
  private var newest: (deck: DeckID, scheduler: Scheduler)?

  init(_ connection: Connection, _ context: PushContext) {
    self.connection = connection
    self.context = context
  }

  subscript(deck: DeckID) -> Scheduler {
    mutating get throws {
      if let newest, newest.deck == deck { return newest.scheduler }
      let scheduler = try byDeck[deck] ?? load(deck)
      byDeck[deck] = scheduler
      newest = (deck, scheduler)
      return scheduler
    }
  }

  private func load(_ deck: DeckID) throws -> Scheduler {
    let options = try connection.row(
      "select options from decks where user_id = $1 and id = $2",
      [SQLValue(context.user), SQLValue(deck)]
    ) { StudyOptions(stored: $0.optionalText(0)) }
    return try context.settings.scheduler(options ?? StudyOptions())
  }
}

/// Where a file is the account's own, what makes writing much at once fast: room for the pages that
/// are at work, and an index that is sorted at the end.
struct BulkTuning<Connection: SQLConnection> {
  private let connection: Connection
  private static var index: String {
    "create index reviews_by_card on reviews (card_id, order_ms)"
  }

  init(_ connection: Connection) { self.connection = connection }

  func begin() throws(SQLError) {
    guard connection.dialect == .sqlite else { return }
    try connection.execute("pragma cache_size = -49152; drop index reviews_by_card;")
  }

  func end() throws(SQLError) {
    guard connection.dialect == .sqlite else { return }
    try connection.execute(BulkTuning.index + "; pragma cache_size = -2000;")
  }
}
