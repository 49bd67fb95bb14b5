import FlashCrypto
import FlashModel
import FlashSQL

/// A random text that gives its holder a right. Only its digest is kept.
struct Secret: Sendable, Hashable {
  let text: String

  /// 256 bits, as a token carries them.
  init(token bytes: [UInt8]) { text = Base64.url.encode(bytes) }

  /// 256 bits, as links carry them: 64 hexadecimal digits.
  init(link bytes: [UInt8]) { text = hexadecimal(bytes) }

  init(_ text: String) { self.text = text }

  /// What is stored of it, and what it is looked up by.
  func hash() throws -> [UInt8] { try Digest.sha256(text).bytes }

  /// Another secret that follows from this one, for whoever has this one alone.
  /// - Parameter purpose: keeps apart what is derived for different ends.
  func derived(_ purpose: String, salt: [UInt8]) throws -> Secret {
    Secret(token: try derivedBytes(purpose, salt: salt))
  }

  /// 32 bytes, as ``derived(_:salt:)``.
  func derivedBytes(_ purpose: String, salt: [UInt8] = []) throws -> [UInt8] {
    try Digest.keyed(by: Array(text.utf8), Array(purpose.utf8) + [0] + salt).bytes
  }
}

/// Lower-case hexadecimal digits.
func hexadecimal(_ bytes: [UInt8]) -> String {
  var text: [UInt8] = []
  text.reserveCapacity(2 * bytes.count)
  for byte in bytes {
    for nibble in [byte >> 4, byte & 15] { text.append(nibble < 10 ? 48 + nibble : 87 + nibble) }
  }
  return String(decoding: text, as: UTF8.self)
}

extension SQLConnection {
  /// The id in the first row of a query; nil if there is none.
  func identifier<Entity>(
    _ sql: String, _ values: [SQLValue]
  ) throws(SQLError) -> Identifier<Entity>? {
    let found = try row(sql, values) { row -> Identifier<Entity>? in row.identifier(0) }
    return found ?? nil
  }
}

extension Identifier {
  /// A new id of version 7. It need not sort within its millisecond.
  /// - Source: RFC 9562, section 5.7.
  init(madeAt now: Timestamp, random: (Int) -> [UInt8]) {
    let bits = random(10)
    let time = UInt64(bitPattern: now.milliseconds) & 0xFFFF_FFFF_FFFF
    let counter = (UInt64(bits[0]) << 8 | UInt64(bits[1])) & 0xFFF
    let tail = bits[2...].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    self.init(
      high: time << 16 | 0x7000 | counter, low: tail & 0x3FFF_FFFF_FFFF_FFFF | 1 << 63)
  }
}
