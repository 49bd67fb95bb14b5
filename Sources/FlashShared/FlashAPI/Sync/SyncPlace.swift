/// How much of an account a client has: everything that arrived up to a stamp.
public struct SyncPlace: Sendable, Hashable {
  /// The last `next_since`.
  public var since: Int64
  /// The `resync_epoch` that the stamp belongs to.
  public var epoch: Int64

  public init(since: Int64, epoch: Int64) {
    self.since = since
    self.epoch = epoch
  }
}
