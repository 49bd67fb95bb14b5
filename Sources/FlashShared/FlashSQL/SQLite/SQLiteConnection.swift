internal import CSQLite

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

// Boundary to SQLite, with SQLiteStatement.swift and SQLiteStatement+Digest.swift: nothing outside
// these files sees a pointer.

/// One open database. Use it from one thread at a time, and never across a fork.
@safe
public final class SQLiteConnection {
  /// How the file is opened.
  public enum Access: Sendable {
    /// Reads; creates nothing.
    case read
    /// Reads and writes; creates the file if it is missing.
    case write
    /// Reads a file that nobody can change, such as one on a read-only mount.
    case immutable
  }

  /// The path as given; empty for a private temporary database.
  public let path: String
  let handle: OpaquePointer
  private var cache: [StatementText: SQLiteStatement] = [:]
  /// Where SQLite notes, after each commit, how many pages the write-ahead log holds.
  private let logLength: UnsafeMutablePointer<Int32>
  /// Of a database that nobody trusts: what its statements may cost.
  var watch: StatementWatch?

  /// Opens the file.
  /// - Throws: `.cannotOpen`. A damaged or foreign file is noticed at the first statement.
  public init(path: String, access: Access) throws(SQLError) {
    self.path = path
    _ = SQLiteConnection.libraryIsSetUp
    let flags =
      switch access {
      case .read, .immutable: SQLITE_OPEN_READONLY
      case .write: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    var opened: OpaquePointer?
    let name = access == .immutable ? SQLiteConnection.immutableURI(path) : path
    let status = unsafe sqlite3_open_v2(
      name, &opened, flags | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard status == SQLITE_OK, let opened = unsafe opened else {
      let reason = unsafe opened.map { unsafe String(cString: sqlite3_errmsg($0)) }
      let system = unsafe opened.map { unsafe sqlite3_system_errno($0) } ?? 0
      unsafe sqlite3_close_v2(opened)
      throw SQLError.cannotOpen(
        path: path,
        reason: unsafe system == 0
          ? reason ?? "out of memory" : String(cString: strerror(system)).lowercased())
    }
    unsafe handle = opened
    unsafe logLength = .allocate(capacity: 1)
    unsafe logLength.initialize(to: 0)
    unsafe sqlite3_busy_timeout(handle, SQLiteConnection.patience)
    // Checkpoints run under the store's lock only, also when the last connection closes.
    _ = unsafe flash_sqlite_no_checkpoint_on_close(handle)
    // A hook of ours takes the place of automatic checkpoints.
    unsafe sqlite3_wal_hook(
      handle,
      { context, _, _, pages in
        unsafe context?.assumingMemoryBound(to: Int32.self).pointee = pages
        return SQLITE_OK
      }, logLength)
    registerFunctions()
  }

  deinit {
    cache.removeAll()
    unsafe sqlite3_close_v2(handle)
    unsafe logLength.deallocate()
  }

  /// How long a statement waits for another connection, in milliseconds.
  private static let patience: Int32 = 10_000

  /// What has to be said to the library before anything else.
  private static let libraryIsSetUp = flash_sqlite_no_memory_statistics() == SQLITE_OK

  /// A prepared statement, made once and kept.
  public func statement(_ sql: String) throws(SQLError) -> SQLiteStatement {
    let text = StatementText(sql: sql)
    if let statement = cache[text] {
      statement.reset()
      return statement
    }
    let statement = try prepare(sql)
    cache[text] = statement
    return statement
  }

  /// A prepared statement of the caller's own.
  public func prepare(_ sql: String) throws(SQLError) -> SQLiteStatement {
    try SQLiteStatement(sql, on: self)
  }

  /// Runs one or more statements without parameters.
  public func execute(_ sql: String) throws(SQLError) {
    guard unsafe sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw lastError(sql)
    }
  }

  /// Runs one statement that returns nothing, with its parameters.
  public func run(_ sql: String, _ values: SQLValue...) throws(SQLError) {
    let statement = try statement(sql)
    for (index, value) in values.enumerated() { statement.bind(value, at: index + 1) }
    try statement.run()
  }

  /// The first column of the first row as a whole number; nil if there is no row or it is null.
  public func integer(_ sql: String, _ values: SQLValue...) throws(SQLError) -> Int64? {
    let statement = try statement(sql)
    for (index, value) in values.enumerated() { statement.bind(value, at: index + 1) }
    defer { statement.reset() }
    guard try statement.step(), !statement.isNull(0) else { return nil }
    return statement.integer(0)
  }

  /// The rowid of the newest insert.
  public var lastInsertedKey: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

  /// Rows changed by the newest statement.
  public var changedRows: Int { Int(unsafe sqlite3_changes64(handle)) }

  public var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

  /// Whether the file itself can't be written.
  public var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle, "main") == 1 }

  /// Pages that the write-ahead log held after the newest commit of this connection.
  public var pagesInLog: Int { Int(unsafe logLength.pointee) }

  /// Moves everything from the write-ahead log into the file, if no reader is in the way; it does not
  /// wait for one. Call it only under the lock that writers take.
  /// - Parameter empties: gives the log's space back too. Otherwise the next commits write over it,
  ///   which is faster by far: a file that does not grow has nothing but its data to be synced.
  /// - Returns: whether all of it was moved.
  public func checkpoint(empties: Bool = true) throws(SQLError) -> Bool {
    var total: Int32 = 0
    var moved: Int32 = 0
    // Whoever waits for the lock would wait for the reader, too.
    unsafe sqlite3_busy_timeout(handle, 0)
    defer { unsafe sqlite3_busy_timeout(handle, SQLiteConnection.patience) }
    let status = unsafe sqlite3_wal_checkpoint_v2(
      handle, "main", empties ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE, &total,
      &moved)
    if status & 0xFF == SQLITE_BUSY { return false }
    guard status == SQLITE_OK else { throw lastError("checkpoint") }
    return moved == total
  }

  /// Copies the whole of `source` into this database, whose content it replaces.
  /// - Parameter goOn: asked after every 16 MiB.
  /// - Throws: `.interrupted` if `goOn` says no; then this database is as it was.
  public func copy(
    from source: SQLiteConnection, while goOn: () -> Bool = { true }
  ) throws(SQLError) {
    guard let backup = unsafe sqlite3_backup_init(handle, "main", source.handle, "main") else {
      throw lastError("backup")
    }
    while unsafe sqlite3_backup_step(backup, 4_096) == SQLITE_OK {
      guard goOn() else {
        unsafe sqlite3_backup_finish(backup)
        throw .interrupted
      }
    }
    // The status of the last step is told once more at the end.
    let status = unsafe sqlite3_backup_finish(backup)
    guard status == SQLITE_OK else { throw copyError(status, from: source) }
  }

  /// What kept pages from being copied: damage is the source's, everything else ours.
  private func copyError(_ status: Int32, from source: SQLiteConnection) -> SQLError {
    switch status & 0xFF {
    case SQLITE_NOTADB, SQLITE_CORRUPT: source.error(status, sql: "backup")
    default: error(status, sql: "backup")
    }
  }

  /// The version of the SQLite library in use.
  public static var libraryVersion: String { unsafe String(cString: sqlite3_libversion()) }

  func lastError(_ sql: String) -> SQLError {
    error(unsafe sqlite3_extended_errcode(handle), sql: sql)
  }

  fileprivate func error(_ code: Int32, sql: String) -> SQLError {
    let reason = unsafe String(cString: sqlite3_errmsg(handle))
    switch code & 0xFF {
    case SQLITE_NOTADB: return .notADatabase(path: path)
    case SQLITE_CORRUPT, SQLITE_FORMAT: return .corrupt(path: path, reason: reason)
    case SQLITE_BUSY, SQLITE_LOCKED: return .busy(path: path)
    case SQLITE_FULL: return .diskFull(path: path)
    case SQLITE_READONLY: return .readOnly(path: path)
    case SQLITE_IOERR:
      let system = unsafe sqlite3_system_errno(handle)
      if system == ENOSPC || system == EDQUOT { return .diskFull(path: path) }
      return .inputOutput(
        path: path,
        reason: unsafe system == 0 ? reason : String(cString: strerror(system)).lowercased())
    case SQLITE_CANTOPEN: return .cannotOpen(path: path, reason: reason)
    case SQLITE_INTERRUPT: return .interrupted
    case SQLITE_CONSTRAINT, SQLITE_TOOBIG: return .constraint(reason: reason)
    default: return .statement(sql: sql, reason: reason)
    }
  }

  private static func immutableURI(_ path: String) -> String {
    var uri = "file:"
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16)
        uri += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
    return uri + "?immutable=1"
  }
}

