import FlashAPI
import FlashModel
import FlashSQL

/// Stands for what a snapshot's id is of.
enum Snapshot {}

typealias SnapshotID = Identifier<Snapshot>

/// A snapshot that is kept for a while, in parts, as a row of the account's tables.
struct StoredSnapshot: Hashable {
  enum Stage: Int64 {
    /// It is on its way up.
    case arriving = 0
    /// Its rows are the account's up to a stamp: devices may fetch it.
    case ready = 1
    /// Its rows were taken, and it is of no more use than to say so.
    case taken = 2
  }

  let id: SnapshotID
  var stage: Stage
  var format: Int
  var bytes: Int64
  var unpackedBytes: Int64
  var hash: String
  /// How far the device's clock was ahead, in milliseconds, when it began to send.
  var skew: Int64?
  var created: Timestamp
  /// The stamp up to which everything is in it, and its epoch.
  var until: Int64 = 0
  var epoch: Int64 = 0
  /// Rows that were taken from it.
  var rows: Int64 = 0

  /// How long one is kept, in milliseconds: on the way up, and for devices.
  static let longestWay: Int64 = 86_400_000
  static let life: Int64 = 7 * 86_400_000
  /// Of how many on the way up an account may have parts.
  static let mostArriving = 3

  var manifest: SnapshotManifest {
    SnapshotManifest(
      id: id.description, format: format, bytes: bytes, unpackedBytes: unpackedBytes,
      sha256: hash, nextSince: until, resyncEpoch: epoch)
  }

  func receipt(at now: Timestamp) -> SnapshotReceipt {
    SnapshotReceipt(
      rows: rows, nextSince: until, resyncEpoch: epoch, serverClockMs: now.milliseconds)
  }

  private static let columns = """
    id, stage, format, bytes, unpacked_bytes, hash, skew_ms, created_ms, until_ms, epoch, rows
    """

  private init(_ row: some SQLStatement) {
    id = row.id(0)
    stage = Stage(rawValue: row.integer(1)) ?? .taken
    format = row.int(2)
    bytes = row.integer(3)
    unpackedBytes = row.integer(4)
    hash = row.text(5)
    skew = row.optionalInteger(6)
    created = row.timestamp(7)
    until = row.integer(8)
    epoch = row.integer(9)
    rows = row.integer(10)
  }

  init(
    id: SnapshotID, stage: Stage, _ manifest: SnapshotManifest, skew: Int64?, at now: Timestamp
  ) {
    self.id = id
    self.stage = stage
    format = manifest.format
    bytes = manifest.bytes
    unpackedBytes = manifest.unpackedBytes
    hash = manifest.sha256
    self.skew = skew
    created = now
  }

  static func load(
    _ id: SnapshotID, of user: UserID, _ connection: some SQLConnection
  ) throws(SQLError) -> StoredSnapshot? {
    try connection.row(
      "select \(columns) from snapshots where user_id = $1 and id = $2",
      [SQLValue(user), SQLValue(id)]
    ) { StoredSnapshot($0) }
  }

  static func all(
    of user: UserID, _ connection: some SQLConnection
  ) throws(SQLError) -> [StoredSnapshot] {
    try connection.rows(
      "select \(columns) from snapshots where user_id = $1 order by created_ms, id",
      [SQLValue(user)]
    ) { StoredSnapshot($0) }
  }

  func save(of user: UserID, _ connection: some SQLConnection) throws(SQLError) {
    try connection.run(
      """
      insert into snapshots (user_id, \(StoredSnapshot.columns))
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
      on conflict (user_id, id) do update set stage = excluded.stage,
        until_ms = excluded.until_ms, epoch = excluded.epoch, rows = excluded.rows
      """,
      [
        SQLValue(user), SQLValue(id), .integer(stage.rawValue), SQLValue(format),
        .integer(bytes), .integer(unpackedBytes), .text(hash), skew.map { .integer($0) } ?? .null,
        SQLValue(created), .integer(until), .integer(epoch), .integer(rows),
      ])
  }

  func remove(of user: UserID, _ connection: some SQLConnection) throws(SQLError) {
    try removeParts(of: user, connection)
    try connection.run(
      "delete from snapshots where user_id = $1 and id = $2", [SQLValue(user), SQLValue(id)])
  }

  // MARK: Parts

  func removeParts(of user: UserID, _ connection: some SQLConnection) throws(SQLError) {
    try connection.run(
      "delete from snapshot_parts where user_id = $1 and snapshot_id = $2",
      [SQLValue(user), SQLValue(id)])
  }

  func addPart(
    _ number: Int, _ bytes: [UInt8], of user: UserID, _ connection: some SQLConnection
  ) throws(SQLError) {
    try connection.run(
      """
      insert into snapshot_parts (user_id, snapshot_id, number, bytes) values ($1, $2, $3, $4)
      """, [SQLValue(user), SQLValue(id), SQLValue(number), .blob(bytes)])
  }

  func part(
    _ number: Int, of user: UserID, _ connection: some SQLConnection
  ) throws(SQLError) -> [UInt8]? {
    try connection.row(
      """
      select bytes from snapshot_parts
      where user_id = $1 and snapshot_id = $2 and number = $3
      """, [SQLValue(user), SQLValue(id), SQLValue(number)]
    ) { $0.bytes(0) }
  }

  /// How many parts are there; they come one after the other.
  func partCount(
    of user: UserID, _ connection: some SQLConnection
  ) throws(SQLError) -> Int {
    try connection.row(
      "select count(*) from snapshot_parts where user_id = $1 and snapshot_id = $2",
      [SQLValue(user), SQLValue(id)]
    ) { $0.int(0) } ?? 0
  }
}

/// Forgets snapshots that are over.
enum SnapshotPrune {
  /// - Returns: how many were removed.
  @discardableResult
  static func run<Storage: ServerStorage>(
    of user: UserID, in storage: Storage, at now: Timestamp
  ) throws -> Int {
    let old = try storage.readAccount(user) { connection in
      try StoredSnapshot.all(of: user, connection).filter { isOver($0, at: now) }
    }
    guard !old.isEmpty else { return 0 }
    try storage.account(user) { connection in
      for snapshot in old { try snapshot.remove(of: user, connection) }
    }
    return old.count
  }

  private static func isOver(_ snapshot: StoredSnapshot, at now: Timestamp) -> Bool {
    let life = snapshot.stage == .arriving ? StoredSnapshot.longestWay : StoredSnapshot.life
    return now.milliseconds(since: snapshot.created) > life
  }
}
