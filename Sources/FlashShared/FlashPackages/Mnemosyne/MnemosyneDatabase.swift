import FlashModel
import FlashSQL

/// Mnemosyne's database, opened as something that nobody trusts.
final class MnemosyneDatabase {
  /// The newest version of the schema that is read here.
  private static let newestVersion = 4

  let connection: SQLiteConnection
  private let tables: Set<String>

  /// - Parameter goOn: asked now and then while statements run.
  /// - Throws: `.corrupt`, `.tooNew`, `.tooLarge`.
  init(_ file: PrivateFile, while goOn: @escaping () -> Bool) throws(PackageError) {
    do throws(SQLError) {
      connection = try SQLiteConnection(untrusted: file.path, size: Int64(file.size), goOn: goOn)
      tables = try connection.plainTables()
    } catch {
      throw PackageError(database: error)
    }
    // The database is open: its name is needed no more.
    file.removeName()
    guard tables.isSuperset(of: ["cards", "facts", "data_for_fact"]) else {
      throw .corrupt(reason: "the database lacks tables of Mnemosyne")
    }
    try checkVersion()
  }

  func has(_ table: String) -> Bool { tables.contains(table) }

  private func checkVersion() throws(PackageError) {
    guard has("global_variables") else { return }
    try forEach("select value from global_variables not indexed where key = 'version'") {
      row throws(PackageError) in
      if let version = Int(row.text(0)), version > MnemosyneDatabase.newestVersion {
        throw .tooNew(found: version, supported: MnemosyneDatabase.newestVersion)
      }
    }
  }

  /// Runs a query and calls `body` for each row.
  func forEach(
    _ sql: String, _ body: (SQLiteStatement) throws(PackageError) -> Void
  ) throws(PackageError) {
    let statement = try prepare(sql)
    while try step(statement) { try body(statement) }
  }

  func prepare(_ sql: String) throws(PackageError) -> SQLiteStatement {
    do throws(SQLError) {
      return try connection.prepare(sql)
    } catch {
      throw PackageError(database: error)
    }
  }

  func step(_ statement: SQLiteStatement) throws(PackageError) -> Bool {
    do throws(SQLError) {
      return try statement.step()
    } catch {
      if error == .interrupted, connection.isExhausted {
        throw .corrupt(reason: "the database's tables do not end")
      }
      throw PackageError(database: error)
    }
  }
}

extension PrivateFile {
  /// Copies a file: the program whose it is may write to it meanwhile.
  /// - Parameters:
  ///   - limit: bytes.
  ///   - goOn: asked now and then.
  /// - Throws: `.tooLarge`, `.cannotSpool`, `.unreadable`, `.interrupted`.
  convenience init(
    copying descriptor: Int32, in folder: String, limit: Int, while goOn: () -> Bool
  ) throws(PackageError) {
    let size = try ArchiveHandle.size(of: descriptor)
    guard size <= limit else { throw .tooLarge(reason: "larger than \(limit) bytes") }
    try self.init(in: folder)
    while self.size < size {
      guard goOn() else { throw .interrupted }
      let piece = try ArchiveHandle.bytes(
        of: descriptor, at: self.size, count: min(ZipArchive.pieceSize, size - self.size))
      guard !piece.isEmpty else { break }
      try write(piece[...])
    }
  }
}
