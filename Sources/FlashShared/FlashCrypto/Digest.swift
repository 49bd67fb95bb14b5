/// The hash functions that ids and file names are made with.
public enum DigestAlgorithm: Sendable, Hashable, CaseIterable {
  /// Only where a format asks for it: UUIDs of version 5.
  case sha1
  case sha256

  /// The name libcrypto knows it by.
  public var name: String {
    switch self {
    case .sha1: "SHA1"
    case .sha256: "SHA256"
    }
  }

  /// Bytes in a hash.
  public var size: Int {
    switch self {
    case .sha1: 20
    case .sha256: 32
    }
  }
}

/// A hash: 20 or 32 bytes, held without an allocation.
public struct Digest: Hashable, Sendable, CustomStringConvertible {
  /// The bytes in groups of eight, big-endian, what is missing at the end 0.
  let words: (UInt64, UInt64, UInt64, UInt64)
  /// How many bytes there are.
  public let count: Int

  init(words: (UInt64, UInt64, UInt64, UInt64), count: Int) {
    self.words = words
    self.count = count
  }

  /// The first eight bytes, big-endian.
  public var first: UInt64 { words.0 }
  /// The second eight bytes, big-endian.
  public var second: UInt64 { words.1 }

  /// The byte at `index`, 0 to ``count`` - 1.
  public subscript(index: Int) -> UInt8 {
    let word =
      switch index / 8 {
      case 0: words.0
      case 1: words.1
      case 2: words.2
      default: words.3
      }
    return UInt8(truncatingIfNeeded: word >> (56 - 8 * (index % 8)))
  }

  public var bytes: [UInt8] { (0..<count).map { self[$0] } }

  /// Lower-case hexadecimal.
  public var description: String {
    var text: [UInt8] = []
    appendHex(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Adds the hash to `text` in lower-case hexadecimal.
  public func appendHex(to text: inout [UInt8]) {
    text.reserveCapacity(text.count + 2 * count)
    for index in 0..<count {
      let byte = self[index]
      text.append(hexDigit(byte >> 4))
      text.append(hexDigit(byte & 15))
    }
  }

  public static func == (left: Digest, right: Digest) -> Bool {
    left.words == right.words && left.count == right.count
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(words.0)
    hasher.combine(words.1)
  }
}

private func hexDigit(_ nibble: UInt8) -> UInt8 { nibble < 10 ? 48 + nibble : 87 + nibble }
