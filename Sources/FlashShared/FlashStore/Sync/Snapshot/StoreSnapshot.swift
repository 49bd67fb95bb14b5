internal import FlashAPI
internal import FlashModel
internal import FlashSQL
internal import FlashSnapshot

// All rows of the collection at once, out and in: SQLite copies them, and none is looked at here.

private enum StoreSnapshot {
  /// Whether the log has entries without a card, which have no place elsewhere. To look for the card of
  /// each entry takes as long as to copy it; an index has them card by card.
  static let stray = """
    select 1 from (select distinct card_key from collection.reviews)
    where not exists (select 1 from collection.cards c where c.key = card_key) limit 1
    """
  static let withCard = "where exists (select 1 from collection.cards c where c.key = card_key)"

  /// The largest database, in bytes, whose rows are written without the write-ahead log, which keeps
  /// others waiting for some seconds.
  static let largestFilling: Int64 = 256 << 20
}

extension Store {
  /// Writes the rows, as they are at one moment, into an empty file.
  /// - Returns: the number of the newest change that is in it.
  /// - Throws: ``SnapshotError``, also for a row that the wire has no place for.
  func writeSnapshot(to file: SpoolFile) throws(SnapshotError) -> Int64 {
    try SnapshotFile.working { () throws(SQLError) in
      let connection = try SnapshotFile.create(at: file.path)
      try connection.run("attach $1 as collection", .text(path))
      try connection.execute("pragma collection.cache_size = -32768; begin")
      let bound = try connection.integer("select change_seq from collection.store") ?? 0
      let stray = try connection.integer(StoreSnapshot.stray) != nil
      for table in SnapshotSchema.tables {
        let isLog = table.name == SyncEntity.reviews.key
        try connection.execute(
          """
          insert into main.\(table.name) (key, \(table.list()))
          select \(isLog ? "change_seq" : "key"), \(table.list()) from collection.\(table.name)
          \(isLog && stray ? StoreSnapshot.withCard : "")
          """)
      }
      try connection.execute("commit")
      return bound
    }
  }

  /// Whether there is not one record here, removed ones included.
  func hasNoRecords() throws(StoreError) -> Bool {
    let tables = SyncEntity.allCases.map { "not exists (select 1 from \($0.key))" }
    return try count("select \(tables.joined(separator: " and "))") == 1
  }

  /// Whether a remote has got nothing from here yet, nor sent anything.
  func hasSentNothing(to remote: SyncRemote) throws(StoreError) -> Bool {
    let pending = try storing { () throws(SQLError) in
      try PendingChanges(of: remote.key, on: connection)
    }
    let bound = try count("select change_seq from store")
    return !pending.hasParked
      && SyncEntity.allCases.allSatisfy {
        pending.ranges(of: $0, upTo: Int64(bound)) == [1...max(1, Int64(bound))]
      }
  }

  /// Makes the rows of a snapshot those of the collection, which has none, and notes that they came
  /// from there: one transaction.
  /// - Returns: how many rows there are.
  /// - Throws: ``SnapshotError``; then nothing is changed. `StoreError`.
  func adopt(
    _ file: SpoolFile, _ manifest: SnapshotManifest, from remote: SyncRemote
  ) throws -> Int {
    // What is in it is looked at while it is copied. Nothing of it counts before that is through.
    _ = try SnapshotFile.open(unchecked: file)
    let check = SnapshotCheck(of: file)
    try storing { () throws(SQLError) in
      try connection.run("attach $1 as snapshot", .text(file.path))
    }
    defer {
      // What can't be detached now goes with the connection.
      try? connection.execute("detach snapshot")
    }
    let isBrief = manifest.unpackedBytes <= StoreSnapshot.largestFilling
    return try fillingTransaction(isBrief: isBrief) {
      guard try hasNoRecords() else { throw SnapshotError.damaged(reason: "there are rows here") }
      let rows = try copied(check) { try copyRows(manifest, from: remote) }
      try check.finish()
      return rows
    }
  }

  /// Copies rows of a file that is being looked at.
  private func copied(_ check: SnapshotCheck, _ copy: () throws -> Int) throws -> Int {
    // What the collection's tables would check again, those of a snapshot check as well.
    try connection.execute("pragma ignore_check_constraints = on")
    defer {
      // It can't fail: it sets a flag in memory.
      try? connection.execute("pragma ignore_check_constraints = off")
    }
    do {
      return try connection.stopping(when: { check.hasFailed }) { () throws(any Error) in
        try copy()
      }
    } catch {
      // Damage that kept it from being copied is told as what it is.
      try check.finish()
      switch error {
      case SQLError.constraint(let reason), SQLError.corrupt(_, let reason),
        StoreError.database(.constraint(let reason)), StoreError.database(.corrupt(_, let reason)):
        throw SnapshotError.damaged(reason: reason)
      default: throw error
      }
    }
  }

  private func copyRows(_ manifest: SnapshotManifest, from remote: SyncRemote) throws -> Int {
    var largest: [Int64] = []
    for table in SnapshotSchema.tables {
      largest.append(try connection.integer("select max(key) from snapshot.\(table.name)") ?? 0)
    }
    let first = try takeChanges(max(1, largest.reduce(0, +)))
    let indexes = try LateIndexes(of: self)
    var change = first - 1
    var rows = 0
    for (table, most) in zip(SnapshotSchema.tables, largest) {
      let isLog = table.name == SyncEntity.reviews.key
      try connection.execute(
        """
        insert into main.\(table.name) (\(isLog ? "" : "key, ")change_seq, \(table.list()))
        select \(isLog ? "" : "key, ")key + \(change), \(table.list())
        from snapshot.\(table.name) order by key
        """)
      rows += connection.changedRows
      change += most
    }
    try indexes.make(in: self)
    try connection.run(
      "insert or replace into received values ($1, $2, $3)", .integer(remote.key),
      .integer(first), .integer(max(first, change)))
    try connection.run(
      "update remotes set cursor = $1, epoch = $2 where key = $3",
      .integer(manifest.nextSince ?? 0), manifest.resyncEpoch.map { .integer($0) } ?? .null,
      .integer(remote.key))
    return rows
  }

  /// Notes that a remote has all changes up to one, and that it has nothing that is not here up to a
  /// stamp.
  func noteSent(
    upTo bound: Int64, _ receipt: SnapshotReceipt, to remote: SyncRemote
  ) throws(StoreError) {
    try transaction { () throws(StoreError) in
      try storing { () throws(SQLError) in
        for entity in SyncEntity.allCases {
          try connection.run(
            "insert or replace into pushed values ($1, $2, $3)", .integer(remote.key),
            .integer(Int64(entity.rawValue)), .integer(bound))
        }
        try connection.run(
          "update remotes set cursor = $1, epoch = $2 where key = $3",
          .integer(receipt.nextSince), .integer(receipt.resyncEpoch), .integer(remote.key))
      }
    }
  }

  /// Which file the collection is, among its copies.
  func deviceID() throws(StoreError) -> String {
    let id: Identifier<Store>? =
      try row("select device_id from store", []) {
        $0.identifier(0)
      } ?? nil
    return (id ?? .nothing).description
  }

  func newSnapshotID(at now: Timestamp) -> String {
    let id: Identifier<SnapshotNote> = newIdentifier(at: now)
    return id.description
  }
}
