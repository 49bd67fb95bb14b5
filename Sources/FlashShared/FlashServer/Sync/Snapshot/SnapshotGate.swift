import FlashAPI
import FlashModel
import Synchronization

/// Lets only a few snapshots be made or taken in at a time, and one of an account: each has a
/// processor to itself for seconds.
final class SnapshotGate: Sendable {
  private let busy = Mutex<Set<UserID>>([])
  private let most: Int

  init(most: Int) { self.most = most }

  /// Runs `body`, or says that it is to be tried again.
  func pass<Result>(_ user: UserID, _ body: () throws -> Result) throws -> Result {
    let isFree = busy.withLock { busy in
      busy.count < most && busy.insert(user).inserted
    }
    guard isFree else {
      throw Problem(.unavailable, "Another snapshot is being worked on.", retryAfter: 2)
    }
    defer { _ = busy.withLock { $0.remove(user) } }
    return try body()
  }
}

extension Server {
  /// What the server keeps, within the time that a snapshot may take.
  var snapshotStorage: TimedStorage<Storage> {
    TimedStorage(
      base: storage,
      deadline: Deadline(milliseconds: Int64(limits.snapshotTime) * 1_000, timer: timer))
  }
}

extension SnapshotManifest {
  /// About what its rows take in an account, indexes included.
  var accountBytes: Int64 { 2 * unpackedBytes }
}
