public import FlashAPI
public import FlashModel
internal import FlashSQL

/// What became of the rows of a batch.
public struct PushTally: Sendable, Hashable {
  /// Rows that the remote has now.
  public var sent = 0
  /// Rows whose value there is newer.
  public var stale = 0
  /// Rows that were not taken, with the reason.
  public var refused: [RefusedRow] = []

  public init() {}

  public static func += (left: inout PushTally, right: PushTally) {
    left.sent += right.sent
    left.stale += right.stale
    left.refused += right.refused
  }
}

/// A row that a remote did not take.
public struct RefusedRow: Sendable, Hashable {
  public let entity: SyncEntity
  public let id: String
  /// The server's word.
  public let reason: String
  /// The field that is not valid, or the number of the plan's limit.
  public let detail: String?
  /// Whether it is sent again by itself.
  public let isRetried: Bool
}

extension Store {
  /// Notes what became of a batch: what was taken is not pending any more, what was not is parked.
  /// - Parameter answer: nil for a batch without rows.
  public func settle(
    _ batch: PushBatch, of remote: SyncRemote, _ answer: PushResponse?, by rules: StudyRules,
    at now: Timestamp
  ) throws(StoreError) -> PushTally {
    try settle(batch, of: remote, answer, moving: nil, by: rules, at: now)
  }

  /// As ``settle(_:of:_:by:at:)``.
  /// - Parameter move: where this device stands once the batch is through; nil if it has to fetch.
  func settle(
    _ batch: PushBatch, of remote: SyncRemote, _ answer: PushResponse?, moving move: PushWalk.Move?,
    by rules: StudyRules, at now: Timestamp
  ) throws(StoreError) -> PushTally {
    try transaction { () throws(StoreError) in
      let settling = try PushSettling(self, batch, remote, by: rules, at: now)
      let tally = try settling.settle(answer)
      try settling.advance()
      if let move { try settling.move(move) }
      if let stamp = answer?.arrivedMs { try settling.note(stamp) }
      return tally
    }
  }
}

/// One batch being settled, in a transaction.
private struct PushSettling {
  let store: Store
  let batch: PushBatch
  let remote: SyncRemote
  let rules: StudyRules
  let now: Timestamp
  let pending: PendingChanges

  init(
    _ store: Store, _ batch: PushBatch, _ remote: SyncRemote, by rules: StudyRules,
    at now: Timestamp
  ) throws(StoreError) {
    self.store = store
    self.batch = batch
    self.remote = remote
    self.rules = rules
    self.now = now
    pending = try storing { () throws(SQLError) in
      try PendingChanges(of: remote.key, on: store.connection)
    }
  }

  func settle(_ answer: PushResponse?) throws(StoreError) -> PushTally {
    var tally = PushTally()
    guard let answer else { return tally }
    var rejected: Set<Identifier<Never>> = []
    for row in answer.rejected {
      guard let id = Identifier<Never>(row.id), let sent = sent(id, row.entity) else { continue }
      rejected.insert(id)
      try settle(sent, row, &tally)
    }
    tally.sent = batch.count - rejected.count
    if pending.hasParked {
      for row in batch.rows where !rejected.contains(row.id) { try unpark(row) }
    }
    var cards: Set<Int64> = []
    for row in batch.rows where row.card != 0 {
      if cards.insert(row.card).inserted { try store.setScheduleClock(ofCard: row.card) }
    }
    for row in answer.adjusted {
      // Of a row that was not taken the server's own comes with the next page.
      if let id = Identifier<Never>(row.id), !rejected.contains(id) { try adjust(row) }
    }
    return tally
  }

  /// The row of the batch that an answer is about; the older service does not name the entity.
  private func sent(_ id: Identifier<Never>, _ entity: String?) -> PushedRow? {
    let entity = entity.flatMap { SyncEntity(key: $0) }
    return batch.rows.last { $0.id == id && (entity == nil || $0.entity == entity) }
  }

  private func settle(
    _ sent: PushedRow, _ row: RejectedRow, _ tally: inout PushTally
  ) throws(StoreError) {
    switch RejectReason(rawValue: row.reason) {
    case .stale:
      tally.stale += 1
      // What is newer there comes with the next page, which finds this row with the remote.
      try store.keepIfEdited(sent.entity, sent.id, lostTo: remote, at: now)
      try unpark(sent)
    case .gone:
      tally.stale += 1
      try store.removeGone(sent, remote, by: rules, at: now)
      try unpark(sent)
    case .duplicate where sent.entity == .reviews:
      tally.stale += 1
      try unpark(sent)
    case let reason:
      let isRetried = reason == .forbidden || reason == nil || row.retryable == true
      let detail = row.field ?? row.limit.map { String($0) }
      try park(sent, row.reason, detail, isRetried: isRetried)
      tally.refused.append(
        RefusedRow(
          entity: sent.entity, id: sent.id.description, reason: row.reason, detail: detail,
          isRetried: isRetried))
    }
  }

