/// A number that rows lead to, for telling whether a copy holds what the original does. It guards
/// against accidents, not against somebody who wants two contents to look alike.
///
/// - Source: the multiplication of 64 by 64 bits, folded, as in Wang Yi's wyhash, over two lanes with
///   constants of our own.
public struct RowDigest: Sendable, Hashable {
  private var first: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var second: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  public private(set) var rows = 0

  public init() {}

  @inline(__always)
  mutating func beginRow() {
    rows += 1
    take(UInt64(rows), kind: 7)
  }

  /// Takes in a value.
  /// - Parameter kind: what sort of value it is, 0 to 7.
  @inline(__always)
  mutating func take(_ value: UInt64, kind: UInt64) {
    first = RowDigest.mixed(first ^ value, 0xA076_1D64_78BD_642F ^ kind)
    second = (second ^ value &+ kind) &* 0xE703_7ED1_A0B4_28DB
    second ^= second >> 29
  }

  /// 16 hexadecimal digits a lane.
  public var hexadecimal: String {
    [first, second].map { lane in
      let digits = String(lane, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }.joined()
  }

  @inline(__always)
  private static func mixed(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low &+ left
  }
}
