import FlashAPI
import FlashModel
import FlashSQL

// Rows out of the body, and what is stored under their ids.

/// A row as it was sent, without what is stored under its id.
struct SentRow<Record: RowRecord> {
  /// Where it begins in the body.
  let offset: Int
  let first: Record
  /// Whether it was read over what is stored already.
  var isMerged = false
}

extension PushWork {
  /// Stands for a clock that a row does not tell.
  private var untold: Timestamp { Timestamp(milliseconds: .min) }

  /// The rows of an entity that can be read; the others are rejected.
  /// - Parameter stored: what a row is read over by its place among them, if that is known.
  func read<Record: RowRecord>(
    _ entity: Record.Type, over stored: (Int) -> Record? = { _ in nil }
  ) -> [SentRow<Record>] {
    var rows: [SentRow<Record>] = []
    rows.reserveCapacity(request[Record.entity].count)
    for (index, offset) in request[Record.entity].enumerated() {
      do throws(JSONError) {
        if let stored = stored(index) {
          let record = try read(offset, over: base(stored))
          if record.rowID == stored.rowID {
            rows.append(SentRow(offset: offset, first: record, isMerged: true))
            continue
          }
        }
        let first = try read(offset, over: Record.blank)
        guard first.rowID != .nothing else {
          tally.reject(Record.entity, "", .missingID)
          continue
        }
        rows.append(SentRow(offset: offset, first: first))
      } catch {
        reject(offset, Record.entity, .invalid, field: error.field)
      }
    }
    return rows
  }

  /// The id of a row that begins with it, as ours do; nil if another member comes first.
  func leadingID(_ offset: Int) -> RowID? {
    var reader = JSONReader(request.body, from: offset)
    do throws(JSONError) {
      try reader.beginObject()
      guard try reader.nextKey() == "id" else { return nil }
      return try reader.identifier()
    } catch {
      // Whoever reads the row as a whole tells what is wrong with it.
      return nil
    }
  }

  /// What is stored as members that a row does not have leave it.
  private func base<Record: RowRecord>(_ stored: Record) -> Record {
    var base = stored
    base.deletedAt = nil
    base.clock = untold
    return base
  }

  private func read<Record: RowRecord>(
    _ offset: Int, over base: Record
  ) throws(JSONError) -> Record {
    var reader = JSONReader(request.body, from: offset)
    var record = base
    try record.readMembers(from: &reader)
    return record
  }

  /// Rejects a row of which not even the id is known for certain.
  private func reject(
    _ offset: Int, _ entity: SyncEntity, _ reason: RejectReason, field: String?
  ) {
    let id = BodyScan.member("id", of: request.body, at: offset)?.string ?? ""
    tally.reject(entity, id, reason, field: field)
  }

  /// The row over what is stored, if it is whole and belongs to what is the account's.
  ///
  /// A member that is absent keeps what is stored; only an absent `deleted_at_ms` says that the record
  /// lives. What belongs to something that was removed for good is so, too, from now on: nobody else can
  /// be told of it. A record that is stored somewhere else stays there, as ``isOfPurged(_:)`` tells.
  /// - Returns: nil once it is rejected.
  func complete<Record: RowRecord>(
    _ row: SentRow<Record>, over stored: Record?, _ purged: Set<RowID>
  ) -> Record? {
    let id = row.first.rowID
    func reject(_ reason: RejectReason, _ field: String? = nil) -> Record? {
      tally.reject(Record.entity, id.description, reason, field: field)
      return nil
    }
    if purged.contains(id) { return reject(.gone) }
    var record = row.first
    if let stored, Record.entity != .reviews, !row.isMerged {
      do throws(JSONError) {
        record = try read(row.offset, over: base(stored))
      } catch {
        return reject(.invalid, error.field)
      }
    }
    if record.clock == untold { return reject(.invalid, Record.clockName) }
    if record.missingMember != nil { return reject(.missingID) }
    if let field = record.impossibleMember { return reject(.invalid, field) }
    if context.mayHoldNul, record.holdsNul { return reject(.invalid) }
    for parent in record.parents {
      switch standings[parent] {
      case .present: break
      case .purged where Record.entity == .reviews: break
      case .purged where stored == nil:
        notePurged(Record.entity, id)
        return reject(.gone)
      case .purged where Record.entity == .cardSubTopics: return reject(.gone)
      case .purged: break
      case nil: return reject(.forbidden)
      }
    }
    if context.foreignRows.contains(row.offset) { return reject(.forbidden) }
    return record
  }

