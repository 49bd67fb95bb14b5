import Synchronization

/// Held while a program is started and while a file is written that will be run.
///
/// A program that is being started holds, for a moment, every file that is open for writing here;
/// to run such a file in that moment fails with "text file busy".
enum SpawnLock {
  private static let lock = Mutex<Void>(())

  static func with<Result>(_ body: () throws -> Result) rethrows -> Result {
    try lock.withLock { _ in try body() }
  }
}
