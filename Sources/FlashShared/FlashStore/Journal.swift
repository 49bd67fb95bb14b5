internal import FlashModel
internal import FlashSQL

/// The user action that is being done: what undo will call it, and where its journal stands.
struct ActionInProgress {
  let label: String
  let now: Timestamp
  /// The number of its first change; nil until something has changed.
  var seq: Int64?
  /// New rows are journaled as ranges: those that are still growing, by entity.
  var runs: [SyncEntity: ClosedRange<Int64>] = [:]
}

extension Store {
  /// How many actions can be undone.
  static let journalLength = 500

  /// Does one user action: one transaction, one step of undo.
  /// - Parameter label: what undo calls it, such as `card add`.
  func perform<Result>(
    _ label: String, at now: Timestamp, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try transaction { () throws(StoreError) in
      action = ActionInProgress(label: label, now: now)
      defer { action = nil }
      let result = try body()
      try endAction()
      return result
    }
  }

  /// Writes what is still to be written of the action's journal.
  func endAction() throws(StoreError) {
    for entity in SyncEntity.allCases { try endRun(of: entity) }
    if action?.seq != nil { try pruneJournal() }
  }

  /// Notes that a row was made.
  func journalInsert(_ entity: SyncEntity, key: Int64) throws(StoreError) {
    guard let run = action?.runs[entity], run.upperBound + 1 == key else {
      guard action != nil else { return }
      try endRun(of: entity)
      action?.runs[entity] = key...key
      return
    }
    action?.runs[entity] = run.lowerBound...key
  }

  /// Notes the columns of a row as they were before they change.
  func journalUpdate(
    _ entity: SyncEntity, key: Int64, before: [JSONValue.Member]
  ) throws(StoreError) {
    guard action != nil else { return }
    try insertJournalRow(
      entity, key, key, before: String(decoding: JSONValue.object(before).bytes, as: UTF8.self))
  }

  private func endRun(of entity: SyncEntity) throws(StoreError) {
    guard let run = action?.runs.removeValue(forKey: entity) else { return }
    try insertJournalRow(entity, run.lowerBound, run.upperBound, before: nil)
  }

  private func insertJournalRow(
    _ entity: SyncEntity, _ first: Int64, _ last: Int64, before: String?
  ) throws(StoreError) {
    let seq = try actionSequence()
    try storing { () throws(SQLError) in
      let statement = try connection.statement(
        "insert into action_rows values ($1, $2, $3, $4, $5)")
      statement.bind(seq, at: 1)
      statement.bind(Int64(entity.rawValue), at: 2)
      statement.bind(first, at: 3)
      statement.bind(last, at: 4)
      statement.bind(before, at: 5)
      try statement.run()
    }
  }

  private func actionSequence() throws(StoreError) -> Int64 {
    if let seq = action?.seq { return seq }
    guard let action else { preconditionFailure("a journal row belongs to an action") }
    let seq = try nextChange()
    try storing { () throws(SQLError) in
      try connection.run(
        "insert into actions (seq, at_ms, label) values ($1, $2, $3)", .integer(seq),
        .integer(action.now.milliseconds), .text(action.label))
    }
    self.action?.seq = seq
    return seq
  }

  private func pruneJournal() throws(StoreError) {
    try storing { () throws(SQLError) in
      try connection.run(
        """
        delete from actions
        where seq <= (select seq from actions order by seq desc limit 1 offset $1)
        """, .integer(Int64(Store.journalLength)))
    }
  }
}
