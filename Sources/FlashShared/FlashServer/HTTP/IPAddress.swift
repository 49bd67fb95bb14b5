/// An address of the internet protocol, of either version, as sixteen bytes.
public struct IPAddress: Hashable, Sendable, CustomStringConvertible {
  /// An address of version 4 stands in the last four, behind its prefix.
  public let bytes: [UInt8]

  private static let prefix4: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF]

  /// Reads an address as people write it, such as `192.0.2.1` or `2001:db8::1`.
  public init?(_ text: some StringProtocol) {
    if let four = IPAddress.version4(text) {
      bytes = IPAddress.prefix4 + four
    } else if let six = IPAddress.version6(text) {
      bytes = six
    } else {
      return nil
    }
  }

  public var isVersion4: Bool { bytes.starts(with: IPAddress.prefix4) }

  /// Whether it is this machine's own: `127.0.0.0/8` or `::1`.
  public var isLoopback: Bool {
    isVersion4 ? bytes[12] == 127 : bytes == Array(repeating: 0, count: 15) + [1]
  }

  /// As people write it: of version 6 in lower case, the longest run of zeros left out.
  /// - Source: RFC 5952, 4.
  public var description: String {
    guard !isVersion4 else { return bytes[12...].map { "\($0)" }.joined(separator: ".") }
    let groups = (0..<8).map { UInt16(bytes[2 * $0]) << 8 | UInt16(bytes[2 * $0 + 1]) }
    var longest = 0..<0
    var start = 0
    for index in 0...8 where index == 8 || groups[index] != 0 {
      if index - start > longest.count { longest = start..<index }
      start = index + 1
    }
    func text(_ part: ArraySlice<UInt16>) -> String {
      part.map { String($0, radix: 16) }.joined(separator: ":")
    }
    guard longest.count > 1 else { return text(groups[...]) }
    return text(groups[..<longest.lowerBound]) + "::" + text(groups[longest.upperBound...])
  }

  private static func version4(_ text: some StringProtocol) -> [UInt8]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var bytes: [UInt8] = []
    for part in parts {
      guard (1...3).contains(part.utf8.count), part.utf8.allSatisfy({ (48...57).contains($0) }),
        let byte = UInt8(part)
      else { return nil }
      bytes.append(byte)
    }
    return bytes
  }

  /// - Source: RFC 4291, 2.2.
  private static func version6(_ text: some StringProtocol) -> [UInt8]? {
    guard (2...45).contains(text.utf8.count) else { return nil }
    let halves = split(text)
    guard halves.count <= 2, let head = halves.first.flatMap(groups) else { return nil }
    guard halves.count == 2 else { return head.count == 16 ? head : nil }
    guard let tail = groups(halves[1]), head.count + tail.count <= 14 else { return nil }
    return head + Array(repeating: 0, count: 16 - head.count - tail.count) + tail
  }

  /// What stands before and behind `::`.
  private static func split(_ text: some StringProtocol) -> [String] {
    var parts = [""]
    var rest = Substring(text)
    while !rest.isEmpty {
      if rest.hasPrefix("::") {
        parts.append("")
        rest = rest.dropFirst(2)
      } else {
        parts[parts.count - 1].append(rest.removeFirst())
      }
    }
    return parts
  }

  private static func groups(_ text: String) -> [UInt8]? {
    guard !text.isEmpty else { return [] }
    var bytes: [UInt8] = []
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if index == parts.count - 1, part.contains(".") {
        guard let four = version4(part) else { return nil }
        bytes += four
      } else {
        guard (1...4).contains(part.utf8.count), part.first != "+", part.first != "-",
          let group = UInt16(part, radix: 16)
        else { return nil }
        bytes += [UInt8(group >> 8), UInt8(group & 0xFF)]
      }
    }
    return bytes.count <= 16 ? bytes : nil
  }
}

/// Addresses that begin alike, such as `10.0.0.0/8`.
public struct AddressRange: Hashable, Sendable {
  private let first: IPAddress
  /// Bits that are the same.
  private let bits: Int

  /// Reads `ADDRESS` or `ADDRESS/BITS`.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = parts.first.flatMap({ IPAddress($0) }) else { return nil }
    let most = address.isVersion4 ? 32 : 128
    var bits = most
    if parts.count == 2 {
      guard let given = Int(parts[1]), (0...most).contains(given) else { return nil }
      bits = given
    }
    first = address
    self.bits = address.isVersion4 ? bits + 96 : bits
  }

  public func contains(_ address: IPAddress) -> Bool {
    let whole = bits / 8
    guard first.bytes[..<whole] == address.bytes[..<whole] else { return false }
    guard bits % 8 > 0 else { return true }
    let mask = UInt8(truncatingIfNeeded: 0xFF00 >> (bits % 8))
    return first.bytes[whole] & mask == address.bytes[whole] & mask
  }
}

extension HTTPHead {
  /// The address of whoever asks, as the proxies that are trusted tell it.
  ///
  /// What stands furthest right in `X-Forwarded-For` was written by the nearest proxy; the first
  /// from there that is no proxy of ours is whoever asks, and what stands left of it anybody may
  /// have written.
  func client(behind trusted: [AddressRange]) -> String {
    guard !trusted.isEmpty, HTTPHead.isTrusted(peer, trusted) else { return peer }
    var client = peer
    for part in (fields["x-forwarded-for"] ?? "").split(separator: ",").reversed() {
      let text = String(part).trimmed
      guard IPAddress(text) != nil else { return client }
      client = text
      guard HTTPHead.isTrusted(text, trusted) else { return client }
    }
    return client
  }

  static func isTrusted(_ text: String, _ trusted: [AddressRange]) -> Bool {
    guard let address = IPAddress(text) else { return false }
    return trusted.contains { $0.contains(address) }
  }
}
