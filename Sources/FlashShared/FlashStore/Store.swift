internal import FlashCrypto
public import FlashModel
internal import FlashSQL

/// The learner's collection: one SQLite file, and everything that can be asked of it.
///
/// One user action is one transaction, durable when the call returns. Use a store from one thread;
/// any number of processes may have the same file open.
public final class Store {
  /// What a store is opened for.
  public enum Purpose: Sendable {
    /// Answers questions. A file that does not exist yet reads as an empty collection, and is not
    /// made.
    case reading
    /// Changes things; makes the file, its folder excepted.
    case writing
    /// Does everything that `writing` does to a private copy, which is gone at the end: a dry run.
    case rehearsing
  }

  /// The path as given.
  public let path: String
  /// Whether the collection was made by opening it.
  public private(set) var isNew = false
  let connection: SQLiteConnection
  /// The schema of the file as it was found, 0 if there was none.
  let fileSchema: Int
  let lock: FileLock?
  private var random: any RandomNumberGenerator
  private var generator = IdentifierGenerator()
  /// Whether there may be something in the write-ahead log that this process has put there.
  private var hasWritten = false
  /// Pages of the write-ahead log at which it is folded.
  private var foldsAt = Store.longestLog
  /// Numbers of changes that this transaction has taken and not used yet.
  private var reserved: Range<Int64> = 0..<0
  private var blockSize: Int64 = 1
  var deriver: IdentifierDeriver?
  /// By deck key.
  var schedulers: [Int64: CachedScheduler] = [:]
  private var functions: QueryFunctions?
  /// Whether the collection is known to have a calendar of its own.
  var hasCalendar = false
  /// Whether SQLite looks neither at checks nor at references for as long as a collection is filled.
  var isUnchecked = false
  /// The user action whose changes are being journaled.
  var action: ActionInProgress?

  /// How often a taken lock is asked for, a millisecond apart.
  static let lockTries = 10_000

  /// The write-ahead log is folded into the file once it has grown to this many pages, so that no
  /// process that opens the file has much of it to read.
  static let longestLog = 4_000

  /// As `cache_size` has it: in KiB if it is below 0.
  static let cacheSize = -32_768

  /// Opens the collection at `path` and, for writing, brings its schema up to date.
  /// - Parameters:
  ///   - now: the clock, for a collection that is made here.
  ///   - random: where ids take their random bits from.
  /// - Throws: `.database`, `.notACollection`, `.newerSchema`, `.locked`, `.symbolicLink`; the file
  ///   is left as it was.
  public init(
    path: String, for purpose: Purpose, at now: Timestamp,
    random: any RandomNumberGenerator
  ) throws(StoreError) {
    let file = StoreFile(path: path)
    let opened = try file.open(for: purpose)
    self.path = path
    self.random = random
    lock = opened.lock
    connection = opened.connection
    fileSchema = opened.schema
    isNew = try file.prepare(opened, for: purpose, at: now, random: &self.random)
  }

  deinit { close() }

  /// Folds the write-ahead log into the file, if this process has written. A log that is left behind
  /// loses nothing: the next process reads it.
  public func close() {
    guard hasWritten, let lock, lock.acquire(tries: 1) else { return }
    hasWritten = false
    // As above: what can't be folded now stays readable where it is.
    _ = try? connection.checkpoint()
    lock.release()
  }

  /// The schema that a collection has once it was opened for writing.
  public static var newestSchema: Int { Migrator.collection.newestVersion }

  func drawDeviceID() -> Identifier<Store> { StoreFile.draw(using: &random) }

  /// The functions that queries call, given to the connection when they are first wanted.
  func queryFunctions() throws(StoreError) -> QueryFunctions {
    if let functions { return functions }
    let made = try storing { () throws(SQLError) in try QueryFunctions(on: connection) }
    functions = made
    return made
  }

  /// A new id.
  func newIdentifier<Entity>(at now: Timestamp) -> Identifier<Entity> {
    // Opening the existential once: the generator below is generic.
    func next(_ random: inout some RandomNumberGenerator) -> Identifier<Entity> {
      generator.next(at: now, using: &random)
    }
    return next(&random)
  }
}

// MARK: - Transactions

