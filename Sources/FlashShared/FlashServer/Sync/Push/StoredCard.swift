import FlashModel
import FlashSQL

/// A card while a push is at work on it, with what only the server knows of it.
struct StoredCard {
  var card: Card
  /// The clock that was sent out with it; each change makes it later, also one that makes neither
  /// group's clock later than the other's.
  var wireClock: Timestamp
  /// Where the newest entry of its log stands; nil without a log.
  var logOrder: Timestamp?
  /// The sign-in that sent that entry.
  var logSignIn: SignInID?
  /// As ``ReplayResult/isDiverged``.
  var isDiverged: Bool
  /// Hashes of what its content was before, the newest last.
  var versions: [UInt64]
  /// The stamp it has, or is to have.
  var stamp: Int64
  /// Whether it has to be written.
  var isChanged: Bool
  /// The deck it counts in, as it was before the push; nil if it was not there or not alive.
  var countedIn: DeckID?

  static let extraColumns: [SQLTable.Column] = [
    .init("updated_at_ms", .integer), .init("log_order_ms", .integer),
    .init("log_sign_in_id", .id), .init("diverged", .integer), .init("versions", .blob),
    .init("received_ms", .integer),
  ]

  static let table = Card.table(extraColumns)

  /// The columns that ``read(_:)`` reads.
  static let list =
    "arrived_ms, updated_at_ms, log_order_ms, log_sign_in_id, diverged, versions, " + Card.list

  static func read(_ row: some SQLStatement) -> StoredCard {
    let card = Card.read(row, from: 6)
    return StoredCard(
      card: card, wireClock: row.timestamp(1), logOrder: row.optionalTimestamp(2),
      logSignIn: row.identifier(3), isDiverged: row.integer(4) != 0,
      versions: ContentHash.unpacked(row.bytes(5)), stamp: row.integer(0), isChanged: false,
      countedIn: card.deletedAt == nil ? card.deckID : nil)
  }

  func values(of user: SQLValue, at now: Timestamp) -> [SQLValue] {
    [.integer(stamp), user] + card.values + [
      SQLValue(wireClock), SQLValue(logOrder), SQLValue(logSignIn), .integer(isDiverged ? 1 : 0),
      versions.isEmpty ? .null : .blob(ContentHash.packed(versions)), SQLValue(now),
    ]
  }

  /// Notes a change that clients are to be told of.
  mutating func change(stamp: Int64) {
    self.stamp = stamp
    isChanged = true
    wireClock = max(card.updatedAt, wireClock.advanced(by: 1))
  }
}

/// Hashes of a card's content, by which an old version of it is known again.
enum ContentHash {
  /// Versions that are remembered.
  static let most = 8

  /// - Source: FNV-1a, 64 bits, over the content as the wire writes it.
  static func of(_ card: Card) -> UInt64 {
    var content = card
    content.scheduling = .new
    content.clock = Timestamp(milliseconds: 0)
    content.deletedAt = nil
    var writer = JSONWriter()
    content.write(to: &writer, as: .sparse)
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in writer.bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }

  static func packed(_ hashes: [UInt64]) -> [UInt8] {
    hashes.flatMap { hash in (0..<8).map { UInt8(truncatingIfNeeded: hash >> (8 * $0)) } }
  }

  static func unpacked(_ bytes: [UInt8]) -> [UInt64] {
    stride(from: 0, to: bytes.count - 7, by: 8).map { start in
      (0..<8).reduce(0) { $0 | UInt64(bytes[start + $1]) << (8 * UInt64($1)) }
    }
  }
}
