import FlashAPI
import FlashModel
import FlashScheduler
import FlashSQL
import FlashSnapshot
import FlashThreads

/// Why a snapshot is not taken: a row of it would not become what it says. Rows that are sent one by
/// one are each told what becomes of them.
struct SnapshotRefusal: Error {
  let reason: String
}

/// Puts the rows of a snapshot into an account that has none, by the rules of a push.
///
/// What is few goes through a push as it is. Cards and the log are settled here, as in an account
/// with nothing a rule comes down to a check: a clock that would be corrected, an id that stands
/// there twice, a parent that is missing refuse all of it.
final class SnapshotIntake<Connection: SQLConnection> {
  let connection: Connection
  let context: PushContext
  let reader: SnapshotReader
  var account: AccountState
  /// Cards by their key in the snapshot.
  var places: [Int64: Int] = [:]
  var cards: [SnapshotLog.Card] = []
  /// Of the decks, each once.
  var schedulers: [Scheduler] = []
  /// Cards of which the account knows more than the snapshot says.
  private var changed: [CardID] = []
  /// The stamp up to which the account has nothing but what is in the snapshot.
  private(set) var until: Int64 = 0
  /// Rows that were taken.
  private(set) var rows: Int64 = 0

  init(
    _ connection: Connection, _ context: PushContext, _ reader: SnapshotReader
  ) throws(SQLError) {
    self.connection = connection
    self.context = context
    self.reader = reader
    account = try AccountState.load(of: context.user, connection)
  }

  var user: SQLValue { SQLValue(context.user) }

  /// Rows that a push may have.
  private static var mostSent: Int { 5_000 }

  /// - Parameter lookAtAll: begins to look at the whole file, of which all but the log was looked at.
  func run(_ lookAtAll: () -> SnapshotCheck) throws {
    try reader.checkParents(ofLog: false)
    try checkPlan()
    for entity in SyncEntity.allCases { rows += try reader.count(entity) }
    try push(try reader.topics())
    try push(try reader.decks { StudyOptions(stored: $0) })
    try push(try reader.subTopics())
    try readPlaces()
    let tuning = BulkTuning(connection)
    try tuning.begin()
    try takeLog()
    let check = lookAtAll()
    try tuning.sort()
    try takeCards()
    try pushAll { add in try reader.forEachSession { try add($0) } }
    try pushAll { add in try reader.forEachLink { try add($0) } }
    until = account.lastArrived
    for card in changed {
      try connection.run(
        "update cards set arrived_ms = $3 where user_id = $1 and id = $2",
        [user, SQLValue(card), .integer(account.stamp(context.now))])
    }
    try account.save(of: context.user, connection)
    try PullCursor(nextSince: until, epoch: account.resyncEpoch)
      .save(of: context.user, context.signIn, connection)
    try ToldStamps.note(until, of: context.user, connection)
    try check.finish()
  }

  func nextStamp() -> Int64 { account.stamp(context.now) }

  /// Decks are asked about as they are sent.
  private func checkPlan() throws {
    let limits = PlanLimits(context.plan)
    guard !limits.isNone else { return }
    let counts = try reader.liveCardCounts()
    for (key, count) in [
      (EntitlementKey.createCardsInDeck, counts.max() ?? 0), (.createCards, counts.reduce(0, +)),
    ] {
      if let limit = limits.limit(key), count > limit {
        throw SnapshotRefusal(reason: "cards: \(key.rawValue)")
      }
    }
  }

  // MARK: What is few

  private func push<Record: WireRecord>(_ records: [Record]) throws {
    for start in stride(from: 0, to: records.count, by: SnapshotIntake.mostSent) {
      try send(records[start..<min(start + SnapshotIntake.mostSent, records.count)])
    }
  }

  private func pushAll<Record: WireRecord>(
    _ each: ((Record) throws -> Void) throws -> Void
  ) throws {
    var records: [Record] = []
    try each { record in
      records.append(record)
      guard records.count == SnapshotIntake.mostSent else { return }
      try send(records[...])
      records.removeAll(keepingCapacity: true)
    }
    try send(records[...])
  }

  /// Sends records as a client would.
  private func send<Record: WireRecord>(_ records: ArraySlice<Record>) throws {
    guard !records.isEmpty else { return }
    var writer = PushWriter()
    for record in records { writer.row(record) }
    try account.save(of: context.user, connection)
    let work = try PushWork(
      connection, context, PushRequest(body: writer.finish(clientClock: context.now)))
    let answer = try work.run()
    account = work.account
    guard answer.accepted == records.count, answer.adjusted.isEmpty else {
      let reason = answer.rejected.first?.reason ?? "a clock is ahead, or an id stands there twice"
      throw SnapshotRefusal(reason: "\(Record.entity.key): \(reason)")
    }
  }

  // MARK: Cards

  private func takeCards() throws {
    let sent = try reader.cards()
    var gains: [DeckID: Int64] = [:]
    let ahead = ReadAhead { [self] in
      var batch: [[SQLValue]] = []
      while batch.count < SnapshotLog.batch, let keyed = try sent.next() {
        guard let place = places[keyed.key] else { continue }
        let stored = try settle(keyed.record, cards[place])
        if stored.card.deletedAt == nil { gains[stored.card.deckID, default: 0] += 1 }
        batch.append(stored.values(of: user, at: context.now))
      }
      return batch.isEmpty ? nil : batch
    }
    defer { ahead.stop() }
    while let batch = try ahead.next() { try insert(batch, into: StoredCard.table, "cards") }
    ahead.stop()
    for (deck, gain) in gains {
      account.cards += gain
      try connection.run(
        "update decks set card_count = card_count + $3 where user_id = $1 and id = $2",
        [user, SQLValue(deck), .integer(gain)])
    }
  }

  /// Writes rows that are all new.
  func insert(_ rows: [[SQLValue]], into table: SQLTable, _ name: String) throws {
    do {
      try connection.insert(rows, into: table)
    } catch SQLError.constraint {
      throw SnapshotRefusal(reason: "\(name): an id stands there twice")
    }
  }

  /// The card as the account has it: its schedule is what its log leads to.
  private func settle(_ sent: Card, _ log: SnapshotLog.Card) throws(SnapshotRefusal) -> StoredCard {
    guard context.corrected(sent.contentUpdatedAt) == sent.contentUpdatedAt,
      context.corrected(sent.schedulingUpdatedAt) == sent.schedulingUpdatedAt
    else { throw SnapshotRefusal(reason: "cards: a clock is ahead") }
    var card = sent
    if card.scheduling.isNew { card.scheduling = .new }
    if let newest = log.newest {
      card.scheduling = log.result.scheduling
      card.schedulingUpdatedAt = newest
    }
    if card != sent { changed.append(card.id) }
    let isNews = card.scheduling != sent.scheduling
    return StoredCard(
      card: card,
      wireClock: max(card.updatedAt, isNews ? sent.updatedAt.advanced(by: 1) : sent.updatedAt),
      logOrder: log.newest, logSignIn: log.newest == nil ? nil : context.signIn,
      isDiverged: log.newest != nil && log.result.isDiverged, stamp: nextStamp(),
      change: .everything)
  }
}
