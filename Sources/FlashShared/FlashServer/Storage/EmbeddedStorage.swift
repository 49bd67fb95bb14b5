public import FlashModel
public import FlashSQL
import Synchronization

/// SQLite: a file for the directory, and one for each account, in one folder.
///
/// Every change and every checkpoint of a file is made under its lock, which is held over processes
/// too: the SQLite that Debian ships can damage a log that one process folds while another commits.
public final class EmbeddedStorage: ServerStorage {
  private let folder: String
  private let makeFolder: @Sendable (String) throws -> Void
  private let removeFiles: @Sendable ([String]) throws -> Void
  private let directoryFile: DatabaseFile
  private let open = Mutex(OpenFiles())

  /// Account files that stay open between requests.
  private static let mostOpen = 256

  private struct OpenFiles {
    var files: [UserID: DatabaseFile] = [:]
    /// Counts uses, so that the file that was used longest ago is closed first.
    var uses: Int64 = 0
    var lastUse: [UserID: Int64] = [:]
  }

  /// - Parameters:
  ///   - folder: exists already.
  ///   - makeFolder: makes a folder that may be there already.
  ///   - removeFiles: removes files, those that are missing passed over.
  public init(
    folder: String, makeFolder: @escaping @Sendable (String) throws -> Void,
    removeFiles: @escaping @Sendable ([String]) throws -> Void
  ) {
    self.folder = folder
    self.makeFolder = makeFolder
    self.removeFiles = removeFiles
    directoryFile = DatabaseFile(path: folder + "/directory.db", part: .directory)
  }

  public func migrate() throws { try directoryFile.prepare() }

  public func directory<Result>(
    until deadline: Deadline?, _ body: (SQLiteConnection) throws -> Result
  ) throws -> Result {
    try directoryFile.write(until: deadline, body)
  }

  public func readDirectory<Result>(
    until deadline: Deadline?, _ body: (SQLiteConnection) throws -> Result
  ) throws -> Result {
    try directoryFile.read(until: deadline, body)
  }

  public func account<Result>(
    _ user: UserID, until deadline: Deadline?, _ body: (SQLiteConnection) throws -> Result
  ) throws -> Result {
    try file(of: user).write(until: deadline, body)
  }

  public func readAccount<Result>(
    _ user: UserID, until deadline: Deadline?, _ body: (SQLiteConnection) throws -> Result
  ) throws -> Result {
    try file(of: user).read(until: deadline, body)
  }

  public func erase(_ user: UserID) throws {
    let path = path(of: user)
    open.withLock {
      $0.files[user] = nil
      $0.lastUse[user] = nil
    }
    try removeFiles([path, path + "-wal", path + "-shm", path + ".lock"])
  }

  private func path(of user: UserID) -> String {
    let name = user.description
    return "\(folder)/accounts/\(name.suffix(2))/\(name).db"
  }

  private func file(of user: UserID) throws -> DatabaseFile {
    let file = open.withLock { open -> DatabaseFile in
      open.uses += 1
      open.lastUse[user] = open.uses
      if let file = open.files[user] { return file }
      let file = DatabaseFile(path: path(of: user), part: .account)
      open.files[user] = file
      if open.files.count > EmbeddedStorage.mostOpen,
        let oldest = open.lastUse.min(by: { $0.value < $1.value })?.key
      {
        // A request that is at work on it holds it until it is done.
        open.files[oldest] = nil
        open.lastUse[oldest] = nil
      }
      return file
    }
    if !file.isPrepared {
      try makeFolder("\(folder)/accounts/\(user.description.suffix(2))")
      try file.prepare()
    }
    return file
  }
}

/// One SQLite file with what is open on it: a connection that writes, and some that read.
final class DatabaseFile: Sendable {
  let path: String
  private let part: Schema.Part
  private let writer = Mutex(Writer())
  private let readers = Mutex([Reader]())
  private let prepared = Atomic(false)

  /// Connections that are kept for reading.
  private static let mostReaders = 8
  /// Pages of the log from which it is folded into the file.
  private static let longestLog = 4_000
  /// How often the lock of another process is asked for, a millisecond apart.
  private static let lockTries = 10_000

  // A connection is used by one thread at a time: whoever has taken it out of the mutex.
  private struct Writer: @unchecked Sendable {
    var connection: SQLiteConnection?
    var lock: FileLock?
  }

  private struct Reader: @unchecked Sendable {
    let connection: SQLiteConnection
  }

  init(path: String, part: Schema.Part) {
    self.path = path
    self.part = part
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
      try connection.execute("begin immediate")
      do {
        let result = try connection.working(until: deadline, body)
        try connection.execute("commit")
        return result
      } catch {
        // After some errors SQLite has rolled back by itself; the first error is the one to tell.
        if connection.isInTransaction { try? connection.execute("rollback") }
        throw error
      }
    }
  }

  /// Reads, all of one moment.
  func read<Result>(
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
    until deadline: Deadline? = nil, _ body: (SQLiteConnection) throws -> Result
  ) throws -> Result {
    try writer.withLock { writer in
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
          "pragma synchronous = full; pragma foreign_keys = on; pragma trusted_schema = off;"
        )
        writer.connection = connection
      }
      let result = try body(connection)
      if connection.pagesInLog >= DatabaseFile.longestLog {
        // What was committed stays so: a log that can't be folded now is by a later write.
        _ = try? connection.checkpoint(empties: false)
      }
      return result
    }
  }
}

extension SQLiteConnection {
  /// Runs `body`, whose statements end at the deadline.
  fileprivate func working<Result>(
    until deadline: Deadline?, _ body: (SQLiteConnection) throws -> Result
  ) throws -> Result {
    guard let deadline else { return try body(self) }
    return try stopping(when: { deadline.isOver }) { () throws(any Error) in try body(self) }
  }
}
