// Bodies of the first exchange of a large collection: all of its rows as one file, in parts.

/// What a snapshot is, before the first of its parts travels.
public struct SnapshotManifest: Codable, Sendable, Hashable {
  /// Bytes of a part; the last one may be shorter.
  public static let partSize: Int64 = 4 << 20
  /// Rows from which a snapshot is worth it; fewer travel as rows.
  public static let fewestRows = 20_000

  public var id: String
  /// Of the tables in it.
  public var format: Int
  /// Bytes that travel.
  public var bytes: Int64
  /// Bytes of the database that comes out.
  public var unpackedBytes: Int64
  /// SHA-256 of what travels, in lower-case hexadecimal.
  public var sha256: String
  /// The arrival stamp up to which everything is in it; absent on the way up.
  public var nextSince: Int64?
  /// The epoch of that stamp.
  public var resyncEpoch: Int64?
  /// The device's clock, on the way up.
  public var clientClockMs: Int64?

  public init(
    id: String, format: Int, bytes: Int64, unpackedBytes: Int64, sha256: String,
    nextSince: Int64? = nil, resyncEpoch: Int64? = nil, clientClockMs: Int64? = nil
  ) {
    self.id = id
    self.format = format
    self.bytes = bytes
    self.unpackedBytes = unpackedBytes
    self.sha256 = sha256
    self.nextSince = nextSince
    self.resyncEpoch = resyncEpoch
    self.clientClockMs = clientClockMs
  }

  public var partCount: Int { Int((bytes + Self.partSize - 1) / Self.partSize) }

  /// Bytes of a part by its number, from 0.
  public func size(ofPart number: Int) -> Int {
    Int(max(0, min(Self.partSize, bytes - Int64(number) * Self.partSize)))
  }
}

/// How far a snapshot is on its way up.
public struct SnapshotStanding: Codable, Sendable, Hashable {
  /// The part that is to be sent next; those before it are there.
  public var nextPart: Int
  /// What became of it, if its rows are in the account already.
  public var receipt: SnapshotReceipt?

  public init(nextPart: Int, receipt: SnapshotReceipt? = nil) {
    self.nextPart = nextPart
    self.receipt = receipt
  }
}

/// A snapshot's rows are those of the account now.
public struct SnapshotReceipt: Codable, Sendable, Hashable {
  public var rows: Int64
  /// The stamp from which on the account has what the snapshot has not.
  public var nextSince: Int64
  public var resyncEpoch: Int64
  public var serverClockMs: Int64

  public init(rows: Int64, nextSince: Int64, resyncEpoch: Int64, serverClockMs: Int64) {
    self.rows = rows
    self.nextSince = nextSince
    self.resyncEpoch = resyncEpoch
    self.serverClockMs = serverClockMs
  }
}