  /// Whether a record would move to something that was removed for good.
  func isOfPurged(_ record: some RowRecord) -> Bool {
    record.parents.contains { if case .purged? = standings[$0] { true } else { false } }
  }

  /// Notes that an id is to be known as one that was removed for good.
  private func notePurged(_ entity: SyncEntity, _ id: RowID) {
    let parent = Parent(entity: entity, id: id)
    standings[parent] = .purged
    gone.append(parent)
  }

  /// Writes down the ids that were found to be removed for good.
  func writePurgedIDs() throws(SQLError) {
    for row in gone { try connection.notePurged(row, of: context.user, at: context.now) }
  }

  /// What is stored under ids, as it is.
  func load<Record: RowRecord>(
    _ entity: Record.Type, _ ids: [RowID]
  ) throws(SQLError) -> [RowID: StoredRow<Record>] {
    var rows: [RowID: StoredRow<Record>] = [:]
    try connection.forEachRow(
      "select \(Record.list) from \(Record.entity.key) where user_id = $1 and id {ids}", [user],
      of: ids
    ) { row throws(SQLError) in
      let record = Record.read(row, from: 0)
      rows[record.rowID] = StoredRow(before: record, record: record)
    }
    return rows
  }

  /// Which of `ids`, of which none is stored, once were records.
  func purgedIDs(of entity: SyncEntity, _ ids: [RowID]) throws(SQLError) -> Set<RowID> {
    var purged: Set<RowID> = []
    try connection.forEachRow(
      "select id from purged_ids where user_id = $1 and entity = $2 and id {ids}",
      [user, SQLValue(entity.rawValue)], of: ids
    ) { row throws(SQLError) in purged.insert(row.id(0)) }
    return purged
  }

  /// Looks up what rows name, as far as it is not known yet.
  func resolve(_ parents: [Parent]) throws(SQLError) {
    var wanted: [SyncEntity: [RowID]] = [:]
    for parent in Set(parents) where standings[parent] == nil && parent.id != .nothing {
      wanted[parent.entity, default: []].append(parent.id)
    }
    for (entity, ids) in wanted {
      let deck = entity == .topics || entity == .decks ? "id" : "deck_id"
      try connection.forEachRow(
        "select id, \(deck) from \(entity.key) where user_id = $1 and id {ids}", [user], of: ids
      ) { row throws(SQLError) in
        standings[Parent(entity: entity, id: row.id(0))] = .present(deck: row.id(1))
      }
      let missing = ids.filter { standings[Parent(entity: entity, id: $0)] == nil }
      for id in try purgedIDs(of: entity, missing) {
        standings[Parent(entity: entity, id: id)] = .purged
      }
    }
  }
}

extension RowRecord {
  static var clockName: String { entity == .reviews ? "rated_at_ms" : "updated_at_ms" }

  /// The latest clock that makes sense: what a double holds exactly.
  private static var lastMoment: Int64 { 1 << 53 }

  /// The member with a value that no record can have; nil if there is none.
  var impossibleMember: String? {
    (0...Self.lastMoment).contains(clock.milliseconds) ? nil : Self.clockName
  }

  /// Whether a text holds the character that PostgreSQL has no place for.
  var holdsNul: Bool {
    values.contains {
      if case .text(let text) = $0 { text.utf8.contains(0) } else { false }
    }
  }
}
