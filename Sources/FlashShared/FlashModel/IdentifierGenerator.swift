/// Makes UUIDs of version 7 that sort in the order they were made, also within a millisecond.
///
/// - Source: RFC 9562, section 5.7; the 12 bits after the version are the counter of section 6.2,
///   method 1.
public struct IdentifierGenerator: Sendable {
  private var lastMilliseconds: Int64 = .min
  private var counter: UInt64 = 0

  public init() {}

  /// The next id.
  /// - Parameters:
  ///   - now: the clock; when it stands still or goes back, the newest time seen is used.
  ///   - random: the source of the random bits.
  public mutating func next<Entity>(
    at now: Timestamp, using random: inout some RandomNumberGenerator
  ) -> Identifier<Entity> {
    if now.milliseconds > lastMilliseconds {
      lastMilliseconds = now.milliseconds
      counter = UInt64.random(in: 0..<0x800, using: &random)
    } else {
      counter += 1
      if counter > 0xFFF {
        lastMilliseconds += 1
        counter = 0
      }
    }
    let time = UInt64(bitPattern: lastMilliseconds) & 0xFFFF_FFFF_FFFF
    let tail = UInt64.random(in: 0...UInt64.max, using: &random)
    return Identifier(
      high: time << 16 | 0x7000 | counter, low: tail & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    )
  }
}

extension Identifier {
  /// When an id of version 7 was made; nil for one of another version.
  public var madeAt: Timestamp? {
    high >> 12 & 0xF == 7 ? Timestamp(milliseconds: Int64(high >> 16)) : nil
  }
}
