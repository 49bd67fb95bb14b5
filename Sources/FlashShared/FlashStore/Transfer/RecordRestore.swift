public import FlashModel
internal import FlashSQL

/// How many records of each kind a restore made, changed and left.
public struct RestoreCounts: Sendable, Hashable {
  public var decks = 0
  public var cardsAdded = 0
  public var cardsUpdated = 0
  public var cardsUnchanged = 0
  public var reviews = 0
  /// Records of other kinds that were made or changed.
  public var others = 0
  /// The decks that the records name.
  public var decksSeen = 0
}

/// A restore under way: records go in one by one, parents before their children.
///
/// A record that is not here yet is made as it is, id and clocks included. Of one that is here, the
/// version with the later clock stays, content and schedule of a card each by their own. Log entries
/// are added by their id and never changed; where that joins two histories of a card, its schedule
/// is folded anew.
public final class RecordRestore {
  public internal(set) var counts = RestoreCounts()
  let store: Store
  let now: Timestamp
  /// The cards that were made here.
  var made = KeySet()
  /// Whether files are copied; a dry run only looks at them.
  let writesMedia: Bool
  /// The files of the media folder that were not there before.
  var madeMedia: [String] = []
  private var log: LogRestore

  init(into store: Store, by rules: StudyRules, writesMedia: Bool, at now: Timestamp) {
    self.store = store
    self.writesMedia = writesMedia
    self.now = now
    log = LogRestore(rules: rules)
  }

  /// Takes in a record.
  /// - Throws: `StoreError.invalid` if it breaks a rule of the collection, or its parent is missing.
  public func add(_ record: StoredRecord) throws(StoreError) {
    switch record {
    case .setting(let setting): try add(setting)
    case .topic(let topic): try add(topic)
    case .deck(let deck): try add(deck)
    case .subTopic(let subTopic): try add(subTopic)
    case .card(let card): try add(card)
    case .session(let session): try add(session)
    case .link(let link): try add(link)
    case .review(let review): try log.add(review, to: self)
    }
  }

  func finish() throws(StoreError) {
    try log.finish(in: self)
    try syncMedia()
  }

  /// The key of a parent, which must be here by now.
  func parent<Entity>(
    _ entity: SyncEntity, _ id: Identifier<Entity>, of child: String
  ) throws(StoreError) -> Int64 {
    guard let key = try store.key(entity, id) else {
      throw .invalid(field: child, reason: "\(entity.key) has no '\(id)'")
    }
    return key
  }
}

extension Store {
  /// Puts records into the collection as one action: all of them, or, after an error, none.
  /// - Parameters:
  ///   - label: what undo calls it.
  ///   - rules: for schedules that two histories lead to.
  ///   - writesMedia: whether files are copied; a dry run only looks at them.
  ///   - body: adds the records; what it throws ends the restore.
  public func restoreRecords(
    _ label: String, by rules: StudyRules, writesMedia: Bool = true, at now: Timestamp,
    _ body: (RecordRestore) throws -> Void
  ) throws -> RestoreCounts {
    var restore: RecordRestore?
    do {
      return try inTransaction(label, by: rules, writesMedia: writesMedia, at: now) { records in
        restore = records
        try body(records)
      }
    } catch {
      restore?.discardMedia()
      throw error
    }
  }

  private func inTransaction(
    _ label: String, by rules: StudyRules, writesMedia: Bool, at now: Timestamp,
    _ body: (RecordRestore) throws -> Void
  ) throws -> RestoreCounts {
    try anyTransaction {
      action = ActionInProgress(label: label, now: now)
      defer { action = nil }
      let records = RecordRestore(into: self, by: rules, writesMedia: writesMedia, at: now)
      do {
        try body(records)
        try records.finish()
      } catch StoreError.database(.constraint(let reason)) {
        // A value that the schema does not allow is the file's fault, not ours.
        throw StoreError.invalid(field: "record", reason: reason)
      }
      try endAction()
      try renumberAction()
      return records.counts
    }
  }

  /// Gives the action a number behind all of its changes, so that the answers it brought do not
  /// count as given after it.
  private func renumberAction() throws(StoreError) {
    guard let seq = action?.seq else { return }
    let change = try nextChange()
    try storing { () throws(SQLError) in
      try connection.run(
        """
        insert into actions (seq, at_ms, label) select $1, at_ms, label from actions where seq = $2
        """,
        .integer(change), .integer(seq))
      try connection.run(
        "update action_rows set action_seq = $1 where action_seq = $2", .integer(change),
        .integer(seq))
      try connection.run("delete from actions where seq = $1", .integer(seq))
    }
  }
}
