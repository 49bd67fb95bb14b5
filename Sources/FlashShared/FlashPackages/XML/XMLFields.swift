import FlashText

/// The text of a few elements that a format looks for, each by its name, while a record is read.
struct XMLFields {
  /// What an element says, without the markup in it.
  private(set) var values: [String: [UInt8]] = [:]
  /// Whether an element held more than a record may have.
  private(set) var isTooLong = false
  private var open: (name: String, depth: Int)?
  private var text = XMLText()

  /// Whether an element is being read.
  var isOpen: Bool { open != nil }

  /// Forgets all values.
  mutating func removeAll() {
    values.removeAll(keepingCapacity: true)
    isTooLong = false
  }

  /// Begins to read an element's text; of elements within another, the outer one is read.
  mutating func begin(_ element: XMLElement) {
    guard open == nil else { return }
    open = (element.name, element.depth)
    text.removeAll()
  }

  mutating func append(_ bytes: ArraySlice<UInt8>) {
    if open != nil { text.append(bytes) }
  }

  /// Ends the element that was begun, if this is its end; of equal names the first stays.
  mutating func end(depth: Int) {
    guard let ended = open, ended.depth == depth else { return }
    open = nil
    isTooLong = isTooLong || text.isTooLong
    let bytes = text.take()
    if values[ended.name] == nil { values[ended.name] = bytes }
  }

  /// The value of an element; empty if there was none.
  func bytes(_ name: String) -> ArraySlice<UInt8> { (values[name] ?? [])[...] }

  /// The value of an element, cleaned; nil if it is empty or there was none.
  func text(_ name: String) -> String? {
    guard let bytes = values[name] else { return nil }
    let text = CardText.cleaned(String(decoding: bytes, as: UTF8.self))
    return text.isEmpty ? nil : text
  }

  /// The path of a deck of such names, none of which is taken apart.
  static func path(_ names: [String]) -> String {
    let parts = names.map { name in
      name.split(separator: ":").joined(separator: ":")
    }
    return DeckPath(parts: parts).title
  }
}
