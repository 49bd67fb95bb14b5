public import FlashModel

/// The service, without a network: requests in, answers out.
///
/// It keeps nothing between requests but a cache of open files, so that any number of processes on
/// one storage are one server.
public struct Server<Storage: ServerStorage>: Sendable {
  public let storage: Storage
  /// What time it is.
  public let clock: @Sendable () -> Timestamp
  /// So many random bytes.
  public let random: @Sendable (Int) -> [UInt8]
  public let routes: [Route<Storage>]

  public init(
    storage: Storage, clock: @escaping @Sendable () -> Timestamp,
    random: @escaping @Sendable (Int) -> [UInt8], routes: [Route<Storage>]
  ) {
    self.storage = storage
    self.clock = clock
    self.random = random
    self.routes = routes
  }
}
