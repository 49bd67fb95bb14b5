import FlashAPI
import FlashModel
import FlashSnapshot
import Synchronization

/// Lets only a few snapshots, or exports, be made or taken in at a time, and one of an account: each
/// has a processor to itself for seconds, and a file as large as the account.
final class SnapshotGate: Sendable {
  private let busy = Mutex<Set<UserID>>([])
  private let most: Int
  private let what: String

  /// - Parameter what: made or taken in, such as `snapshot`.
  init(of what: String, most: Int) {
    self.most = most
    self.what = what
  }

  /// Runs `body`, or says that it is to be tried again.
  func pass<Result>(_ user: UserID, _ body: () throws -> Result) throws -> Result {
    let isFree = busy.withLock { busy in
      busy.count < most && busy.insert(user).inserted
    }
    guard isFree else {
      throw Problem(.unavailable, "Another \(what) is being worked on.", retryAfter: 2)
    }
    defer { _ = busy.withLock { $0.remove(user) } }
    return try body()
  }
}

/// The folder for files that are gone when a request is answered.
public enum ServerSpool {
  /// Removes what servers left there that were killed; what is in use stays.
  public static func tidy(_ folder: String) { SpoolFile.removeLeftovers(in: folder) }
}

extension Server {
  /// A file that is gone when the request is answered.
  func spoolFile() throws(SnapshotError) -> SpoolFile {
    ServerSpool.tidy(spool)
    return try SpoolFile(in: spool)
  }

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
