internal import FlashModel
internal import FlashSQL

/// The user action that is being done: what undo will call it, and where its journal stands.
struct ActionInProgress {
  /// What an action that is an undo takes back.
  enum Target {
    /// The action of that number.
    case action(Int64)
    case answer
  }

  let label: String
  /// When it was done; of an undo, when that which it takes back was.
  let now: Timestamp
  /// Nil for an action that is no undo.
  var undone: Target?
  /// The number of its first change; nil until something has changed.
  var seq: Int64?
  /// New rows are journaled as ranges: those that are still growing, by entity.
  var runs: [SyncEntity: ClosedRange<Int64>] = [:]
}

extension Store {
  /// How many actions can be undone.
  static let journalLength = 500

  /// What stands in the place of an entity for a setting, which is no row that devices exchange.
  static let journaledSetting: Int64 = -1

  /// What stands for a range of rows that were live before.
  static let liveBefore = #"{"deleted_at_ms":null}"#

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
    try insertJournalRow(Int64(entity.rawValue), key, key, before: Store.journaled(before))
  }

  /// Notes what a setting was before it changes; nil if it was not set.
  func journal(setting name: String, before: String?) throws(StoreError) {
    guard action != nil else { return }
    let value = before.map { JSONValue.string($0) } ?? .null
    try insertJournalRow(
      Store.journaledSetting, 0, 0, before: Store.journaled([JSONValue.Member(name, value)]))
  }

  private static func journaled(_ before: [JSONValue.Member]) -> String {
    String(decoding: JSONValue.object(before).bytes, as: UTF8.self)
  }

  /// Notes rows that are about to be removed together.
  /// - Parameter keys: of live rows, in order.
  func journalRemoval(_ entity: SyncEntity, keys: [Int64]) throws(StoreError) {
    guard action != nil else { return }
    var start = keys.startIndex
    while start < keys.endIndex {
      var end = start + 1
      while end < keys.endIndex, keys[end] == keys[end - 1] + 1 { end += 1 }
      try insertJournalRow(
        Int64(entity.rawValue), keys[start], keys[end - 1], before: Store.liveBefore)
      start = end
    }
  }

  private func endRun(of entity: SyncEntity) throws(StoreError) {
    guard let run = action?.runs.removeValue(forKey: entity) else { return }
    try insertJournalRow(
      Int64(entity.rawValue), run.lowerBound, run.upperBound, before: nil)
  }

  private func insertJournalRow(
    _ entity: Int64, _ first: Int64, _ last: Int64, before: String?
  ) throws(StoreError) {
    let seq = try actionSequence()
    try storing { () throws(SQLError) in
      let statement = try connection.statement(
        "insert into action_rows values ($1, $2, $3, $4, $5)")
      statement.bind(seq, at: 1)
      statement.bind(entity, at: 2)
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
    var target: Int64?
    if case .action(let of)? = action.undone { target = of }
    try storing { () throws(SQLError) in
      // Something new was done, so there is nothing to redo any more.
      if action.undone == nil { try connection.run("delete from actions where is_undo = 1") }
      try connection.run(
        "insert into actions (seq, at_ms, label, is_undo, of_seq) values ($1, $2, $3, $4, $5)",
        .integer(seq), .integer(action.now.milliseconds), .text(action.label),
        .integer(action.undone == nil ? 0 : 1), target.map { .integer($0) } ?? .null)
    }
    self.action?.seq = seq
    return seq
  }

  /// Keeps the newest actions, and as many undos.
  private func pruneJournal() throws(StoreError) {
    try storing { () throws(SQLError) in
      try connection.run(
        """
        delete from actions where is_undo = $1 and seq <= (
          select seq from actions where is_undo = $1 order by seq desc limit 1 offset $2)
        """, .integer(action?.undone == nil ? 0 : 1), .integer(Int64(Store.journalLength)))
    }
  }
}
