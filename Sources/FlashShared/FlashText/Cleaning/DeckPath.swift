/// The path that a deck is titled with, `Spanish::Verbs`, in the one spelling it is kept in.
public struct DeckPath: Hashable, Sendable, CustomStringConvertible {
  /// The parts, outermost first; at least one, none empty.
  public let parts: [String]

  /// Reads a path as a file or a person gives it: each part without white space and `:` around
  /// it and without `"`, an empty part called `blank`. Nil if there is nothing but blanks.
  public init?(_ text: String) {
    let cleaned = CardText.cleaned(text)
    guard !cleaned.isEmpty else { return nil }
    self.init(parts: DeckPath.split(cleaned))
  }

  /// A path of parts that need not be clean; `blank` if there are none.
  public init(parts: [String]) {
    let cleaned = parts.map(DeckPath.part)
    self.parts = cleaned.isEmpty ? ["blank"] : cleaned
  }

  /// The deck's title.
  public var title: String { parts.joined(separator: "::") }

  public var description: String { title }

  /// The topic that the deck belongs to: the first part, where there is more than one.
  public var topic: String? { parts.count > 1 ? parts[0] : nil }

  private static func split(_ text: String) -> [String] {
    var parts: [[UInt8]] = [[]]
    var bytes = Array(text.utf8)[...]
    while let byte = bytes.popFirst() {
      if byte == UInt8(ascii: ":"), bytes.first == byte {
        bytes.removeFirst()
        parts.append([])
      } else {
        parts[parts.count - 1].append(byte)
      }
    }
    return parts.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func part(_ text: String) -> String {
    var bytes = Array(text.utf8)
    bytes.removeAll { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\"") }
    var range = bytes.span.trimmed(0..<bytes.count)
    var before = range
    repeat {
      before = range
      while let first = bytes[range].first, first == UInt8(ascii: ":") {
        range = range.lowerBound + 1..<range.upperBound
      }
      while let last = bytes[range].last, last == UInt8(ascii: ":") {
        range = range.lowerBound..<range.upperBound - 1
      }
      range = bytes.span.trimmed(range)
    } while range != before
    return range.isEmpty
      ? "blank" : CardText.composed(String(decoding: bytes[range], as: UTF8.self))
  }
}
