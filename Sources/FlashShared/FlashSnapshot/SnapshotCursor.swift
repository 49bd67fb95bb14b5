internal import FlashSQL

/// Rows of a snapshot, one whenever it is wanted. Use it from one thread at a time, and while nobody
/// else reads from its connection.
public final class SnapshotCursor<Row> {
  private let statement: SQLiteStatement
  private var isOver = false
  private let read: (SQLiteStatement) throws(SnapshotError) -> Row

  init(
    _ connection: SQLiteConnection, _ sql: String,
    _ read: @escaping (SQLiteStatement) throws(SnapshotError) -> Row
  ) throws(SnapshotError) {
    statement = try SnapshotFile.reading { () throws(SQLError) in try connection.prepare(sql) }
    self.read = read
  }

  /// The next row; nil at the end, however often it is asked for.
  /// - Throws: ``SnapshotError``.
  public func next() throws(SnapshotError) -> Row? {
    guard !isOver else { return nil }
    guard try SnapshotFile.reading({ () throws(SQLError) in try statement.step() }) else {
      // One more step would begin anew.
      isOver = true
      return nil
    }
    return try read(statement)
  }
}
