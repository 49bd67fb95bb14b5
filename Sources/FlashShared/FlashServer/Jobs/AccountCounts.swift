import FlashModel
import FlashSQL

/// How much an account holds, as lists of accounts show it.
struct AccountCounts: Sendable, Hashable {
  let decks: Int64
  let cards: Int64
  let reviews: Int64
  /// Bytes.
  let size: Int64

  init(_ user: UserID, in connection: some SQLConnection) throws {
    func count(_ sql: String) throws -> Int64 {
      try connection.row(sql, [SQLValue(user)]) { $0.integer(0) } ?? 0
    }
    decks = try count("select count(*) from decks where user_id = $1 and deleted_at_ms is null")
    cards = try count("select count(*) from cards where user_id = $1 and deleted_at_ms is null")
    reviews = try count("select count(*) from reviews where user_id = $1")
    size = try AccountCounts.size(of: user, in: connection)
  }

  /// On SQLite, where a file is one account's, that of its file.
  private static func size(of user: UserID, in connection: some SQLConnection) throws -> Int64 {
    switch connection.dialect {
    case .sqlite:
      return try connection.row(
        "select page_count * page_size from pragma_page_count(), pragma_page_size()"
      ) { $0.integer(0) } ?? 0
    case .postgreSQL:
      return try SyncEntity.allCases.reduce(0) { sum, entity in
        try sum
          + (connection.row(
            "select coalesce(sum(pg_column_size(r)), 0)::bigint from \(entity.key) r where user_id = $1",
            [SQLValue(user)]
          ) { $0.integer(0) } ?? 0)
      }
    }
  }

  /// Keeps the size where a push looks at it.
  func writeSize(of user: UserID, in connection: some SQLConnection) throws {
    var account = try AccountState.load(of: user, connection)
    guard account.size != size else { return }
    account.size = size
    try account.save(of: user, connection)
  }

  func write(to user: UserID, in connection: some SQLConnection) throws {
    try connection.run(
      "update users set deck_count = $2, card_count = $3, review_count = $4 where id = $1",
      [SQLValue(user), .integer(decks), .integer(cards), .integer(reviews)])
  }
}
