import FlashModel
import FlashSQL

/// A card while a push is at work on it, with what only the server knows of it.
final class StoredCard {
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
  /// What has to be written.
  var change: Change
  /// The deck it counts in, as it was before the push; nil if it was not there or not alive.
  var countedIn: DeckID?

  enum Change {
    case nothing
    /// What its log leads to, as after most reviews.
    case schedule
    case everything
  }

  init(
    card: Card, wireClock: Timestamp, logOrder: Timestamp? = nil, logSignIn: SignInID? = nil,
    isDiverged: Bool = false, versions: [UInt64] = [], stamp: Int64, change: Change,
    countedIn: DeckID? = nil
  ) {
    self.card = card
    self.wireClock = wireClock
    self.logOrder = logOrder
    self.logSignIn = logSignIn
    self.isDiverged = isDiverged
    self.versions = versions
    self.stamp = stamp
    self.change = change
    self.countedIn = countedIn
  }

  private static let logColumns: [SQLTable.Column] = [
    .init("updated_at_ms", .integer), .init("log_order_ms", .integer),
    .init("log_sign_in_id", .id), .init("diverged", .integer), .init("received_ms", .integer),
  ]

  static let table = Card.table(logColumns + [.init("versions", .blob)])

  /// What ``Change/schedule`` writes of it.
  static let schedule = SQLTable(
    table.name, key: table.key,
    [.init("arrived_ms", .integer), .init("user_id", .id), .init("id", .id)]
      + Card.scheduleColumns + logColumns)

  /// The columns that ``init(_:)`` reads.
  static let list =
    "arrived_ms, updated_at_ms, log_order_ms, log_sign_in_id, diverged, versions, " + Card.list

  convenience init(_ row: some SQLStatement) {
    let card = Card.read(row, from: 6)
    self.init(
      card: card, wireClock: row.timestamp(1), logOrder: row.optionalTimestamp(2),
      logSignIn: row.identifier(3), isDiverged: row.integer(4) != 0,
      versions: ContentHash.unpacked(row.bytes(5)), stamp: row.integer(0), change: .nothing,
      countedIn: card.liveDeck)
  }

  /// The deck that it counts in now; nil if it is deleted.
  var liveDeck: DeckID? { card.liveDeck }

  /// Another one that is the same.
  func copy() -> StoredCard {
    StoredCard(
      card: card, wireClock: wireClock, logOrder: logOrder, logSignIn: logSignIn,
      isDiverged: isDiverged, versions: versions, stamp: stamp, change: change,
      countedIn: countedIn)
  }

  /// For ``table``.
  func values(of user: SQLValue, at now: Timestamp) -> [SQLValue] {
    [.integer(stamp), user] + card.values + logValues(now) + [
      versions.isEmpty ? .null : .blob(ContentHash.packed(versions))
    ]
  }

  /// For ``schedule``.
  func scheduleValues(of user: SQLValue, at now: Timestamp) -> [SQLValue] {
    [.integer(stamp), user, SQLValue(card.id)] + card.scheduleValues + logValues(now)
  }

  private func logValues(_ now: Timestamp) -> [SQLValue] {
    [
      SQLValue(wireClock), SQLValue(logOrder), SQLValue(logSignIn), .integer(isDiverged ? 1 : 0),
      SQLValue(now),
    ]
  }

  /// Notes that clients are to be told of it.
  func tell(stamp: Int64) {
    self.stamp = stamp
    wireClock = max(card.updatedAt, wireClock.advanced(by: 1))
  }

  /// As ``StoredRow/repeat(over:after:stamp:)``.
  /// - Parameter isAdjusted: a clock of what was sent was corrected.
  func `repeat`(over sent: Card, after verdict: RowVerdict, isAdjusted: Bool, stamp: () -> Int64) {
    guard change == .nothing else { return }
    let (content, scheduling) = (sent.contentUpdatedAt, sent.schedulingUpdatedAt)
    switch verdict {
    case .accepted: return
    case .stale:
      guard content >= card.contentUpdatedAt || scheduling >= card.schedulingUpdatedAt else {
        return
      }
    case .unchanged:
      guard isAdjusted,
        content != card.contentUpdatedAt || scheduling != card.schedulingUpdatedAt
      else { return }
    }
    tell(stamp: stamp())
    change = .everything
  }
}

extension Card {
  /// The deck that it counts in; nil if it is deleted.
  var liveDeck: DeckID? { deletedAt == nil ? deckID : nil }
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
