/// Reads fields of HTML, as other programs keep their cards, as Markdown.
///
/// Any bytes are read: what is not closed ends at the end, and what can't be a tag is text. Scripts,
/// styles and comments are dropped, unknown tags are dropped around their content, formulas and
/// sounds are kept. Nothing is fetched.
public struct HTMLText: Sendable {
  private var converter = HTMLConverter()

  public init() {}

  /// The Markdown of a field, cleaned.
  public static func markdown(_ html: String) -> String {
    var reader = HTMLText()
    var bytes = Array(html.utf8)
    let range = reader.markdown(0..<bytes.count, of: &bytes)
    return String(decoding: bytes[range], as: UTF8.self)
  }

  /// Writes the Markdown of a range at the end of `bytes`, cleaned; where it is the same, nothing is
  /// written.
  /// - Returns: where the Markdown stands.
  mutating func markdown(_ range: Range<Int>, of bytes: inout [UInt8]) -> Range<Int> {
    guard HTMLText.needsReading(bytes, range) else { return CardText.clean(range, of: &bytes) }
    let markdown = converter.convert(range, of: bytes)
    let start = bytes.count
    bytes.append(contentsOf: markdown)
    return CardText.clean(start..<bytes.count, of: &bytes)
  }

  /// Whether there is anything that HTML or Markdown might give a meaning to.
  private static func needsReading(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    var last: UInt8 = 0
    for index in range {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "<"), UInt8(ascii: "&"), UInt8(ascii: "\\"), UInt8(ascii: "*"),
        UInt8(ascii: "`"), UInt8(ascii: "$"), UInt8(ascii: "_"), UInt8(ascii: "~"),
        UInt8(ascii: "["), 0xC2, 0x09...0x0D:
        return true
      case 0x20 where last == 0x20: return true
      default: last = byte
      }
    }
    return false
  }
}
