public import FlashModel
public import FlashSQL

/// A snapshot's database.
public enum SnapshotFile {
  /// Makes the tables in an empty file. What is written to it need not survive anything.
  public static func create(at path: String) throws(SQLError) -> SQLiteConnection {
    let connection = try SQLiteConnection(path: path, access: .write)
    try connection.execute(
      """
      pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -16384;
      """)
    try connection.execute("pragma application_id = \(SnapshotSchema.applicationID)")
    try connection.execute("pragma user_version = \(SnapshotSchema.format)")
    for table in SnapshotSchema.tables { try connection.execute(table.sql) }
    return connection
  }

  /// Opens a file that came from somewhere, once it is known that nothing is in it but the tables of
  /// a snapshot, whole, with values that the wire could carry.
  ///
  /// - Parameter goOn: asked now and then; no ends it.
  /// - Throws: ``SnapshotError``.
  public static func open(
    untrusted file: SpoolFile, goOn: @escaping () -> Bool = { true }
  ) throws(SnapshotError) -> SQLiteConnection {
    let connection = try open(unchecked: file, goOn: goOn)
    try check(connection)
    return connection
  }

  /// As ``open(untrusted:goOn:)``, but of what is in the tables nothing is known: a value may be any
  /// of its type, and a page may be damaged. Whoever reads it meanwhile waits for a
  /// ``SnapshotCheck`` before anything that was read counts.
  public static func open(
    unchecked file: SpoolFile, goOn: @escaping () -> Bool = { true }
  ) throws(SnapshotError) -> SQLiteConnection {
    file.measure()
    // One that wants a log beside it would have files made.
    guard try file.read(2, at: 18) == [1, 1] else { throw .damaged(reason: "it is no snapshot") }
    let connection = try connect(path: file.path, size: file.size, goOn: goOn)
    // Each entry of the log looks for its card.
    try reading { () throws(SQLError) in try connection.execute("pragma cache_size = -24576") }
    return connection
  }

  static func connect(
    path: String, size: Int64, goOn: @escaping () -> Bool
  ) throws(SnapshotError) -> SQLiteConnection {
    let connection = try reading { () throws(SQLError) in
      try SQLiteConnection(untrusted: path, size: size, isOurs: true, goOn: goOn)
    }
    let (application, format) = try reading { () throws(SQLError) in
      (
        try connection.integer("pragma application_id"),
        Int(try connection.integer("pragma user_version") ?? 0)
      )
    }
    guard application == SnapshotSchema.applicationID else {
      throw .damaged(reason: "it is no snapshot")
    }
    guard format <= SnapshotSchema.format else { throw .newer(format: format) }
    if let problem = try reading({ () throws(SQLError) in try schemaDifference(connection) }) {
      throw .damaged(reason: problem)
    }
    return connection
  }

  /// Looks at pages, types, and the checks of the tables.
  /// - Parameter table: of this table alone; nil for the whole file.
  /// - Throws: `.damaged` with the first problem.
  public static func check(
    _ connection: SQLiteConnection, _ table: SyncEntity? = nil
  ) throws(SnapshotError) {
    let found = try reading { () throws(SQLError) in
      try connection.rows("pragma quick_check(\(table?.key ?? "1"))") { $0.text(0) }
    }
    guard found == ["ok"] else {
      throw .damaged(reason: found.first ?? "it cannot be checked")
    }
  }

  /// Runs a query on a file that came from somewhere.
  static func reading<Result>(
    _ body: () throws(SQLError) -> Result
  ) throws(SnapshotError) -> Result {
    do throws(SQLError) { return try body() } catch { throw SnapshotError(error) }
  }

  /// Works on a snapshot, and tells what went wrong as an error of one.
  public static func working<Result>(
    _ body: () throws(SQLError) -> Result
  ) throws(SnapshotError) -> Result {
    try reading(body)
  }

  /// What is in the schema that a snapshot has not, or the other way round.
  private static func schemaDifference(
    _ connection: SQLiteConnection
  ) throws(SQLError) -> String? {
    let found = try connection.rows(
      "select type, name, sql from sqlite_schema order by rowid limit 100"
    ) { (type: $0.text(0), name: $0.text(1), sql: $0.text(2)) }
    let expected = SnapshotSchema.tables
    guard found.count == expected.count,
      zip(found, expected).allSatisfy({
        $0.type == "table" && $0.name == $1.name && $0.sql == $1.sql
      })
    else { return "its tables are not those of a snapshot" }
    return nil
  }
}