/// A statement as the key of the cache. Statements are long, and few are of one length: hashing the
/// length alone leaves one comparison, which is short where the text is the same object.
private struct StatementText: Hashable {
  let sql: String

  func hash(into hasher: inout Hasher) { hasher.combine(sql.utf8.count) }
}

extension SQLiteConnection {
  /// Gives SQL `flash_contains(text, needle)`: whether `needle`, folded to lower case by the caller,
  /// occurs in `text` in any case; and `flash_lower(text)`, which knows more letters than `lower`.
  private func registerFunctions() {
    unsafe sqlite3_create_function_v2(
      handle, "flash_contains", 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
      { context, _, arguments in unsafe SQLiteConnection.contains(context, arguments) }, nil, nil,
      nil)
    unsafe sqlite3_create_function_v2(
      handle, "flash_lower", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
      { context, _, arguments in unsafe SQLiteConnection.lower(context, arguments) }, nil, nil, nil)
  }

  /// Called by SQLite, on the thread that steps the statement.
  private nonisolated static func contains(
    _ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
  ) {
    guard let arguments = unsafe arguments,
      let text = unsafe sqlite3_value_text(arguments[0]),
      let pattern = unsafe pattern(context, arguments[1])
    else { return unsafe sqlite3_result_int(context, 0) }
    let found = unsafe pattern.occurs(
      in: UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(arguments[0]))))
    unsafe sqlite3_result_int(context, found ? 1 : 0)
  }

  /// The pattern of a needle, made once for all the rows of a statement; nil for a needle of null.
  private nonisolated static func pattern(
    _ context: OpaquePointer?, _ needle: OpaquePointer?
  ) -> SubstringPattern? {
    if let known = unsafe sqlite3_get_auxdata(context, 1) {
      return unsafe Unmanaged<SubstringPattern>.fromOpaque(known).takeUnretainedValue()
    }
    guard let text = unsafe sqlite3_value_text(needle) else { return nil }
    let pattern = unsafe SubstringPattern(
      String(
        decoding: UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(needle))),
        as: UTF8.self))
    // SQLite may let go of it at once, so it is kept here until the end of this call.
    unsafe sqlite3_set_auxdata(context, 1, Unmanaged.passRetained(pattern).toOpaque()) { held in
      if let held = unsafe held { unsafe Unmanaged<SubstringPattern>.fromOpaque(held).release() }
    }
    return pattern
  }

  /// Called by SQLite, on the thread that steps the statement.
  private nonisolated static func lower(
    _ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
  ) {
    guard let arguments = unsafe arguments, let text = unsafe sqlite3_value_text(arguments[0])
    else { return unsafe sqlite3_result_null(context) }
    let count = unsafe Int(sqlite3_value_bytes(arguments[0]))
    var lower = unsafe String(
      decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self
    ).lowercased()
    lower.withUTF8 { unsafe flash_sqlite_result_text(context, $0.baseAddress, UInt64($0.count)) }
  }
}
