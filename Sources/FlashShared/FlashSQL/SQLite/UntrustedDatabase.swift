internal import CSQLite

// Boundary to SQLite, with SQLiteConnection.swift: what keeps a database that somebody else made from
// doing harm.

/// How many steps the statements of a connection may take, and who is asked whether they go on.
final class StatementWatch {
  fileprivate var stepsLeft: Int64
  fileprivate let goOn: () -> Bool
  fileprivate var isExhausted = false

  /// Steps of SQLite's machine between two looks; some 100 microseconds.
  static let stride: Int32 = 10_000

  init(steps: Int64, goOn: @escaping () -> Bool) {
    stepsLeft = steps
    self.goOn = goOn
  }

  fileprivate func mayGoOn() -> Bool {
    stepsLeft -= Int64(StatementWatch.stride)
    if stepsLeft < 0 { isExhausted = true }
    return stepsLeft >= 0 && goOn()
  }
}

extension SQLiteConnection {
  /// Opens a database that came from somewhere: it is only read, nothing in its schema runs, and
  /// what reading it costs is bounded by its size. Nobody may change the file meanwhile; a log
  /// beside it is not looked at.
  ///
  /// - Parameters:
  ///   - size: of the file in bytes.
  ///   - isOurs: the file is a copy that only this process has. Then the checks of its tables are
  ///     known to `quick_check`: SQLite does not even read them where it could not write.
  ///   - goOn: asked now and then while a statement runs; no ends it as ``SQLError/interrupted``.
  /// - Throws: as ``init(path:access:)``.
  public convenience init(
    untrusted path: String, size: Int64, isOurs: Bool = false,
    goOn: @escaping () -> Bool = { true }
  ) throws(SQLError) {
    try self.init(path: path, access: isOurs ? .write : .immutable)
    let switches: [(which: Int32, value: Int32)] = [
      (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
      (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0), (SQLITE_DBCONFIG_ENABLE_VIEW, 0),
      (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0), (SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0),
      (SQLITE_DBCONFIG_DQS_DML, 0), (SQLITE_DBCONFIG_DQS_DDL, 0),
    ]
    // One that this library does not know is one that it does not need.
    for (which, value) in switches { _ = unsafe flash_sqlite_switch(handle, which, value) }
    // As SQLite's own advice for such databases has them; a value may be as long as a text field of a
    // large collection.
    let limits: [(which: Int32, value: Int32)] = [
      (SQLITE_LIMIT_LENGTH, 64 << 20), (SQLITE_LIMIT_SQL_LENGTH, 100_000),
      (SQLITE_LIMIT_COLUMN, 200), (SQLITE_LIMIT_EXPR_DEPTH, 50),
      (SQLITE_LIMIT_COMPOUND_SELECT, 5), (SQLITE_LIMIT_VDBE_OP, 25_000),
      (SQLITE_LIMIT_FUNCTION_ARG, 8), (SQLITE_LIMIT_ATTACHED, 0),
      (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100), (SQLITE_LIMIT_VARIABLE_NUMBER, 50),
      (SQLITE_LIMIT_TRIGGER_DEPTH, 0), (SQLITE_LIMIT_WORKER_THREADS, 0),
    ]
    for (which, value) in limits { unsafe sqlite3_limit(handle, which, value) }
    // Reading a row costs some 30 steps, and a row is some ten bytes at least. Damaged pages can make
    // a small file's tables endless.
    let watch = StatementWatch(steps: 20_000_000 + 8 * size, goOn: goOn)
    self.watch = watch
    unsafe sqlite3_progress_handler(
      handle, StatementWatch.stride,
      { context in
        guard let context = unsafe context else { return 0 }
        let watch = unsafe Unmanaged<StatementWatch>.fromOpaque(context).takeUnretainedValue()
        return watch.mayGoOn() ? 0 : 1
      }, Unmanaged.passUnretained(watch).toOpaque())
    try execute("pragma cell_size_check = on; pragma query_only = on; pragma temp_store = file")
  }

  /// Whether ``SQLError/interrupted`` came because statements took more steps than the file's size
  /// allows.
  public var isExhausted: Bool { watch?.isExhausted ?? false }

  /// The names of the ordinary tables, in lower case. Views and virtual tables, which could run
  /// anything, are not among them.
  public func plainTables() throws(SQLError) -> Set<String> {
    let statement = try prepare(
      """
      select lower(name) from sqlite_schema
      where type = 'table' and upper(ltrim(sql)) like 'CREATE TABLE%'
      """)
    var names: Set<String> = []
    while try statement.step() { names.insert(statement.text(0)) }
    return names
  }
}
