internal import FlashSQL
internal import FlashThreads
internal import Synchronization

/// The log of an import into a collection without one, written by a thread of its own.
///
/// Of the cards that the collection's thread writes meanwhile an entry needs no more than the key. The
/// log is a table in memory by the definition of the collection's own, so in the end SQLite takes
/// rows and index entries over as they are, without a look at what is in them.
final class SideLog {
  /// What makes the table and its indexes.
  struct Table {
    let sql: String
    let indexes: [String]
  }

  /// Entries that it was given.
  private(set) var count = 0
  private let table: Table
  private let name: String
  private let connection: SQLiteConnection
  private var work: SideWork<Result<Void, SQLError>>?

  private static let made = Atomic(0)

  init(of table: Table) throws(SQLError) {
    self.table = table
    let number = SideLog.made.add(1, ordering: .relaxed).newValue
    // What is called by such a name any connection of this process can open.
    name = "file:/flash-log-\(number)?vfs=memdb"
    connection = try SQLiteConnection(path: name, access: .write)
    // What the table checks of its rows follows from the types that they are bound from.
    try connection.execute(
      """
      pragma journal_mode = off; pragma synchronous = off; pragma ignore_check_constraints = on;
      begin; \(table.sql)
      """)
  }

  deinit {
    // Whoever has failed does not want to know what became of this.
    try? wait()
  }

  /// Has entries written, once those before them are.
  /// - Parameter first: the number of the first change; the others follow it.
  /// - Throws: what went wrong with those before them.
  func write(_ batch: EntryBatch, from first: Int64) throws(SQLError) {
    count += batch.count
    try begin { (connection) throws(SQLError) in try batch.write(on: connection, from: first) }
  }

  /// Has the table's indexes made: there are no more entries.
  func makeIndexes() throws(SQLError) {
    let statements = table.indexes.joined(separator: ";")
    try begin { (connection) throws(SQLError) in try connection.execute(statements) }
  }

  /// Waits for what is being written, and moves all entries into a collection, whose table is empty
  /// and has at most the indexes that were made here.
  func move(into collection: SQLiteConnection) throws(SQLError) {
    try wait()
    try connection.execute("commit")
    // It stays attached, as a transaction needs what it has read.
    try collection.execute(
      """
      attach '\(name)' as \(SideLog.schema);
      insert into main.reviews select * from \(SideLog.schema).reviews
      """)
  }

  private static let schema = "side_log"

  /// Lets go of what was moved into a collection, after the transaction.
  static func detach(from collection: SQLiteConnection) {
    // There is none where the log was short.
    try? collection.execute("detach \(schema)")
  }

  private func begin(
    _ body: @escaping @Sendable (SQLiteConnection) throws(SQLError) -> Void
  ) throws(SQLError) {
    try wait()
    let lent = Borrowed(connection)
    work = SideWork { Result { () throws(SQLError) in try body(lent.connection) } }
  }

  private func wait() throws(SQLError) {
    let work = self.work
    self.work = nil
    try work?.result().get()
  }
}
