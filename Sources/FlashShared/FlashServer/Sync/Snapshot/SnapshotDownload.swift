import FlashAPI
import FlashCrypto
import FlashModel
import FlashSQL
import FlashSnapshot

/// Gives a device that has nothing all of an account at once.
struct SnapshotDownload<Storage: ServerStorage> {
  let server: Server<Storage>
  let user: UserID
  let now: Timestamp

  /// Rows that may have come since a snapshot was made, for it to be of use.
  private static var mostLater: Int { 50_000 }
  private var storage: TimedStorage<Storage> { server.snapshotStorage }

  /// What there is to fetch; it is made if there is none that is recent.
  /// - Throws: ``Problem`` `.notFound` where rows do as well.
  func manifest() throws -> SnapshotManifest {
    if let kept = try kept() { return kept.manifest }
    return try server.snapshots.pass(user) {
      // Somebody else may have made it meanwhile.
      if let kept = try kept() { return kept.manifest }
      return try make().manifest
    }
  }

  /// A part of a snapshot that is ready.
  func part(_ number: Int, of id: SnapshotID) throws -> [UInt8] {
    let bytes = try storage.readAccount(user) { connection in
      guard let snapshot = try StoredSnapshot.load(id, of: user, connection),
        snapshot.stage == .ready
      else { return [UInt8]?.none }
      return try snapshot.part(number, of: user, connection)
    }
    guard let bytes else { throw Problem(.notFound, "There is no such part.") }
    return bytes
  }

  /// The newest that is ready, if a pull from its stamp on gives what is missing.
  /// - Throws: ``Problem`` `.notFound` for an account that is too small.
  private func kept() throws -> StoredSnapshot? {
    try storage.readAccount(user) { connection in
      let account = try AccountState.load(of: user, connection)
      guard account.cards + account.reviews >= Int64(server.limits.snapshotFrom) else {
        throw Problem(.notFound, "The account is small; its rows are to be pulled.")
      }
      return try StoredSnapshot.all(of: user, connection).last { snapshot in
        try snapshot.stage == .ready && snapshot.epoch == account.resyncEpoch
          && snapshot.until >= account.horizon
          && now.milliseconds(since: snapshot.created) < StoredSnapshot.life
          && laterRows(snapshot.until, connection) <= SnapshotDownload.mostLater
      }
    }
  }

  private func laterRows(
    _ stamp: Int64, _ connection: Storage.Connection
  ) throws(SQLError) -> Int {
    var count = 0
    for table in ["cards", "reviews"] {
      count +=
        try connection.row(
          """
          select count(*) from (
            select 1 from \(table) where user_id = $1 and arrived_ms > $2 limit $3) t
          """, [SQLValue(user), .integer(stamp), SQLValue(SnapshotDownload.mostLater + 1)]
        ) { $0.int(0) } ?? 0
    }
    return count
  }

  private func make() throws -> StoredSnapshot {
    let database = try server.spoolFile()
    let account = try storage.readAccount(user) { connection in
      let build = SnapshotBuild(connection, of: user)
      try build.write(to: SnapshotFile.create(at: database.path))
      return try AccountState.load(of: user, connection)
    }
    let packed = try PackedSnapshot.pack(database, to: nil, in: server.spool)
    let id = server.random(16)
    var snapshot = StoredSnapshot(
      id: SnapshotID(bytes: id) ?? .nothing, stage: .ready,
      SnapshotManifest(
        id: "", format: SnapshotSchema.format, bytes: packed.file.size,
        unpackedBytes: packed.unpackedSize, sha256: packed.hash), skew: nil, at: now)
    snapshot.until = account.lastArrived
    snapshot.epoch = account.resyncEpoch
    try storage.account(user) { connection in
      for old in try StoredSnapshot.all(of: user, connection) where old.stage != .arriving {
        try old.remove(of: user, connection)
      }
      try snapshot.save(of: user, connection)
      let count = snapshot.manifest.partCount
      for number in 0..<count {
        let bytes = try packed.file.read(
          snapshot.manifest.size(ofPart: number),
          at: Int64(number) * SnapshotManifest.partSize)
        try snapshot.addPart(number, bytes, of: user, connection)
      }
    }
    return snapshot
  }
}
