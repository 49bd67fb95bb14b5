public import FlashModel

/// The service, without a network: requests in, answers out.
///
/// It keeps nothing between requests but a cache of open files, how often was asked of late, and
/// figures to watch, so that any number of processes on one storage are one server.
public struct Server<Storage: ServerStorage>: Sendable {
  public let storage: Storage
  /// What time it is.
  public let clock: @Sendable () -> Timestamp
  /// So many random bytes.
  public let random: @Sendable (Int) -> [UInt8]
  public let routes: [Route<Storage>]
  public let limits: ServiceLimits
  public let buckets = RateBuckets()
  public let metrics = Metrics()
  /// Takes a line of the log.
  public let log: @Sendable (LogLine) -> Void
  /// A folder for files that are gone when a request is answered.
  public let spool: String
  let snapshots: SnapshotGate
  let exports: SnapshotGate
  let tokens: TokenLookup<Storage>
  let trusted: [AddressRange]
  let timer: @Sendable () -> Int64
  let freePart: @Sendable () -> Double?
  let router: Router<Storage>

  /// - Parameters:
  ///   - tokens: finds out whose token it is; without it every token is refused.
  ///   - trusted: proxies, whose word on who asks is taken.
  ///   - timer: microseconds that never go back.
  ///   - freePart: the part of the disk that is free, 0 to 1; nil if that is not this server's care.
  ///   - spool: a folder for files that are gone when a request is answered.
  public init(
    storage: Storage, clock: @escaping @Sendable () -> Timestamp,
    random: @escaping @Sendable (Int) -> [UInt8], routes: [Route<Storage>],
    tokens: @escaping TokenLookup<Storage> = Server.noTokens,
    limits: ServiceLimits = ServiceLimits(), trusted: [AddressRange] = [],
    timer: @escaping @Sendable () -> Int64 = { 0 },
    freePart: @escaping @Sendable () -> Double? = { nil }, spool: String = "/tmp",
    log: @escaping @Sendable (LogLine) -> Void = { _ in }
  ) {
    self.storage = storage
    self.clock = clock
    self.random = random
    self.routes = routes
    self.tokens = tokens
    self.limits = limits
    self.trusted = trusted
    self.timer = timer
    self.freePart = freePart
    self.log = log
    self.spool = spool
    snapshots = SnapshotGate(of: "snapshot", most: limits.snapshotsAtOnce)
    exports = SnapshotGate(of: "export", most: limits.exportsAtOnce)
    router = Router(routes)
  }
}
