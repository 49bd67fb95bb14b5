import FlashAPI

/// How much may be asked of the service, and how often.
public struct ServiceLimits: Sendable, Hashable {
  /// So many requests in so many seconds.
  public struct Rate: Sendable, Hashable {
    public var count: Int
    public var seconds: Int

    public init(_ count: Int, each seconds: Int) {
      self.count = count
      self.seconds = seconds
    }
  }

  /// Requests of an account, those of sync aside.
  public var account = Rate(60, each: 60)
  /// Requests of an admin token.
  public var admin = Rate(300, each: 60)
  /// Requests of sync of an account. A first exchange by rows asks for a page after the other, so
  /// that these have a bucket of their own.
  public var sync = Rate(600, each: 60)
  /// Requests of an address to sign in, and of an address with tokens that are refused.
  public var signIn = Rate(60, each: 60)
  /// Requests of an address to the webhook of the App Store.
  public var webhook = Rate(600, each: 60)
  /// Things of one sender that are recorded although they were refused.
  public var refusals = Rate(60, each: 3_600)
  /// Exports of an account, and those that are made at a time.
  public var export = Rate(2, each: 3_600)
  public var exportsAtOnce = 4
  /// Seconds that the work of a request may take, once its body is there.
  public var handler = 10
  /// Bytes that an account may hold, and the part of the disk that has to stay free, in percent.
  public var accountSize: Int64 = 1 << 30
  public var freeDisk = 5
  /// Bytes of a body of sync, as they are sent and when unpacked.
  public var packedBody = 4 << 20
  public var unpackedBody = 8 << 20
  /// Bytes from which an answer is packed for a client that can unpack it.
  public var packsFrom = 1_024

  /// Bytes of a snapshot, as it travels and when unpacked.
  public var snapshotBytes: Int64 = 512 << 20
  public var snapshotUnpacked: Int64 = 2 << 30
  /// Rows from which an account travels as a snapshot.
  public var snapshotFrom = SnapshotManifest.fewestRows
  /// Snapshots that are made or taken in at a time.
  public var snapshotsAtOnce = 2
  /// Seconds that one may take.
  public var snapshotTime = 600

  public init() {}
}
