import FlashText

/// The text of an element while it is read, and the markup in it as HTML.
struct XMLText {
  private(set) var bytes: [UInt8] = []
  /// Whether there was more than a record may have; what came after it was dropped.
  private(set) var isTooLong = false

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    isTooLong = false
  }

  /// What has come, which it forgets.
  mutating func take() -> [UInt8] {
    defer { removeAll() }
    return bytes
  }

  mutating func append(_ text: ArraySlice<UInt8>) {
    guard bytes.count + text.count <= TextLimits.record else { return isTooLong = true }
    bytes.append(contentsOf: text)
  }

  mutating func append(_ text: String) { append(Array(text.utf8)[...]) }

  /// An element's start, as HTML writes it.
  mutating func appendStart(_ element: XMLElement) {
    append("<\(element.name)")
    for (name, value) in element.all {
      append(" \(name)=\"")
      append(Array(XMLText.quoted(value))[...])
      append("\"")
    }
    append(">")
  }

  /// An element's end. Elements that HTML knows as empty have none.
  mutating func appendEnd(_ name: String) {
    if !["br", "hr", "img", "wbr"].contains(name.lowercased()) { append("</\(name)>") }
  }

  private static func quoted(_ value: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    for byte in value {
      switch byte {
      case UInt8(ascii: "&"): bytes.append(contentsOf: "&amp;".utf8)
      case UInt8(ascii: "\""): bytes.append(contentsOf: "&quot;".utf8)
      default: bytes.append(byte)
      }
    }
    return bytes
  }
}
