import FlashAPI
import FlashModel
import FlashSQL
import FlashSnapshot

/// Takes all of a collection at once into an account that has nothing.
struct SnapshotUpload<Storage: ServerStorage> {
  let server: Server<Storage>
  let principal: Principal
  let now: Timestamp
  let zones: ZoneFinder

  private var user: UserID { principal.user }
  /// Bytes of a database that is taken in within seconds.
  private static var largestFilling: Int64 { 256 << 20 }
  private var storage: TimedStorage<Storage> { server.snapshotStorage }

  /// Begins, or goes on with what was begun.
  func begin(_ manifest: SnapshotManifest) throws -> SnapshotStanding {
    let id = try check(manifest)
    return try storage.account(user) { connection in
      if let known = try StoredSnapshot.load(id, of: user, connection) {
        guard known.hash == manifest.sha256, known.bytes == manifest.bytes else {
          throw Problem(.conflict, "Another snapshot has that id.")
        }
        return try standing(known, connection)
      }
      try checkEmpty(connection)
      let arriving = try StoredSnapshot.all(of: user, connection).filter { $0.stage == .arriving }
      for old in arriving.dropLast(StoredSnapshot.mostArriving - 1) {
        try old.remove(of: user, connection)
      }
      let clock = manifest.clientClockMs.map { Timestamp(milliseconds: $0) }
      try StoredSnapshot(
        id: id, stage: .arriving, manifest, skew: clock?.milliseconds(since: now), at: now
      ).save(of: user, connection)
      return SnapshotStanding(nextPart: 0)
    }
  }

  private func check(_ manifest: SnapshotManifest) throws(Problem) -> SnapshotID {
    guard let id = SnapshotID(manifest.id), id != .nothing else {
      throw .invalid("id", "must be a UUID")
    }
    guard manifest.format == SnapshotSchema.format else {
      throw .invalid("format", "must be \(SnapshotSchema.format)")
    }
    guard manifest.bytes > 0, manifest.unpackedBytes > 0 else {
      throw .invalid("bytes", "must be greater than 0")
    }
    guard manifest.bytes <= server.limits.snapshotBytes,
      manifest.unpackedBytes <= server.limits.snapshotUnpacked
    else { throw Problem(.payloadTooLarge, "The snapshot is too large; send rows.") }
    guard manifest.accountBytes <= server.limits.accountSize else {
      throw Problem(.quotaExceeded, "The account may not hold that much.")
    }
    guard manifest.sha256.utf8.count == 64, manifest.sha256.utf8.allSatisfy(isHex) else {
      throw .invalid("sha256", "must be 64 hexadecimal digits")
    }
    return id
  }

  private func isHex(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
  }

  /// Takes a part. One that is there already, or that comes too early, changes nothing: the answer
  /// says which is wanted.
  func put(_ number: Int, _ bytes: [UInt8], of id: SnapshotID) throws -> SnapshotStanding {
    try storage.account(user) { connection in
      let snapshot = try arriving(id, connection)
      let next = try snapshot.partCount(of: user, connection)
      guard number == next, next < snapshot.manifest.partCount, snapshot.stage == .arriving else {
        return try standing(snapshot, connection)
      }
      guard bytes.count == snapshot.manifest.size(ofPart: number) else {
        throw Problem.invalid("", "is not as long as this part is")
      }
      try snapshot.addPart(number, bytes, of: user, connection)
      return SnapshotStanding(nextPart: next + 1)
    }
  }

  /// Makes its rows those of the account, all or none.
  func commit(_ id: SnapshotID) throws -> SnapshotReceipt {
    let snapshot = try storage.readAccount(user) { connection in
      let snapshot = try arriving(id, connection)
      let count = try snapshot.partCount(of: user, connection)
      guard snapshot.stage != .arriving || count == snapshot.manifest.partCount else {
        throw Problem(.conflict, "Parts are missing.")
      }
      return snapshot
    }
    guard snapshot.stage == .arriving else { return snapshot.receipt(at: now) }
    return try server.snapshots.pass(user) {
      do {
        return try takeIn(snapshot)
      } catch let error as SnapshotError {
        try discard(snapshot)
        throw Problem.invalid("", "is no snapshot that can be taken: \(error.message)")
      } catch let error as SnapshotRefusal {
        try discard(snapshot)
        throw Problem.invalid("", "has rows that are not taken as they are: \(error.reason)")
      }
    }
  }

