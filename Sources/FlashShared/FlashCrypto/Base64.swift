/// Base 64 of RFC 4648: the alphabet of section 4 with padding, or that of URLs without.
public enum Base64: Sendable {
  /// `+`, `/` and `=` at the end (section 4).
  case standard
  /// `-`, `_` and no padding (section 5).
  case url

  private static let common = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)

  private var last: [UInt8] { Array((self == .standard ? "+/" : "-_").utf8) }

  public func encode(_ bytes: [UInt8]) -> String {
    let alphabet = Base64.common + last
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let rest = min(3, bytes.count - index)
      var word = 0
      for offset in 0..<3 { word = word << 8 | (offset < rest ? Int(bytes[index + offset]) : 0) }
      for place in 0...rest { text.append(alphabet[word >> (18 - 6 * place) & 63]) }
      if self == .standard {
        text.append(contentsOf: repeatElement(UInt8(ascii: "="), count: 3 - rest))
      }
      index += 3
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes; nil for what this alphabet does not write, such as bits left over at the end.
  public func decode(_ text: some StringProtocol) -> [UInt8]? {
    var digits = Array(text.utf8)
    if self == .standard {
      guard digits.count % 4 == 0 else { return nil }
      let padding = digits.reversed().prefix { $0 == UInt8(ascii: "=") }.count
      guard padding <= 2 else { return nil }
      digits.removeLast(padding)
    }
    guard digits.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count * 3 / 4)
    var word = 0
    var bits = 0
    for digit in digits {
      guard let value = value(of: digit) else { return nil }
      word = (word << 6 | value) & 0xFFFF
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: word >> bits))
      }
    }
    guard word & (1 << bits - 1) == 0 else { return nil }
    return bytes
  }

  private func value(of digit: UInt8) -> Int? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(digit) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(digit) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(digit) + 4
    case UInt8(ascii: "+") where self == .standard: 62
    case UInt8(ascii: "/") where self == .standard: 63
    case UInt8(ascii: "-") where self == .url: 62
    case UInt8(ascii: "_") where self == .url: 63
    default: nil
    }
  }
}
