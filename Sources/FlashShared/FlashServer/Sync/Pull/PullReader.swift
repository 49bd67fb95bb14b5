import FlashAPI
import FlashModel
import FlashSQL

/// Reads one page of what arrived after a cursor, and writes it.
struct PullReader<Connection: SQLConnection> {
  let connection: Connection
  let user: UserID
  let request: PullRequest
  /// Nothing that arrived at or before it.
  let since: Int64
  /// Whether entries of the log that other clients know nothing of are left out.
  let isForOtherClients: Bool

  /// Bytes of rows after which a page ends.
  static var longestPage: Int { 4 << 20 }

  private let userText: [UInt8]

  init(
    _ connection: Connection, of user: UserID, _ request: PullRequest, since: Int64
  ) {
    self.connection = connection
    self.user = user
    self.request = request
    self.since = since
    isForOtherClients = request.epoch == nil
    userText = Array("\"\(user)\"".utf8)
  }

  /// What a page holds.
  struct Rows {
    /// The lists, in the order asked for.
    var lists: [(entity: SyncEntity, json: [UInt8])]
    /// The stamp up to which everything is in it; nil if that is all there is.
    var end: Int64?
  }

  /// Reads the rows in the order of their arrival, as far as one page goes.
  ///
  /// Entities are read parents first, and each only as far as the ones before it went, so that hardly
  /// a row is read that a later page sends again.
  func read() throws(SQLError) -> Rows {
    var bound = Int64.max
    var found: [(entity: SyncEntity, rows: PulledRows)] = []
    for entity in SyncEntity.allCases where request.entities.contains(entity) {
      var rows = PulledRows()
      if let end = try read(entity, upTo: bound, into: &rows) { bound = min(bound, end) }
      found.append((entity, rows))
    }
    bound = PullReader.bound(found.map(\.rows), bound)
    return Rows(
      lists: found.map { ($0.entity, $0.rows.json(upTo: bound)) },
      end: bound == .max ? nil : bound)
  }

  /// Reads the rows of one entity as far as one page goes.
  /// - Returns: the stamp at which the next page begins; nil if there is none.
  func read(only entity: SyncEntity, into rows: inout PulledRows) throws(SQLError) -> Int64? {
    try read(entity, upTo: .max, into: &rows)
  }

  /// - Returns: where it had to stop; nil if it got to the end.
  private func read(
    _ entity: SyncEntity, upTo bound: Int64, into rows: inout PulledRows
  ) throws(SQLError) -> Int64? {
    switch entity {
    case .topics: try read(Topic.self, upTo: bound, into: &rows)
    case .decks: try read(Deck.self, upTo: bound, into: &rows)
    case .subTopics: try read(SubTopic.self, upTo: bound, into: &rows)
    case .cards: try read(Card.self, upTo: bound, into: &rows)
    case .sessions: try read(StudySession.self, upTo: bound, into: &rows)
    case .cardSubTopics: try read(CardSubTopic.self, upTo: bound, into: &rows)
    case .reviews: try read(Review.self, upTo: bound, into: &rows)
    }
  }

  private func read<Record: PulledRecord>(
    _ record: Record.Type, upTo bound: Int64, into rows: inout PulledRows
  ) throws(SQLError) -> Int64? {
    let hidden = Record.entity == .reviews && isForOtherClients ? "and kind = 0" : ""
    let statement = try connection.statement(
      """
      select arrived_ms, \(Record.list)\(Record.extraList) from \(Record.entity.key)
      where user_id = $1 and arrived_ms > $2 and arrived_ms <= $3 \(hidden)
      order by arrived_ms limit $4
      """)
    defer { statement.reset() }
    for (index, value) in [
      SQLValue(user), .integer(since), .integer(bound), .integer(Int64(request.limit) + 1),
    ].enumerated() {
      statement.bind(value, at: index + 1)
    }
    let extra = 1 + Record.columns.count
    while try statement.step() {
      if rows.rows.count == request.limit || rows.size > PullReader.longestPage {
        return rows.rows.last?.stamp
      }
      rows.add(statement.integer(0)) { writer in
        writer.beginObject()
        Record.writeMembers(statement, from: 1, to: &writer)
        Record.writeExtra(statement, from: extra, to: &writer)
        if Record.needsUser {
          writer.key("user_id")
          writer.raw(userText)
        }
        writer.endObject()
      }
    }
    return nil
  }

  /// The greatest stamp up to which all rows are one page; `bound` if they are anyway.
  private static func bound(_ found: [PulledRows], _ bound: Int64) -> Int64 {
    var ends = found.map { $0.count(upTo: bound) }
    func size() -> Int {
      zip(found, ends).reduce(0) { $0 + ($1.1 == 0 ? 0 : $1.0.rows[$1.1 - 1].end) }
    }
    guard size() > longestPage else { return bound }
    // Halve the stamps until the page fits; at least one row is sent.
    let stamps = found.indices.flatMap { index in found[index].rows[..<ends[index]].map(\.stamp) }
      .sorted()
    var (low, high) = (0, stamps.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      ends = found.map { $0.count(upTo: stamps[middle]) }
      if size() <= longestPage { low = middle } else { high = middle - 1 }
    }
    return stamps[low]
  }
}
