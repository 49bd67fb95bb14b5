import FlashModel
import FlashScheduler
import FlashSQL
import FlashSnapshot
import FlashThreads

extension SnapshotIntake {
  func takeLog() throws {
    let log = try SnapshotLog(
      reader, of: context, places: places, cards: cards, account: account,
      schedulers: schedulers)
    // One thread reads entries and follows them, this one writes rows.
    let ahead = ReadAhead { try log.next() }
    defer { ahead.stop() }
    while let rows = try ahead.next() { try insert(rows) }
    ahead.stop()
    try log.refold(insert)
    cards = log.cards
    account = log.account
    account.reviews += log.made
  }

  private func insert(_ rows: [[SQLValue]]) throws {
    try insert(rows, into: Review.table(), "reviews")
  }

  /// Notes the cards, and makes the schedulers of their decks.
  func readPlaces() throws {
    let decks = try deckSchedulers()
    var seen: Set<CardID> = []
    try reader.forEachCardPlace { key, card, deck in
      guard seen.insert(card).inserted, let scheduler = decks[deck] else {
        throw SnapshotRefusal(reason: "cards: an id stands there twice")
      }
      places[key] = cards.count
      cards.append(SnapshotLog.Card(id: card, scheduler: scheduler))
    }
  }

  /// Which of ``schedulers`` is a deck's.
  private func deckSchedulers() throws -> [DeckID: Int] {
    let decks = try connection.rows(
      "select id, options from decks where user_id = $1", [user]
    ) { row throws(SQLError) -> (DeckID, StudyOptions) in
      (row.id(0), StudyOptions(stored: row.optionalText(1)))
    }
    var byOptions: [StudyOptions: Int] = [:]
    var byDeck: [DeckID: Int] = [:]
    for (deck, options) in decks {
      if byOptions[options] == nil {
        byOptions[options] = schedulers.count
        schedulers.append(try context.settings.scheduler(options))
      }
      byDeck[deck] = byOptions[options]
    }
    return byDeck
  }
}

/// Where a file is the account's own, what makes writing much at once fast: an index that is sorted at
/// the end.
struct BulkTuning<Connection: SQLConnection> {
  private let connection: Connection
  // As much is sorted at a time as pages may be kept. What a processor's cache holds is sorted in
  // half the time.
  private static var index: String {
    """
    pragma cache_size = -2000;
    create index reviews_by_card on reviews (card_id, order_ms);
    pragma cache_size = \(DatabaseFile.cacheSize);
    """
  }

  init(_ connection: Connection) { self.connection = connection }

  func begin() throws(SQLError) {
    guard connection.dialect == .sqlite else { return }
    try connection.execute("drop index reviews_by_card")
  }

  /// Makes the index of a log that is complete.
  func sort() throws(SQLError) {
    guard connection.dialect == .sqlite else { return }
    try connection.execute(BulkTuning.index)
  }
}
