/// Blots secrets out of text that is shown to people who look for faults.
public struct Redaction: Sendable {
  /// Values that are secret wherever they stand.
  private let secrets: [String]

  public init(secrets: [String]) { self.secrets = secrets.filter { $0.utf8.count >= 4 } }

  /// Names whose value is secret, in `name=value`, `name: value` and `"name":"value"`.
  private static let names = [
    "authorization", "cookie", "set-cookie", "password", "passwd", "secret", "token",
    "access_token", "refresh_token", "device_token", "api_key", "idempotency-key",
  ]

  static let blot = "<redacted>"

  /// `text` with every secret value replaced.
  public func applied(to text: String) -> String {
    var text = text
    for secret in secrets { text = Self.replacing(secret, in: text) }
    return Self.values(in: text)
  }

  /// Replaces each occurrence of `secret`; byte for byte, without a regular expression.
  private static func replacing(_ secret: String, in text: String) -> String {
    let needle = Array(secret.utf8)
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index...].starts(with: needle) {
        result += blot.utf8
        index += needle.count
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Blots out what follows a secret name and `=` or `:`.
  private static func values(in text: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      guard let name = word(in: bytes, at: index) else {
        result.append(bytes[index])
        index += 1
        continue
      }
      result += bytes[name]
      index = name.upperBound
      guard isSecret(bytes[name]), let value = value(in: bytes, after: index, of: bytes[name])
      else { continue }
      result += bytes[index..<value.lowerBound]
      result += blot.utf8
      index = value.upperBound
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func word(in bytes: [UInt8], at start: Int) -> Range<Int>? {
    let end = bytes[start...].firstIndex { !isWordByte($0) } ?? bytes.count
    return end > start ? start..<end : nil
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  private static func isSecret(_ word: ArraySlice<UInt8>) -> Bool {
    let name = String(decoding: word, as: UTF8.self).lowercased().drop { $0 == "-" }
    return names.contains(String(name)) || name.hasSuffix("_token") || name.hasSuffix("_password")
  }

  /// The bytes of the value behind a name: up to the quote if it is quoted, the whole line for a
  /// header, else up to a blank or `&`.
  private static func value(
    in bytes: [UInt8], after start: Int, of name: ArraySlice<UInt8>
  ) -> Range<Int>? {
    var index = start
    func skip(_ set: String) {
      while index < bytes.count, set.utf8.contains(bytes[index]) { index += 1 }
    }
    skip("\"'")
    skip(" ")
    guard index < bytes.count, "=:".utf8.contains(bytes[index]) else { return nil }
    let isHeader = bytes[index] == UInt8(ascii: ":")
    index += 1
    skip(" ")
    guard index < bytes.count else { return nil }
    let ends: String
    if "\"'".utf8.contains(bytes[index]) {
      ends = String(decoding: [bytes[index]], as: UTF8.self)
      index += 1
    } else {
      ends = isHeader ? "\r\n" : " &\r\n,"
    }
    let end = bytes[index...].firstIndex { ends.utf8.contains($0) } ?? bytes.count
    return end > index ? index..<end : nil
  }
}
