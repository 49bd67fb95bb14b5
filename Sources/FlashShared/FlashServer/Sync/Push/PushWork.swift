import FlashAPI
import FlashModel
import FlashSQL

/// A push at work: one transaction, in which rows are settled in memory and written entity by entity,
/// parents first.
///
/// What is stored under the ids of a batch is read at once, so that the number of statements does not
/// grow with the rows where a statement is a round trip.
final class PushWork<Connection: SQLConnection> {
  let connection: Connection
  let context: PushContext
  let request: PushRequest
  var tally: PushTally
  var account: AccountState

  /// What rows may belong to.
  var standings: [Parent: Standing] = [:]
  /// What this push has found to be removed for good with what it belongs to.
  var gone: [Parent] = []
  /// Cards by how many live ones a deck has gained.
  var gains: [DeckID: Int64] = [:]
  /// Cards that the push has read or made, by id.
  var cards: [RowID: StoredCard] = [:]
  /// Decks whose options changed, so that schedules that depend on them are to be folded anew.
  var changedDecks: Set<DeckID> = []
  /// Cards that another client may have reset, with when.
  var resets: [CardID: Timestamp] = [:]
  /// Cards that are to be folded from their whole log.
  var refolds: Set<CardID> = []
  /// Whether something was written that is not as it was sent, or the sender does not ask.
  var hasNews: Bool
  /// Sessions that were not there before.
  private(set) var newSessions = 0
  /// Cards whose schedule is not as it was sent, unless entries lead there.
  var unsettled: Set<CardID> = []
  /// What the plan still lets in.
  var gate: PushGate

  /// What is known of a row that another one names.
  enum Standing {
    /// It is there, in this deck if it is of one.
    case present(deck: RowID)
    /// It was removed so long ago that nothing but its id is left.
    case purged
  }

  init(
    _ connection: Connection, _ context: PushContext, _ request: PushRequest
  ) throws(SQLError) {
    self.connection = connection
    self.context = context
    self.request = request
    tally = PushTally(now: context.now, skew: context.skew)
    hasNews = request.place == nil
    account = try AccountState.load(of: context.user, connection)
    gate = PushGate(context.plan, decks: account.decks)
  }

  var user: SQLValue { SQLValue(context.user) }

  func nextStamp() -> Int64 { account.stamp(context.now) }

  /// Does all of it.
  func run() throws -> PushResponse {
    let before = account
    let size = account.size + Int64(request.body.count)
    guard size <= context.mostBytes else {
      throw Problem(
        .quotaExceeded,
        "The account holds what it may. Reading it, exporting it and deleting it go on.")
    }
    _ = try push(Topic.self)
    try noteDecks(try push(Deck.self))
    _ = try push(SubTopic.self)
    try pushCards()
    newSessions = try push(StudySession.self).values.count {
      $0.before == nil && $0.record.deletedAt == nil
    }
    try pushLinks()
    let entries = try pushReviews()
    try fold(entries)
    try countCards()
    try writePurgedIDs()
    tally.place(try placeOfSender(before: before))
    if tally.response.accepted > 0 || !gone.isEmpty { account.size = size }
    if account != before { try account.save(of: context.user, connection) }
    tally.tell(account.lastArrived)
    return tally.response
  }

  private func noteDecks(_ decks: [RowID: StoredRow<Deck>]) throws {
    for row in decks.values where row.stamp != nil {
      account.decks += row.record.deletedAt == nil ? 1 : 0
      guard let before = row.before else { continue }
      account.decks -= before.deletedAt == nil ? 1 : 0
      if before.options != row.record.options { changedDecks.insert(row.record.id) }
    }
  }

  /// Brings the counts of decks up to date.
  private func countCards() throws(SQLError) {
    for (deck, gain) in gains where gain != 0 {
      account.cards += gain
      try connection.run(
        "update decks set card_count = card_count + $3 where user_id = $1 and id = $2",
        [user, SQLValue(deck), .integer(gain)])
    }
  }
}