extension Store {
  /// Runs `body` as one transaction under the collection's lock; an error undoes all of it.
  func transaction<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    if connection.isInTransaction { return try body() }
    try takeLock()
    defer { lock?.release() }
    try begin()
    do throws(StoreError) {
      let result = try body()
      try commit()
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  /// As ``transaction(_:)``, for a body that has errors of its own.
  func anyTransaction<Result>(_ body: () throws -> Result) throws -> Result {
    try takeLock()
    defer { lock?.release() }
    return try lockedTransaction(body)
  }

  /// As ``anyTransaction(_:)``, for whoever has the lock.
  func lockedTransaction<Result>(_ body: () throws -> Result) throws -> Result {
    try begin()
    do {
      let result = try body()
      try commit()
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  /// Runs `body` while nobody else writes, outside a transaction.
  func underLock<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    try takeLock()
    defer { lock?.release() }
    return try body()
  }

  private func begin() throws(StoreError) {
    blockSize = 1
    try storing { () throws(SQLError) in try connection.execute("begin immediate") }
  }

  /// Waits for the lock; there is none to take where this store has it.
  func takeLock() throws(StoreError) {
    if let lock, !lock.acquire(tries: Store.lockTries) { throw .locked(path: path) }
  }

  private func commit() throws(StoreError) {
    reserved = 0..<0
    try storing { () throws(SQLError) in try connection.execute("commit") }
    hasWritten = true
    // What was committed stays so: a log that can't be folded now is by a later write.
    try? foldLogIfLong()
  }

  private func rollBack() {
    reserved = 0..<0
    hasCalendar = false
    // After some errors SQLite has rolled back by itself; the first error is the one to tell.
    if connection.isInTransaction { try? connection.execute("rollback") }
    // The log keeps the room that the change had taken, on a disk that may be full.
    hasWritten = true
  }

  /// Runs `body` in one read transaction: everything it sees is of one moment.
  func snapshot<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    if connection.isInTransaction { return try body() }
    try storing { () throws(SQLError) in try connection.execute("begin") }
    defer {
      // Ending a transaction that only read cannot fail in a way that matters.
      try? connection.execute("rollback")
    }
    return try body()
  }

  /// As ``snapshot(_:)``, for a body that has errors of its own.
  public func anySnapshot<Result>(_ body: () throws -> Result) throws -> Result {
    if connection.isInTransaction { return try body() }
    try storing { () throws(SQLError) in try connection.execute("begin") }
    defer {
      // As above.
      try? connection.execute("rollback")
    }
    return try body()
  }

  /// The number of the next change, the same counter for all entities.
  ///
  /// A transaction that needs many takes them in blocks; what it leaves over is never used.
  func nextChange() throws(StoreError) -> Int64 {
    if reserved.isEmpty {
      let count = blockSize
      let first = try takeChanges(count)
      reserved = first..<first + count
      blockSize = min(2 * count, 4_096)
    }
    let next = reserved.lowerBound
    reserved = next + 1..<reserved.upperBound
    return next
  }

  /// Takes the numbers of the next `count` changes at once, if none are left over.
  func reserveChanges(_ count: Int64) throws(StoreError) {
    guard reserved.isEmpty else { return }
    let first = try takeChanges(count)
    reserved = first..<first + count
  }

  /// Reserves the numbers of the next `count` changes at once, and tells which they are.
  func reserveBlock(_ count: Int64) throws(StoreError) -> ClosedRange<Int64> {
    let first = try takeChanges(count)
    reserved = first..<first + count
    return first...first + count - 1
  }

  /// Leaves what was reserved unused.
  func dropReservedChanges() { reserved = 0..<0 }

  /// Takes `count` numbers in a row and returns the first.
  func takeChanges(_ count: Int64) throws(StoreError) -> Int64 {
    try storing { () throws(SQLError) in
      // Not `returning`, for which SQLite would keep a journal of the statement.
      try connection.run(
        "update store set change_seq = change_seq + $1 where only_row = 1", .integer(count))
      guard let newest = try connection.integer("select change_seq from store where only_row = 1")
      else { throw .corrupt(path: path, reason: "the row that counts changes is missing") }
      return newest - count + 1
    }
  }

  private func foldLogIfLong() throws(StoreError) {
    let pages = connection.pagesInLog
    if pages < Store.longestLog { foldsAt = Store.longestLog }
    guard lock != nil, pages >= foldsAt else { return }
    // A reader may be in the way, which is no fault: it is tried again after some more pages.
    foldsAt = pages + Store.longestLog / 4
    _ = try storing { () throws(SQLError) in try connection.checkpoint(empties: false) }
  }
}
