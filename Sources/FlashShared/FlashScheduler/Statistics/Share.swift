public import FlashModel

/// How many of some things there are among all.
public struct Share: Hashable, Sendable {
  /// At least 0 and at most ``total``.
  public let count: Int
  public let total: Int

  /// Counts outside 0 to `total` are cut to it.
  public init(_ count: Int, of total: Int) {
    self.total = max(0, total)
    self.count = min(max(0, count), self.total)
  }

  /// 0 to 100; 0 of nothing.
  public var percent: Double { total == 0 ? 0 : 100 * Double(count) / Double(total) }

  /// ``percent`` as a whole number, a half rounded up.
  public var roundedPercent: Int { Int((percent + 0.5).rounded(.down)) }

  /// Reviews rated Good or Easy: the accuracy of a session or sub-topic.
  public static func accuracy(_ ratings: [Rating]) -> Share {
    Share(ratings.count { $0 >= .good }, of: ratings.count)
  }

  /// Cards in review among live ones: the mastery of a deck.
  public static func mastery(_ states: [CardState]) -> Share {
    Share(states.count { $0 == .review }, of: states.count)
  }
}
