internal import FlashModel
internal import FlashSQL

/// Rows that wait for the end of their file, in a temporary table that spills to disk.
struct WaitingRows {
  private let connection: SQLiteConnection

  /// A row as it comes back.
  struct Row {
    let deckPath: String
    let front: [UInt8]
    let back: [UInt8]
    let subTopics: [String]
    let position: Int?
    let note: [UInt8]
    let noteOrd: Int?
    let detail: ImportDetail?
  }

  /// Those that rows refer to by number; few rows have one.
  private var details: [ImportDetail] = []

  init(on connection: SQLiteConnection) throws(SQLError) {
    self.connection = connection
    try connection.execute(
      """
      create temporary table if not exists waiting_rows (
        place integer primary key, deck text, front text, back text, tags text, position integer,
        note text, ord integer, detail integer);
      delete from waiting_rows;
      """)
  }

  mutating func add(_ row: ImportRow) throws(SQLError) {
    let statement = try connection.statement(
      """
      insert into waiting_rows (deck, front, back, tags, position, note, ord, detail)
      values ($1, $2, $3, $4, $5, $6, $7, $8)
      """)
    statement.bind(utf8: row.deck.path[...], at: 1)
    statement.bind(utf8: row.front, at: 2)
    statement.bind(utf8: row.back, at: 3)
    statement.bind(row.subTopics.joined(separator: "\u{1F}"), at: 4)
    statement.bind(row.position, at: 5)
    statement.bind(utf8: row.note, at: 6)
    statement.bind(row.noteOrd, at: 7)
    statement.bind(row.detail == nil ? nil : details.count, at: 8)
    if let detail = row.detail { details.append(detail) }
    try statement.run()
  }

  /// Calls `body` for each row in the order of the file, and forgets them.
  func drain(_ body: (Row) throws -> Void) throws {
    let statement = try connection.prepare(
      """
      select deck, front, back, tags, position, note, ord, detail from waiting_rows order by place
      """)
    while try statement.step() {
      try body(
        Row(
          deckPath: statement.text(0), front: statement.bytes(1), back: statement.bytes(2),
          subTopics: statement.text(3).split(separator: "\u{1F}").map(String.init),
          position: statement.optionalInteger(4).map(Int.init), note: statement.bytes(5),
          noteOrd: statement.optionalInteger(6).map(Int.init),
          detail: statement.optionalInteger(7).map { details[Int($0)] }))
    }
    statement.reset()
    try connection.execute("delete from waiting_rows")
  }
}