  private func takeIn(_ snapshot: StoredSnapshot) throws -> SnapshotReceipt {
    let database = try server.spoolFile()
    try unpack(snapshot, to: database)
    let connection = try SnapshotFile.open(unchecked: database)
    // What is few is looked at before it is read. The log is most of it, and read by what copes with any
    // value: then the file is looked at as a whole, while indexes are made.
    for entity in SyncEntity.allCases where entity != .reviews {
      try SnapshotFile.check(connection, entity)
    }
    let (settings, plan) = try storage.readDirectory {
      (
        try StudySettings.load(of: user, $0, zones: zones), try AccountPlan.load(of: user, in: $0)
      )
    }
    let context = PushContext(
      user: user, signIn: principal.signIn, now: now, skew: snapshot.skew, settings: settings,
      foreignRows: [], mayHoldNul: false, mostBytes: .max,
      plan: plan)
    let (taken, account) = try fill(snapshot) { storage in
      try checkEmpty(storage)
      let intake = try SnapshotIntake(storage, context, SnapshotReader(connection))
      intake.account.size = snapshot.manifest.accountBytes
      try intake.run { SnapshotCheck(of: database) }
      var taken = snapshot
      taken.stage = .ready
      taken.until = intake.until
      taken.epoch = intake.account.resyncEpoch
      taken.rows = intake.rows
      try taken.save(of: user, storage)
      return (taken, intake.account)
    }
    // What a collection was before it came here was not done today.
    try storage.directory { try $0.note(account, .none, of: principal, at: now) }
    return taken.receipt(at: now)
  }

  /// One transaction. Who reads meanwhile waits for one that does not last.
  private func fill<Result>(
    _ snapshot: StoredSnapshot, _ body: (Storage.Connection) throws -> Result
  ) throws -> Result {
    snapshot.unpackedBytes <= SnapshotUpload.largestFilling
      ? try storage.fillAccount(user, until: nil, body) : try storage.account(user, body)
  }

  private func unpack(_ snapshot: StoredSnapshot, to database: SpoolFile) throws {
    let unpacking = try SnapshotUnpacking(
      hash: snapshot.hash, unpackedSize: snapshot.unpackedBytes, to: database)
    for number in 0..<snapshot.manifest.partCount {
      let part = try storage.readAccount(user) { connection in
        try snapshot.part(number, of: user, connection)
      }
      guard let part else { throw Problem(.notFound, "There is no such snapshot.") }
      try unpacking.push(part[...])
    }
    try unpacking.finish()
  }

  /// What cannot be taken is of no use to anybody.
  private func discard(_ snapshot: StoredSnapshot) throws {
    try storage.account(user) { try snapshot.remove(of: user, $0) }
  }

  private func arriving(
    _ id: SnapshotID, _ connection: Storage.Connection
  ) throws -> StoredSnapshot {
    guard let snapshot = try StoredSnapshot.load(id, of: user, connection) else {
      throw Problem(.notFound, "There is no such snapshot.")
    }
    return snapshot
  }

  private func standing(
    _ snapshot: StoredSnapshot, _ connection: Storage.Connection
  ) throws -> SnapshotStanding {
    guard snapshot.stage == .arriving else {
      return SnapshotStanding(
        nextPart: snapshot.manifest.partCount, receipt: snapshot.receipt(at: now))
    }
    return SnapshotStanding(nextPart: try snapshot.partCount(of: user, connection))
  }

  private func checkEmpty(_ connection: Storage.Connection) throws {
    let account = try AccountState.load(of: user, connection)
    guard account.lastArrived == 0 else {
      throw Problem(.conflict, "The account has rows already; send yours.")
    }
  }
}
