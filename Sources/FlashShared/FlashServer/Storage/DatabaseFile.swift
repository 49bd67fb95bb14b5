import FlashSQL
import FlashThreads
import Synchronization

/// One SQLite file with what is open on it: a connection that writes, and some that read.
final class DatabaseFile: Sendable {
  let path: String
  private let part: Schema.Part
  private let writer = Mutex(Writer())
  private let readers = Mutex([Reader]())
  private let prepared = Atomic(false)
  private let foldsBeside: Bool
  private let isFolding = Atomic(false)

  /// Connections that are kept for reading.
  private static let mostReaders = 8
  /// Pages of the log from which it is folded into the file.
  private static let longestLog = 4_000
  /// The same, where another thread has not come to it.
  private static let muchTooLongLog = 32_000
  /// Pages that a connection may keep while it writes, as `cache_size` has it: in KiB if it is below 0.
  /// Rows of a push lie all over a file, and a page that has to make room is written, and read again
  /// for the next row.
  static let cacheSize = -49_152
  /// How often the lock of another process is asked for, a millisecond apart.
  private static let lockTries = 10_000

  // A connection is used by one thread at a time: whoever has taken it out of the mutex.
  private struct Writer: @unchecked Sendable {
    var connection: SQLiteConnection?
    var lock: FileLock?
    /// Whether the file was left without a write-ahead log.
    var lacksLog = false
  }

  private struct Reader: @unchecked Sendable {
    let connection: SQLiteConnection
  }

  /// - Parameter foldsBeside: the log is folded by a thread of its own, so that who has written does
  ///   not wait for it.
  init(path: String, part: Schema.Part, foldsBeside: Bool) {
    self.path = path
    self.part = part
    self.foldsBeside = foldsBeside
  }

  var isPrepared: Bool { prepared.load(ordering: .acquiring) }

  /// Makes the file, or brings its tables up to date.
  func prepare() throws {
    guard !isPrepared else { return }
    try locked { connection in
      try connection.execute("pragma journal_mode = wal; pragma synchronous = full;")
      try connection.execute("pragma foreign_keys = on; pragma trusted_schema = off;")
      let migrator = Migrator(
        applicationID: 0x464C_5356,
        migrations: Schema.steps(of: part).map {
          Migration(version: $0.version, summary: part.rawValue, sql: Schema.text($0.sql, .sqlite))
        })
      switch try migrator.examine(connection) {
      case .foreign: throw SQLError.notADatabase(path: path)
      case .empty: try migrator.run(on: connection, from: 0)
      case .ours(let version):
        guard version <= migrator.newestVersion else {
          throw SQLError.cannotOpen(path: path, reason: "a newer flash wrote it")
        }
        try migrator.run(on: connection, from: version)
      }
    }
    prepared.store(true, ordering: .releasing)
  }

  /// One transaction, durable when it returns.
  func write<Result>(
    until deadline: Deadline?, _ body: (SQLiteConnection) throws -> Result
  ) throws -> Result {
    try locked(until: deadline) { connection in
      try connection.transaction(until: deadline, body)
    }
  }

  /// As ``write(until:_:)``, for a transaction that fills the file.
  ///
  /// What fills a file goes to its end. With a write-ahead log each page is written twice, into the
  /// log and then to where it stays. With a rollback journal, which keeps what pages were before, it is
  /// written once; after a crash all of it is there, or none, either way. But whoever reads waits, so
  /// that it is not done while somebody reads.
  func fill<Result>(
    until deadline: Deadline?, _ body: (SQLiteConnection) throws -> Result
  ) throws -> Result {
    // Idle connections keep the log, too.
    readers.withLock { $0.removeAll() }
    return try locked(until: deadline, leavesLog: true) { connection in
      try connection.transaction(until: deadline, body)
    }
  }

  /// Reads, all of one moment.
  func read<Result>(
    until deadline: Deadline?, _ body: (SQLiteConnection) throws -> Result
  ) throws -> Result {
    do {
      return try readOnce(until: deadline, body)
    } catch SQLError.readOnly {
      // Another process died while it filled the file. Only who may write can make that good.
      try write(until: deadline) { _ in }
      return try readOnce(until: deadline, body)
    }
  }

