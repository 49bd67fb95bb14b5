import FlashModel

/// How large the parts of a text file may be, so that memory stays bounded whatever it holds.
public enum TextLimits {
  /// Bytes of UTF-8 in one side of a card.
  public static let side = Card.longestSide
  /// Bytes of UTF-8 in a hint.
  public static let hint = 65_536
  /// Columns in a record.
  public static let columns = 1_000
  /// Bytes in a record as it stands in the file: two sides of quotes that are all doubled, twice.
  public static let record = 8 << 20
  /// Bytes that recognition looks at.
  public static let head = 64 << 10
  /// Records that recognition looks at.
  public static let sampledRecords = 50
}
