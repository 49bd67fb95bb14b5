import FlashModel
import FlashSQL

/// A database of another program: a private copy, opened as something that nobody trusts.
final class PrivateDatabase {
  let connection: SQLiteConnection
  /// The names of its ordinary tables, in lower case.
  let tables: Set<String>

  /// - Parameters:
  ///   - required: tables without which it is none of that program's.
  ///   - program: whose it is, in words.
  ///   - isLast: whether the file is opened no more, and so needs its name no more.
  ///   - goOn: asked now and then while statements run.
  /// - Throws: `.corrupt`, `.tooLarge`, `.unreadable`.
  init(
    _ file: PrivateFile, of program: String, requiring required: Set<String>,
    isLast: Bool = true, while goOn: @escaping () -> Bool
  ) throws(PackageError) {
    do throws(SQLError) {
      connection = try SQLiteConnection(untrusted: file.path, size: Int64(file.size), goOn: goOn)
      tables = try connection.plainTables()
    } catch {
      throw PackageError(database: error)
    }
    if isLast { file.removeName() }
    guard tables.isSuperset(of: required) else {
      throw .corrupt(reason: "the database lacks tables of \(program)")
    }
  }

  func has(_ table: String) -> Bool { tables.contains(table) }

  /// Runs a query and calls `body` for each row.
  func forEach(
    _ sql: String, _ body: (SQLiteStatement) throws(PackageError) -> Void
  ) throws(PackageError) {
    let statement = try prepare(sql)
    while try step(statement) { try body(statement) }
  }

  func prepare(_ sql: String) throws(PackageError) -> SQLiteStatement {
    try reading { () throws(SQLError) in try connection.prepare(sql) }
  }

  func step(_ statement: SQLiteStatement) throws(PackageError) -> Bool {
    try reading { () throws(SQLError) in try statement.step() }
  }

  func reading<Result>(_ body: () throws(SQLError) -> Result) throws(PackageError) -> Result {
    do throws(SQLError) {
      return try body()
    } catch {
      if error == .interrupted, connection.isExhausted {
        throw .corrupt(reason: "the database's tables do not end")
      }
      throw PackageError(database: error)
    }
  }
}

extension PackageError {
  /// What a database that nobody trusts refused.
  init(database error: SQLError) {
    switch error {
    case .notADatabase: self = .corrupt(reason: "the collection is no database")
    case .corrupt(_, let reason): self = .corrupt(reason: "the collection is damaged: \(reason)")
    case .statement(_, let reason):
      self = .corrupt(reason: "the collection is not what its program writes: \(reason)")
    case .constraint(let reason): self = .tooLarge(reason: "the collection: \(reason)")
    case .interrupted: self = .interrupted
    default: self = .unreadable(reason: error.message)
    }
  }
}

/// A file with a database that its program may be writing to, and the log beside it.
public struct LiveDatabase {
  /// Of a file that can be gone about in; it stays the caller's, who keeps it open.
  let descriptor: Int32
  /// Of `NAME-wal`; nil if there is none.
  let log: Int32?

  public init(descriptor: Int32, log: Int32?) {
    self.descriptor = descriptor
    self.log = log
  }

  /// How often a copy is made anew because the program wrote meanwhile.
  private static let tries = 3
  private static let headSize = 100

  /// A private copy, with what stands in the log.
  /// - Parameters:
  ///   - limit: bytes of each of the two.
  ///   - goOn: asked now and then.
  /// - Throws: `.tooLarge`, `.cannotSpool`, `.unreadable`, `.interrupted`.
  func copy(
    in folder: String, limit: Int, while goOn: () -> Bool
  ) throws(PackageError) -> PrivateFile {
    for _ in 0..<LiveDatabase.tries {
      let before = try state()
      let file = try PrivateFile(copying: descriptor, in: folder, limit: limit, while: goOn)
      if let log {
        try WriteAheadLog(descriptor: log, limit: limit, while: goOn).apply(to: file, while: goOn)
      }
      if try state() == before { return file }
    }
    throw .unreadable(reason: "its program is writing to it; close that first")
  }

  /// What changes with every write: the database's counter, and the log's beginning and length.
  private func state() throws(PackageError) -> [[UInt8]] {
    var state = [
      try ArchiveHandle.bytes(of: descriptor, at: 0, count: LiveDatabase.headSize),
      [UInt8](String(try ArchiveHandle.size(of: descriptor)).utf8),
    ]
    if let log {
      state.append(try ArchiveHandle.bytes(of: log, at: 0, count: LiveDatabase.headSize))
      state.append([UInt8](String(try ArchiveHandle.size(of: log)).utf8))
    }
    return state
  }
}
