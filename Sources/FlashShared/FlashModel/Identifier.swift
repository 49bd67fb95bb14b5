/// A UUID that knows what it names, so that a deck's id can't be passed where a card's is meant.
///
/// Made by hand: version 7 (``IdentifierGenerator``). Imported: version 5, derived from its source.
public struct Identifier<Entity>: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The first eight bytes, big-endian.
  public let high: UInt64
  /// The last eight bytes, big-endian.
  public let low: UInt64

  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Reads the canonical form, 8-4-4-4-12 hexadecimal digits in either case.
  public init?(_ text: String) { self.init(utf8: text.utf8Span.span) }

  /// As ``init(_:)-(String)``.
  public init?(_ text: Substring) { self.init(utf8: text.utf8Span.span) }

  /// As ``init(_:)-(String)``, from UTF-8.
  public init?(utf8 text: Span<UInt8>) {
    guard text.count == 36 else { return nil }
    var high: UInt64 = 0
    var low: UInt64 = 0
    var digits = 0
    for index in 0..<36 {
      if index == 8 || index == 13 || index == 18 || index == 23 {
        guard text[index] == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let nibble = hexDigit(text[index]) else { return nil }
      if digits < 16 { high = high << 4 | nibble } else { low = low << 4 | nibble }
      digits += 1
    }
    self.init(high: high, low: low)
  }

  /// Reads the 16 bytes in network order.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    var high: UInt64 = 0
    var low: UInt64 = 0
    for (offset, byte) in bytes.enumerated() {
      if offset < 8 { high = high << 8 | UInt64(byte) } else { low = low << 8 | UInt64(byte) }
    }
    self.init(high: high, low: low)
  }

  /// The 16 bytes in network order, as the store keeps them.
  public var bytes: [UInt8] {
    (0..<16).map { UInt8(truncatingIfNeeded: ($0 < 8 ? high : low) >> (56 - 8 * ($0 % 8))) }
  }

  /// The canonical form in lower case.
  public var description: String {
    var text: [UInt8] = []
    text.reserveCapacity(36)
    append(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends ``description`` as bytes.
  func append(to text: inout [UInt8]) {
    for index in 0..<32 {
      if index == 8 || index == 12 || index == 16 || index == 20 { text.append(UInt8(ascii: "-")) }
      let half = index < 16 ? high : low
      let nibble = UInt8(truncatingIfNeeded: half >> (60 - 4 * (index % 16))) & 15
      text.append(nibble < 10 ? 48 + nibble : 87 + nibble)
    }
  }

  /// The same id, said to name another kind of entity.
  public func reinterpreted<Other>(as entity: Other.Type = Other.self) -> Identifier<Other> {
    Identifier<Other>(high: high, low: low)
  }

  public static func < (left: Self, right: Self) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}

public typealias UserID = Identifier<User>
public typealias TopicID = Identifier<Topic>
public typealias DeckID = Identifier<Deck>
public typealias SubTopicID = Identifier<SubTopic>
public typealias CardID = Identifier<Card>
public typealias CardSubTopicID = Identifier<CardSubTopic>
public typealias ReviewID = Identifier<Review>
public typealias SessionID = Identifier<StudySession>
public typealias AssetID = Identifier<Asset>
/// Siblings made from one note share it.
public typealias NoteID = Identifier<Note>

/// A signed-in account; only its id matters to the local store.
public enum User {}
/// A media file.
public enum Asset {}
/// What several sibling cards are rendered from.
public enum Note {}

func hexDigit(_ byte: UInt8) -> UInt64? {
  switch byte {
  case 48...57: UInt64(byte - 48)
  case 65...70: UInt64(byte - 55)
  case 97...102: UInt64(byte - 87)
  default: nil
  }
}
