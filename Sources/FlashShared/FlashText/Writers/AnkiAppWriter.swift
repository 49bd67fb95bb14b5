/// Writes a deck as XML of AnkiApp: cards with two fields of Markdown.
public struct AnkiAppWriter: Sendable {
  private var xml = XMLWriter()

  /// What was written since the last ``removeAll()``.
  public var bytes: [UInt8] { xml.bytes }

  /// Begins a file.
  public init(deck: String) {
    xml.markup("<deck")
    xml.attribute("name", deck)
    xml.markup(
      """
      >
       <fields>
        <markdown name="Front" sides="10"/>
        <markdown name="Back" sides="01"/>
       </fields>
       <cards>

      """)
  }

  /// Adds a card.
  /// - Parameter front: Markdown, as `back` is.
  /// - Returns: false, with nothing written, if XML can't hold a side.
  public mutating func card(front: String, back: String, tags: AnkiAppTags) -> Bool {
    guard XMLWriter.holds(front), XMLWriter.holds(back) else { return false }
    xml.markup("  <card")
    if !tags.list.isEmpty { xml.attribute("tags", tags.list) }
    xml.markup("><field name=\"Front\">")
    xml.text(front.utf8)
    xml.markup("</field><field name=\"Back\">")
    xml.text(back.utf8)
    xml.markup("</field></card>\n")
    return true
  }

  /// Ends the file.
  public mutating func end() { xml.markup(" </cards>\n</deck>\n") }

  /// Forgets what was written, keeping the memory; call it once it is stored.
  public mutating func removeAll() { xml.bytes.removeAll(keepingCapacity: true) }
}

/// Sub-topics as a list with commas, which become `_` in a name.
public struct AnkiAppTags: Hashable, Sendable {
  public let list: String
  /// The names that will read back differently.
  public let altered: [String]

  /// - Parameter names: in the order they are to stand.
  public init(_ names: [String]) {
    let plain = names.map { name in
      String(name.map { $0 == "," || $0.isNewline ? "_" : $0 })
    }
    list = plain.joined(separator: ",")
    altered = zip(names, plain).filter { $0 != $1 }.map(\.0)
  }
}
