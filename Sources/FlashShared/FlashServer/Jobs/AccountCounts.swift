import FlashModel
import FlashSQL

/// How much an account holds, as lists of accounts show it.
struct AccountCounts: Sendable, Hashable {
  let decks: Int64
  let cards: Int64
  let reviews: Int64

  init(_ user: UserID, in connection: some SQLConnection) throws {
    func count(_ sql: String) throws -> Int64 {
      try connection.row(sql, [SQLValue(user)]) { $0.integer(0) } ?? 0
    }
    decks = try count("select count(*) from decks where user_id = $1 and deleted_at_ms is null")
    cards = try count("select count(*) from cards where user_id = $1 and deleted_at_ms is null")
    reviews = try count("select count(*) from reviews where user_id = $1")
  }

  func write(to user: UserID, in connection: some SQLConnection) throws {
    try connection.run(
      "update users set deck_count = $2, card_count = $3, review_count = $4 where id = $1",
      [SQLValue(user), .integer(decks), .integer(cards), .integer(reviews)])
  }
}
