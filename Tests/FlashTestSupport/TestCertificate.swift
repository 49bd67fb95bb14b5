import FlashCrypto
public import FlashModel

/// A certificate of a test's own, with the key of its owner.
public struct TestCertificate: Sendable {
  /// DER.
  public let bytes: [UInt8]
  public let key: SigningKey
  public let name: String

  /// What a certificate is to say.
  public struct Description: Sendable {
    public var name: String
    /// Whether it may issue others; nil for one that does not say.
    public var isAuthority: Bool?
    /// Extensions that mark what it is for, as dotted numbers.
    public var marks: [String]
    public var from: Timestamp
    public var until: Timestamp

    public init(
      _ name: String, isAuthority: Bool?, marks: [String] = [],
      from: Timestamp = Timestamp(milliseconds: 1_577_836_800_000),
      until: Timestamp = Timestamp(milliseconds: 2_208_988_800_000)
    ) {
      self.name = name
      self.isAuthority = isAuthority
      self.marks = marks
      self.from = from
      self.until = until
    }
  }

  /// - Parameter issuer: nil for one that signs itself.
  public init(
    _ description: Description, issuer: TestCertificate? = nil, key: SigningKey? = nil
  ) throws {
    let key = try key ?? SigningKey(.es256)
    let content = TestDER.sequence(
      TestDER.tagged(0xA0, TestDER.tagged(2, [2])),
      TestDER.tagged(2, [1] + Array(description.name.utf8.prefix(8))),
      TestDER.ecdsaWithSHA256, TestDER.name(issuer?.name ?? description.name),
      TestDER.sequence(TestDER.time(description.from), TestDER.time(description.until)),
      TestDER.name(description.name), key.encoded, Self.extensions(description))
    let signature = try (issuer?.key ?? key).derSignature(of: content)
    bytes = TestDER.sequence(
      content, TestDER.ecdsaWithSHA256, TestDER.tagged(3, [0] + signature))
    self.key = key
    name = description.name
  }

  /// As a file of text.
  public var pem: String {
    "-----BEGIN CERTIFICATE-----\n\(Base64.standard.encode(bytes))\n-----END CERTIFICATE-----\n"
  }

  private static func extensions(_ description: Description) -> [UInt8] {
    var list: [UInt8] = []
    if let isAuthority = description.isAuthority {
      let value = TestDER.sequence(isAuthority ? TestDER.tagged(1, [0xFF]) : [])
      list += TestDER.sequence(
        TestDER.object("2.5.29.19"), TestDER.tagged(1, [0xFF]), TestDER.tagged(4, value))
    }
    for mark in description.marks {
      list += TestDER.sequence(TestDER.object(mark), TestDER.tagged(4, [5, 0]))
    }
    return list.isEmpty ? [] : TestDER.tagged(0xA3, TestDER.sequence(list))
  }
}

/// As much of DER as a certificate needs.
/// - Source: X.690; RFC 5280, 4.1.
private enum TestDER {
  static let ecdsaWithSHA256 = sequence(object("1.2.840.10045.4.3.2"))

  static func sequence(_ parts: [UInt8]...) -> [UInt8] { tagged(0x30, parts.flatMap { $0 }) }

  static func name(_ text: String) -> [UInt8] {
    let common = sequence(object("2.5.4.3"), tagged(12, Array(text.utf8)))
    return sequence(tagged(0x31, common))
  }

  static func time(_ moment: Timestamp) -> [UInt8] {
    // 2020-01-01T00:00:00Z, or with a fraction before the Z.
    let digits = moment.rfc3339.utf8.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "Z") }
      .filter { (48...57).contains($0) }
    return tagged(0x18, digits + [UInt8(ascii: "Z")])
  }

  static func object(_ number: String) -> [UInt8] {
    let parts = number.split(separator: ".").compactMap { UInt($0) }
    var bytes: [UInt8] = []
    for part in [parts[0] * 40 + parts[1]] + parts.dropFirst(2) {
      var digits = [UInt8(part & 127)]
      var rest = part >> 7
      while rest > 0 {
        digits.insert(UInt8(rest & 127) | 128, at: 0)
        rest >>= 7
      }
      bytes += digits
    }
    return tagged(6, bytes)
  }

  static func tagged(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    let count = content.count
    let length: [UInt8] =
      count < 128
      ? [UInt8(count)]
      : count < 256 ? [0x81, UInt8(count)] : [0x82, UInt8(count >> 8), UInt8(count & 255)]
    return [tag] + length + content
  }
}
