public import FlashModel

/// Where names are unique: ids of version 5 are derived from a name space and a name in it.
///
/// - Source: RFC 9562, sections 5.5 and 6.6.
public struct NameSpace: Hashable, Sendable {
  let high: UInt64
  let low: UInt64

  public init<Entity>(_ identifier: Identifier<Entity>) {
    high = identifier.high
    low = identifier.low
  }

  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Everything Flash imports, `e00e6f34-3641-4a0d-9119-a5d8984031f1`. Random, and never to change: two devices that import
  /// one deck meet in the same rows because both derive from it.
  public static let flash = NameSpace(high: 0xe00e_6f34_3641_4a0d, low: 0x9119_a5d8_9840_31f1)
}