  private func readOnce<Result>(
    until deadline: Deadline?, _ body: (SQLiteConnection) throws -> Result
  ) throws -> Result {
    let reader = try readers.withLock { $0.popLast() } ?? newReader()
    defer {
      readers.withLock { if $0.count < DatabaseFile.mostReaders { $0.append(reader) } }
    }
    try reader.connection.execute("begin")
    defer {
      // Ending a transaction that only read cannot fail in a way that matters.
      try? reader.connection.execute("rollback")
    }
    return try reader.connection.working(until: deadline, body)
  }

  private func newReader() throws -> Reader {
    let connection = try SQLiteConnection(path: path, access: .read)
    try connection.execute("pragma trusted_schema = off")
    return Reader(connection: connection)
  }

  /// Runs `body` with the connection that writes, under the file's lock.
  private func locked<Result>(
    until deadline: Deadline? = nil, leavesLog: Bool = false,
    _ body: (SQLiteConnection) throws -> Result
  ) throws -> Result {
    let (result, pagesInLog) = try writer.withLock { writer in
      let lock = try writer.lock ?? FileLock(path: path + ".lock")
      writer.lock = lock
      let tries = min(DatabaseFile.lockTries, deadline.map { Int($0.left) } ?? .max)
      guard lock.acquire(tries: tries) else { throw SQLError.busy(path: path) }
      defer { lock.release() }
      // The mutex had to be waited for, too. Those whose time is over make room at once.
      if let deadline, deadline.isOver { throw SQLError.interrupted }
      let connection = try writer.connection ?? SQLiteConnection(path: path, access: .write)
      if writer.connection == nil {
        try connection.execute(
          """
          pragma synchronous = full; pragma foreign_keys = on; pragma trusted_schema = off;
          pragma cache_size = \(DatabaseFile.cacheSize);
          """)
        writer.connection = connection
      }
      if leavesLog { writer.lacksLog = connection.setJournal("delete", "extra") }
      defer {
        // Where somebody reads just now, the next who writes tries again.
        if writer.lacksLog { writer.lacksLog = !connection.setJournal("wal", "full") }
      }
      return (try body(connection), connection.pagesInLog)
    }
    if pagesInLog >= DatabaseFile.longestLog { foldSoon(pagesInLog) }
    return result
  }

  private func foldSoon(_ pagesInLog: Int) {
    guard foldsBeside, pagesInLog < DatabaseFile.muchTooLongLog else { return fold() }
    guard !isFolding.exchange(true, ordering: .acquiringAndReleasing) else { return }
    BackgroundThread.run { [self] in
      fold()
      isFolding.store(false, ordering: .releasing)
    }
  }

  private func fold() {
    writer.withLock { writer in
      guard let lock = writer.lock, lock.acquire(tries: DatabaseFile.lockTries) else { return }
      defer { lock.release() }
      // What was committed stays so: a log that can't be folded now is by a later write.
      _ = try? writer.connection?.checkpoint(empties: false)
    }
  }

  /// Gives back the memory of pages that were kept, unless somebody is about to write.
  func letGoOfPages() {
    _ = writer.withLockIfAvailable { writer in
      // It can't fail: there is nothing that it would have to do first.
      try? writer.connection?.execute("pragma shrink_memory")
    }
  }
}

extension SQLiteConnection {
  /// - Parameter synchronous: `extra` where there is no log: a journal that was removed stays so, also
  ///   after a power loss.
  /// - Returns: whether that is how it is now. It is not while somebody else has the file open.
  fileprivate func setJournal(_ mode: String, _ synchronous: String) -> Bool {
    let found = try? rows("pragma journal_mode = \(mode)") { $0.text(0) }
    guard found == [mode] else { return false }
    return (try? execute("pragma synchronous = \(synchronous)")) != nil
  }

  fileprivate func transaction<Result>(
    until deadline: Deadline?, _ body: (SQLiteConnection) throws -> Result
  ) throws -> Result {
    try execute("begin immediate")
    do {
      let result = try working(until: deadline, body)
      try execute("commit")
      return result
    } catch {
      // After some errors SQLite has rolled back by itself; the first error is the one to tell.
      if isInTransaction { try? execute("rollback") }
      throw error
    }
  }

  /// Runs `body`, whose statements end at the deadline.
  fileprivate func working<Result>(
    until deadline: Deadline?, _ body: (SQLiteConnection) throws -> Result
  ) throws -> Result {
    guard let deadline else { return try body(self) }
    return try stopping(when: { deadline.isOver }) { () throws(any Error) in try body(self) }
  }
}