extension PushWork {
  /// Settles the rows of an entity by their clocks.
  /// - Returns: the rows that were named, as they are now.
  func push<Record: RowRecord>(
    _ entity: Record.Type
  ) throws(SQLError) -> [RowID: StoredRow<Record>] {
    let sent = read(Record.self)
    guard !sent.isEmpty else { return [:] }
    let ids = distinct(sent.map(\.first.rowID))
    var stored = try load(Record.self, ids)
    let purged = try purgedIDs(of: Record.entity, ids.filter { stored[$0] == nil })
    try resolve(sent.flatMap(\.first.mentions))
    try prepareGate(sent, stored)
    for row in sent {
      guard let record = complete(row, over: stored[row.first.rowID]?.record, purged) else {
        continue
      }
      settle(record, in: &stored)
    }
    try write(&stored)
    return stored
  }

  /// Puts a whole row to what is stored.
  private func settle<Record: RowRecord>(
    _ sent: Record, in stored: inout [RowID: StoredRow<Record>]
  ) {
    var record = sent
    record.forget { !isPresent($0) }
    record.clock = context.corrected(sent.clock)
    let isAdjusted = record.clock != sent.clock
    let id = record.rowID
    let before = stored[id]?.record
    guard !isRefused(record, over: before) else { return }
    let verdict: RowVerdict
    if var row = stored[id] {
      verdict =
        isOfPurged(record)
        ? .stale : row.merge(record, isAdjusted: isAdjusted, stamp: nextStamp)
      row.repeat(over: sent.clock, after: verdict, stamp: nextStamp)
      stored[id] = row
    } else {
      stored[id] = StoredRow(before: nil, record: record, stamp: nextStamp())
      verdict = .accepted
    }
    note(verdict, Record.entity, id, stored[id]?.record.clock)
    if let row = stored[id] {
      compare(row, with: sent)
      noteLiveness(of: row.record, before: before)
    }
    if verdict == .accepted {
      standings[Parent(entity: Record.entity, id: id)] = .present(deck: record.deckOfRow)
      if isAdjusted { tally.adjust(Record.entity, id, record.clock) }
    }
  }

  private func isPresent(_ parent: Parent) -> Bool {
    if case .present? = standings[parent] { true } else { false }
  }

  func note(_ verdict: RowVerdict, _ entity: SyncEntity, _ id: RowID, _ clock: Timestamp?) {
    switch verdict {
    case .accepted: tally.accept()
    case .unchanged: tally.leave()
    case .stale: tally.reject(entity, id.description, .stale, clock: clock)
    }
  }

  /// Writes the rows that have a new stamp.
  func write<Record: RowRecord>(
    _ stored: inout [RowID: StoredRow<Record>]
  ) throws(SQLError) {
    let changed = stored.values.filter { $0.stamp != nil }
    let rows = changed.map { row in
      [.integer(row.stamp ?? 0), user] + row.record.values + [SQLValue(context.now)]
    }
    let refused = try write(
      rows, to: Record.table([.init("received_ms", .integer)]), ids: changed.map(\.record.rowID))
    for id in refused {
      stored[id] = nil
      tally.refuse(Record.entity, id)
      standings[Parent(entity: Record.entity, id: id)] = nil
    }
  }

  /// Writes rows at once; if the database refuses any, one by one.
  /// - Returns: the ids of those that it refuses.
  func write(
    _ rows: [[SQLValue]], to table: SQLTable, ids: [RowID]
  ) throws(SQLError) -> [RowID] {
    guard !rows.isEmpty else { return [] }
    if try isTaken({ () throws(SQLError) in try connection.write(rows, to: table) }) { return [] }
    var refused: [RowID] = []
    for (row, id) in zip(rows, ids)
    where try !isTaken({ () throws(SQLError) in try connection.write([row], to: table) }) {
      refused.append(id)
    }
    return refused
  }

  /// Runs `body` so that a row which the database refuses takes nothing else with it.
  ///
  /// On SQLite a statement that fails has done nothing, each row is one of its own, and those before it
  /// may be written once more. A savepoint would copy every page that is written.
  private func isTaken(_ body: () throws(SQLError) -> Void) throws(SQLError) -> Bool {
    let isOwn = connection.dialect == .sqlite
    if !isOwn { try connection.execute("savepoint rows") }
    do throws(SQLError) {
      try body()
      if !isOwn { try connection.execute("release savepoint rows") }
      return true
    } catch {
      guard case .constraint = error else { throw error }
      if !isOwn { try connection.execute("rollback to savepoint rows; release savepoint rows") }
      return false
    }
  }
}

/// The values in their order, each once.
func distinct<Value: Hashable>(_ values: [Value]) -> [Value] {
  var seen: Set<Value> = []
  return values.filter { seen.insert($0).inserted }
}
