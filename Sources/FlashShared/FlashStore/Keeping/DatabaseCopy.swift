internal import FlashSQL
internal import FlashThreads

/// A copy of a database that takes its name only once it is whole, checked and on the disk.
struct DatabaseCopy {
  /// What was copied.
  struct Outcome: Sendable {
    let bytes: Int64
    let digest: RowDigest
  }

  let path: String
  /// Whether the caller holds the collection's lock.
  var isLocked = false

  /// Copies a database as it is at this moment; others may write to it meanwhile.
  /// - Parameters:
  ///   - path: of a file that is replaced in one step, if there is one.
  ///   - check: called several times a second; what it throws ends the copying, and nothing stays.
  /// - Parameter finish: called with the copy's path before it takes its name; what it throws ends the
  ///   copying as well.
  /// - Throws: `SQLError`; `StoreError.copyDiffers` if the copy is not what was copied.
  func write(
    to target: String, _ check: () throws -> Void = {},
    finishing finish: (String) throws -> Void = { _ in }
  ) throws -> Outcome {
    let unfinished = target + ".new"
    // Held until the copy has its name: of two processes that write the same copy one waits.
    let lock = try FileLock(path: unfinished)
    guard lock.acquire(tries: Store.lockTries) else { throw SQLError.busy(path: unfinished) }
    defer { lock.release() }
    do {
      // What a process that was killed has left.
      try FileSteps.empty(unfinished)
      try removeCompanions(of: unfinished)
      let digest = try copy(to: unfinished, check)
      try FileSteps.sync(unfinished)
      try verify(unfinished, digest, check)
      try finish(unfinished)
      let bytes = FileFacts.size(unfinished)
      try FileSteps.rename(unfinished, to: target)
      return Outcome(bytes: bytes, digest: digest)
    } catch {
      // The first error is the one to tell; what can't be removed now is replaced the next time.
      try? removeCompanions(of: unfinished)
      try? FileSteps.remove(unfinished)
      throw error
    }
  }

  private func copy(to target: String, _ check: () throws -> Void) throws -> RowDigest {
    let pages = try StoreFile(path: path).connectionForReading()
    let rows = try StoreFile(path: path).connectionForReading()
    try beginTogether(pages, rows)
    let lent = Borrowed(rows)
    let work = SideWork { DatabaseCopy.digest(lent) }
    do {
      let copy = try SQLiteConnection(path: target, access: .write)
      // Nothing of the copy is of use before it is whole, so nothing of it has to survive.
      try copy.execute("pragma journal_mode = off; pragma synchronous = off")
      var stop: (any Error)?
      do throws(SQLError) {
        try copy.copy(from: pages) {
          do { try check() } catch { stop = error }
          return stop == nil
        }
      } catch {
        throw stop ?? error
      }
    }
    // A copy is one file: no log beside it has to travel with it.
    let copy = try SQLiteConnection(path: target, access: .write)
    try copy.execute("pragma journal_mode = delete")
    return try work.result(check).get()
  }

  private func verify(
    _ target: String, _ digest: RowDigest, _ check: () throws -> Void
  ) throws {
    let copied = Borrowed(try SQLiteConnection(path: target, access: .read))
    let checked = Borrowed(try SQLiteConnection(path: target, access: .read))
    let rows = SideWork { DatabaseCopy.digest(copied) }
    let pages = SideWork { DatabaseCopy.problems(checked, "quick_check") }
    let found = try rows.result(check).get()
    let problems = try pages.result(check).get()
    guard found == digest, problems.isEmpty else {
      throw StoreError.copyDiffers(path: target, reason: problems.first)
    }
  }

  /// Begins reading on two connections at one moment: nobody who keeps to the lock writes between.
  private func beginTogether(_ first: SQLiteConnection, _ second: SQLiteConnection) throws {
    // Where the lock can't be made nobody can write either.
    let lock = isLocked ? nil : try? FileLock(path: path + "-lock")
    if let lock, !lock.acquire(tries: Store.lockTries) { throw StoreError.locked(path: path) }
    defer { lock?.release() }
    for connection in [first, second] {
      // The transaction begins with the first page that is read.
      try connection.execute("begin; select 1 from sqlite_schema limit 1")
    }
  }

  private func removeCompanions(of file: String) throws {
    for suffix in ["-wal", "-shm", "-journal"] { try FileSteps.remove(file + suffix) }
  }
}

/// A connection that one other thread uses, and nobody else meanwhile.
///
/// `@unchecked Sendable`: 1. the closure that gets it is the only one to use it until its result was
/// waited for; 2. SQLite is built with threads, and forbids only use at the same time.
struct Borrowed: @unchecked Sendable {
  let connection: SQLiteConnection

  init(_ connection: SQLiteConnection) { self.connection = connection }
}

extension DatabaseCopy {
  /// What all rows of all tables lead to.
  static func digest(_ borrowed: Borrowed) -> Result<RowDigest, SQLError> {
    Result { () throws(SQLError) in
      let connection = borrowed.connection
      var digest = RowDigest()
      let tables = try connection.statement(
        """
        select s.name, (select count(*) from pragma_table_info(s.name)) from sqlite_schema s
        where s.type = 'table' and s.name not like 'sqlite_%' order by s.name
        """)
      while try tables.step() {
        let rows = try connection.prepare("select * from \"\(tables.text(0))\" not indexed")
        try rows.digest(into: &digest, columns: Int(tables.integer(1)))
      }
      tables.reset()
      return digest
    }
  }

  /// What SQLite finds wrong with a file.
  /// - Parameter pragma: `integrity_check` or `quick_check`.
  static func problems(_ borrowed: Borrowed, _ pragma: String) -> Result<[String], SQLError> {
    Result { () throws(SQLError) in
      let statement = try borrowed.connection.statement("pragma \(pragma)(100)")
      var problems: [String] = []
      while try statement.step() {
        let text = statement.text(0)
        if text != "ok" { problems.append(text) }
      }
      statement.reset()
      return problems
    }
  }
}
