/// What the parser meets: an element's start, its end, or text between them.
struct XMLEvent {
  enum Kind: UInt8 { case start, end, text }

  let kind: Kind
  /// Of the element, among ``XMLEvents/names``; 0 for text.
  let name: Int32
  /// The physical line it stands at, from 1.
  let line: Int
  /// Of a start: its attributes; of text: its bytes.
  var range: Range<Int>
}

/// An attribute of an element.
struct XMLAttribute {
  let name: Int32
  let value: Range<Int>
}

/// The events of one piece of a document, with the bytes they point into.
///
/// Good until the next piece is read.
final class XMLEvents {
  /// Values of attributes and text, decoded, UTF-8.
  var bytes: [UInt8] = []
  var list: [XMLEvent] = []
  var attributes: [XMLAttribute] = []
  /// Of all elements and attributes so far; the first is no name.
  var names = [""]

  func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    list.removeAll(keepingCapacity: true)
    attributes.removeAll(keepingCapacity: true)
  }
}

/// The start of an element, as a format sees it. Good until the next piece is read.
struct XMLElement {
  let name: String
  let line: Int
  /// 1 for the root.
  let depth: Int
  private let attributes: Range<Int>
  private let events: XMLEvents

  init(_ event: XMLEvent, depth: Int, in events: XMLEvents) {
    name = events.names[Int(event.name)]
    line = event.line
    self.depth = depth
    attributes = event.range
    self.events = events
  }

  /// The bytes of an attribute's value; nil if there is no such attribute.
  func bytes(_ name: String) -> ArraySlice<UInt8>? {
    for attribute in events.attributes[attributes] where events.names[Int(attribute.name)] == name {
      return events.bytes[attribute.value]
    }
    return nil
  }

  /// An attribute's value; nil if there is no such attribute.
  func text(_ name: String) -> String? { bytes(name).map { String(decoding: $0, as: UTF8.self) } }

  /// An attribute's value as a whole number; nil if it is none.
  func integer(_ name: String) -> Int? { text(name).flatMap { Int($0) } }

  /// Each attribute with its value.
  var all: [(name: String, value: ArraySlice<UInt8>)] {
    events.attributes[attributes].map { (events.names[Int($0.name)], events.bytes[$0.value]) }
  }
}
