/// Adds markup and text of XML to bytes.
struct XMLWriter: Sendable {
  var bytes: [UInt8] = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)

  /// Adds markup as it is.
  mutating func markup(_ markup: String) { bytes += markup.utf8 }

  /// Adds an attribute to the element that was begun.
  mutating func attribute(_ name: String, _ value: String) {
    markup(" \(name)=\"")
    text(value.utf8)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Adds an element that holds text alone.
  mutating func element(_ name: String, _ content: some Sequence<UInt8>) {
    markup("<\(name)>")
    text(content)
    markup("</\(name)>")
  }

  /// Adds text, of element or attribute.
  mutating func text(_ text: some Sequence<UInt8>) {
    for byte in text {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case UInt8(ascii: "\""): bytes += "&quot;".utf8
      default: bytes.append(byte)
      }
    }
  }

  /// Whether XML may hold a text: two characters that mean nothing are refused by every reader of it.
  static func holds(_ text: String) -> Bool {
    !text.unicodeScalars.contains { $0 == "\u{FFFE}" || $0 == "\u{FFFF}" }
  }
}
