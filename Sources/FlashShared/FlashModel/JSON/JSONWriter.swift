/// Writes compact JSON as UTF-8 bytes, without building a tree first.
///
/// The caller keeps objects and arrays balanced; commas are put in here.
public struct JSONWriter: Sendable {
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false

  public init() {}

  /// Takes what was written so far and starts anew, keeping the memory.
  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  public mutating func beginObject() { open(UInt8(ascii: "{")) }
  public mutating func endObject() { close(UInt8(ascii: "}")) }
  public mutating func beginArray() { open(UInt8(ascii: "[")) }
  public mutating func endArray() { close(UInt8(ascii: "]")) }

  /// Ends a line of JSON Lines.
  public mutating func newline() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  /// The key of the member that is written next.
  public mutating func key(_ key: String) {
    separate()
    quote(key)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// The key of the member that is written next, from its JSON text: quotes and escapes included.
  ///
  /// For lists, in which each row has the same keys.
  public mutating func key(json key: [UInt8]) {
    separate()
    bytes.append(contentsOf: key)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// A moment in RFC 3339, in UTC.
  public mutating func value(_ value: Timestamp) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    value.appendRFC3339(to: &bytes)
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  public mutating func value<Entity>(_ value: Identifier<Entity>) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    value.append(to: &bytes)
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  public mutating func value(_ value: String) {
    separate()
    quote(value)
    needsComma = true
  }

  public mutating func value(_ value: Int64) {
    separate()
    append(value)
    needsComma = true
  }

  public mutating func value(_ value: Int) { self.value(Int64(value)) }

  /// The shortest decimal that reads back to the same number; what is not finite becomes null.
  public mutating func value(_ value: Double) {
    guard value.isFinite else { return null() }
    separate()
    bytes.append(contentsOf: value.description.utf8)
    needsComma = true
  }

  public mutating func value(_ value: Bool) {
    separate()
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
    needsComma = true
  }

  public mutating func null() {
    separate()
    bytes.append(contentsOf: "null".utf8)
    needsComma = true
  }

  public mutating func value(_ value: String?) {
    if let value { self.value(value) } else { null() }
  }
  public mutating func value(_ value: Int64?) { if let value { self.value(value) } else { null() } }
  public mutating func value(_ value: Int?) { if let value { self.value(value) } else { null() } }
  public mutating func value(_ value: Double?) {
    if let value { self.value(value) } else { null() }
  }
  public mutating func value(_ value: Bool?) { if let value { self.value(value) } else { null() } }

  public mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let bool): self.value(bool)
    case .integer(let integer): self.value(integer)
    case .double(let double): self.value(double)
    case .string(let string): self.value(string)
    case .array(let elements):
      beginArray()
      for element in elements { self.value(element) }
      endArray()
    case .object(let members):
      beginObject()
      for member in members {
        key(member.key)
        self.value(member.value)
      }
      endObject()
    }
  }

  /// Puts in JSON text made elsewhere, as it stands.
  public mutating func raw(_ json: [UInt8]) {
    separate()
    bytes.append(contentsOf: json)
    needsComma = true
  }

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func append(_ value: Int64) {
    var magnitude = value.magnitude
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    let start = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude % 10))
      magnitude /= 10
    } while magnitude > 0
    bytes[start...].reverse()
  }

  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    let start = bytes.count
    bytes.append(contentsOf: text.utf8)
    // Most text needs no escape: it is copied whole, and only then looked at.
    if bytes[start...].contains(where: JSONWriter.needsEscape) { escape(from: start) }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
  }

  private mutating func escape(from start: Int) {
    let plain = Array(bytes[start...])
    bytes.removeSubrange(start...)
    for byte in plain {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0x0A: bytes.append(contentsOf: "\\n".utf8)
      case 0x0D: bytes.append(contentsOf: "\\r".utf8)
      case 0x09: bytes.append(contentsOf: "\\t".utf8)
      case 0..<0x20, 0x7F:
        bytes.append(contentsOf: "\\u00".utf8)
        for nibble in [byte >> 4, byte & 15] {
          bytes.append(nibble < 10 ? 48 + nibble : 87 + nibble)
        }
      default: bytes.append(byte)
      }
    }
  }
}
