import FlashCrypto
import FlashModel
import FlashSQL

/// Purchases of accounts that are gone, so that none is presented a second time: digests that only
/// this server can make, from which no purchase can be told.
enum SpentPurchases {
  private static let secret = "spent_purchases"

  /// Takes the purchases of an account that goes out of the tables, and remembers them.
  static func add(
    of user: UserID, in connection: some SQLConnection, now: Timestamp, random: (Int) -> [UInt8]
  ) throws {
    let ids = try connection.rows(
      "select original_id from subscriptions where user_id = $1", [SQLValue(user)]
    ) { $0.text(0) }
    guard !ids.isEmpty else { return }
    let key = try key(in: connection, random: random)
    for id in ids {
      try connection.run(
        """
        insert into spent_purchases (hash, since_ms) values ($1, $2) on conflict (hash) do nothing
        """, [.blob(try Digest.keyed(by: key, Array(id.utf8)).bytes), SQLValue(now)])
      try connection.run("delete from store_events where original_id = $1", [.text(id)])
      try connection.run("delete from subscriptions where original_id = $1", [.text(id)])
    }
  }

  /// Whether a purchase is one of them.
  static func contain(_ originalID: String, in connection: some SQLConnection) throws -> Bool {
    guard let key = try stored(in: connection) else { return false }
    return try connection.row(
      "select 1 from spent_purchases where hash = $1",
      [.blob(try Digest.keyed(by: key, Array(originalID.utf8)).bytes)]
    ) { _ in true } ?? false
  }

  private static func stored(in connection: some SQLConnection) throws -> [UInt8]? {
    try connection.row("select value from secrets where name = $1", [.text(secret)]) {
      $0.bytes(0)
    }
  }

  private static func key(
    in connection: some SQLConnection, random: (Int) -> [UInt8]
  ) throws -> [UInt8] {
    // Of two that need it at once for the first time, the second waits here and reads the first's.
    try connection.run(
      "insert into secrets (name, value) values ($1, $2) on conflict (name) do nothing",
      [.text(secret), .blob(random(32))])
    return try stored(in: connection) ?? []
  }
}
