import FlashModel
import FlashSQL
import FlashSnapshot

/// Writes the rows of an account, as they are at one moment, into a snapshot.
struct SnapshotBuild<Connection: SQLConnection> {
  private let connection: Connection
  private let user: UserID

  /// Rows that are read at a time: a server that answers over a socket holds all of them in memory.
  private static var pageSize: Int64 { 20_000 }

  /// - Parameter connection: in a transaction.
  init(_ connection: Connection, of user: UserID) {
    self.connection = connection
    self.user = user
  }

  func write(to snapshot: SQLiteConnection) throws {
    let writer = try SnapshotWriter(snapshot)
    try forEach(Topic.self) { (row, first) throws(SQLError) in
      try writer.add(Topic.read(row, from: first))
    }
    try forEach(Deck.self) { (row, first) throws(SQLError) in
      try writer.add(Deck.read(row, from: first))
    }
    try forEach(SubTopic.self) { (row, first) throws(SQLError) in
      try writer.add(SubTopic.read(row, from: first))
    }
    try forEach(Card.self, extra: ", diverged") { (row, first) throws(SQLError) in
      try writer.add(
        Card.read(row, from: first), isDiverged: row.integer(first + Card.columns.count) != 0)
    }
    try forEach(StudySession.self) { (row, first) throws(SQLError) in
      try writer.add(StudySession.read(row, from: first))
    }
    try forEach(CardSubTopic.self) { (row, first) throws(SQLError) in
      try writer.add(CardSubTopic.read(row, from: first))
    }
    try forEach(Review.self) { (row, first) throws(SQLError) in
      try writer.add(Review.read(row, from: first))
    }
    let scattered = writer.cardsOutOfOrder
    if !scattered.isEmpty {
      try writer.removeLogs(of: scattered)
      try connection.forEachRow(
        "select \(Review.list) from reviews where user_id = $1 and card_id {ids}",
        [SQLValue(user)], of: scattered
      ) { row throws(SQLError) in try writer.add(Review.read(row, from: 0), tells: true) }
    }
    try writer.finish()
  }

  /// The rows of an entity in the order of their arrival.
  /// - Parameter body: told where the record's columns begin.
  private func forEach<Record: RowRecord>(
    _ entity: Record.Type, extra: String = "",
    _ body: (Connection.Statement, Int) throws(SQLError) -> Void
  ) throws(SQLError) {
    let statement = try connection.statement(
      """
      select arrived_ms, \(Record.list)\(extra) from \(Record.entity.key)
      where user_id = $1 and arrived_ms > $2 order by arrived_ms limit $3
      """)
    defer { statement.reset() }
    var (after, count): (Int64, Int64) = (-1, 0)
    repeat {
      count = 0
      for (index, value) in [
        SQLValue(user), .integer(after), .integer(SnapshotBuild.pageSize),
      ].enumerated() {
        statement.bind(value, at: index + 1)
      }
      while try statement.step() {
        after = statement.integer(0)
        count += 1
        try body(statement, 1)
      }
      statement.reset()
    } while count == SnapshotBuild.pageSize
  }
}
