import FlashCommand
import FlashModel
import FlashRemote
import FlashSQL

/// The lock of whoever exchanges: one at a time for a person, however many programs start one.
struct SyncLock {
  private let lock: FileLock

  /// Takes the lock.
  /// - Parameter wait: seconds to wait for another one to end.
  /// - Throws: ``SyncError/busy(holder:)``.
  init(in context: CommandContext, wait: Int) throws {
    lock = try SyncLock.file(in: context)
    guard lock.acquire(tries: 1 + 1_000 * wait) else {
      throw SyncError.busy(holder: lock.note)
    }
    lock.setNoteToProcess()
  }

  private static func file(in context: CommandContext) throws -> FileLock {
    let folder = try context.paths.state
    do throws(SystemError) {
      try FileReplacement.makeFolder(folder)
    } catch {
      throw RemoteError.cannotKeep(path: folder, reason: error.description)
    }
    return try FileLock(path: folder + "/sync.lock")
  }

  /// The process that has the lock; nil if nobody has.
  static func holder(in context: CommandContext) throws -> String? {
    guard DirectoryEntry.exists(try context.paths.state + "/sync.lock") else { return nil }
    let lock = try file(in: context)
    guard !lock.acquire(tries: 1) else {
      lock.release()
      return nil
    }
    return lock.note ?? "another process"
  }
}