  private func park(
    _ row: PushedRow, _ reason: String, _ detail: String?, isRetried: Bool
  ) throws(StoreError) {
    let tries = try store.row(
      "select tries from parked where remote_key = $1 and entity = $2 and id = $3",
      [.integer(remote.key), .integer(Int64(row.entity.rawValue)), SQLValue(row.id)]
    ) { Int($0.integer(0)) }
    let count = (tries ?? 0) + 1
    try storing { () throws(SQLError) in
      try store.connection.run(
        """
        insert or replace into parked
          (remote_key, entity, id, reason, detail, is_final, tries, retry_at_ms)
        values ($1, $2, $3, $4, $5, $6, $7, $8)
        """, .integer(remote.key), .integer(Int64(row.entity.rawValue)), SQLValue(row.id),
        .text(reason), SQLValue(detail), .integer(isRetried ? 0 : 1), .integer(Int64(count)),
        .integer(now.advanced(by: Backoff.wait(after: count)).milliseconds))
    }
  }

  private func unpark(_ row: PushedRow) throws(StoreError) {
    guard pending.hasParked else { return }
    try storing { () throws(SQLError) in
      try store.connection.run(
        "delete from parked where remote_key = $1 and entity = $2 and id = $3",
        .integer(remote.key), .integer(Int64(row.entity.rawValue)), SQLValue(row.id))
    }
  }

  /// Takes over the clock that the server gave a row whose own was ahead; not if the row was changed
  /// meanwhile.
  private func adjust(_ adjusted: AdjustedRow) throws(StoreError) {
    guard let id = Identifier<Never>(adjusted.id), let sent = sent(id, adjusted.entity),
      sent.entity != .reviews
    else { return }
    let clocks = sent.entity == .cards ? ["content_ms", "sched_ms"] : ["updated_at_ms"]
    let sets = clocks.map { "\($0) = min($1, \($0))" }.joined(separator: ", ")
    try storing { () throws(SQLError) in
      try store.connection.run(
        "update \(sent.entity.key) set \(sets) where id = $2 and change_seq = $3",
        .integer(adjusted.updatedAtMs), SQLValue(sent.id), .integer(sent.change))
    }
  }

  /// Notes the stamp by which the remote is to be known as the one that has this batch.
  func note(_ stamp: Int64) throws(StoreError) {
    try storing { () throws(SQLError) in
      try store.connection.run(
        "update remotes set told = $1 where key = $2", .integer(stamp), .integer(remote.key))
    }
  }

  /// Notes how far the remote is now, and forgets the blocks below that.
  func advance() throws(StoreError) {
    try storing { () throws(SQLError) in
      for entity in SyncEntity.allCases
      where batch.positions[entity.rawValue] > pending.pushed[entity.rawValue] {
        try store.connection.run(
          "insert or replace into pushed values ($1, $2, $3)", .integer(remote.key),
          .integer(Int64(entity.rawValue)), .integer(batch.positions[entity.rawValue]))
      }
      let least = batch.positions.min() ?? 0
      try store.connection.run(
        "delete from received where remote_key = $1 and last_seq <= $2", .integer(remote.key),
        .integer(least))
    }
  }
}

extension PushSettling {
  /// Moves the cursor to behind what was sent. One that another exchange has moved meanwhile stays.
  func move(_ move: PushWalk.Move) throws(StoreError) {
    try storing { () throws(SQLError) in
      try store.connection.run(
        "update remotes set cursor = $1 where key = $2 and cursor = $3 and epoch = $4",
        .integer(move.end.since), .integer(remote.key), .integer(move.start.since),
        .integer(move.start.epoch))
    }
  }
}

extension Store {
  /// Removes a record that the remote has purged after its removal, and keeps its value.
  fileprivate func removeGone(
    _ row: PushedRow, _ remote: SyncRemote, by rules: StudyRules, at now: Timestamp
  ) throws(StoreError) {
    guard row.entity != .reviews else { return }
    let key = try self.row(
      "select key from \(row.entity.key) where id = $1 and deleted_at_ms is null",
      [SQLValue(row.id)]
    ) { $0.integer(0) }
    guard let key else { return }
    try keepLost(row.entity, row.id, lostTo: remote, at: now)
    var columns: [Assignment] = [("deleted_at_ms", SQLValue(now))]
    if row.entity == .cards { columns += try followingLog(ofCard: key, by: rules) }
    // The number of the change stays: the remote has said all there is to say.
    try assign(columns, to: row.entity, key: key)
    guard row.entity == .decks else { return }
    // Its cards are gone with it.
    let hasLog = "exists (select 1 from reviews r where r.card_key = c.key)"
    try followLogs(ofRemovedIn: key, where: hasLog, by: rules) { card, columns throws(StoreError) in
      try assign(columns, to: .cards, key: card)
    }
  }

  /// Gives a card that has a log the clock that every device and server gives its schedule: the place
  /// of the newest entry.
  func setScheduleClock(ofCard key: Int64) throws(StoreError) {
    try storing { () throws(SQLError) in
      try connection.run(
        """
        update cards set sched_ms = m.newest
        from (select max(order_ms) as newest from reviews where card_key = $1) m
        where cards.key = $1 and m.newest is not null and cards.sched_ms <> m.newest
        """, .integer(key))
    }
  }
}
