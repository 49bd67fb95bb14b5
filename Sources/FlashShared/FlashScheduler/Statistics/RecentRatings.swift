import FlashModel

/// The newest ratings of one card, at most 20, in a number.
struct RecentRatings: Hashable, Sendable {
  static let most = 20

  /// Two bits a rating, the newest lowest.
  private var bits: UInt64 = 0
  private(set) var count = 0

  mutating func append(_ rating: Rating) {
    bits = (bits << 2 | UInt64(rating.rawValue - 1)) & (1 << (2 * UInt64(RecentRatings.most)) - 1)
    count = min(count + 1, RecentRatings.most)
  }

  /// Those rated Good or Easy: the higher bit of the two.
  var right: Int { (bits & 0xAAAA_AAAA_AAAA_AAAA).nonzeroBitCount }

  /// Those rated Again: neither bit.
  var again: Int {
    count - ((bits | bits >> 1) & 0x5555_5555_5555_5555).nonzeroBitCount
  }
}
