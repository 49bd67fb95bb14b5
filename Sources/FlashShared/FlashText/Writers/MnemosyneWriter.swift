/// Writes cards as XML of Mnemosyne 1, which later versions import as well: items of HTML with a
/// category, and how well each is known.
public struct MnemosyneWriter: Sendable {
  /// How well an item is known; as made, not at all yet.
  public struct Learning: Sendable {
    /// 0 or 1 forgotten, 2 to 5 remembered.
    public var grade = 0
    /// SM-2's, such as 2.5.
    public var ease = 2.5
    /// Repetitions while it was being learned, and since.
    public var learning = 0
    public var retention = 0
    public var lapses = 0
    /// Days from the start.
    public var last: Int64 = 0
    public var next: Int64 = 0

    public init() {}
  }

  private var xml = XMLWriter()

  /// What was written since the last ``removeAll()``.
  public var bytes: [UInt8] { xml.bytes }

  /// Begins a file.
  /// - Parameters:
  ///   - start: what days are counted from, in seconds since 1970.
  ///   - categories: those that items will name.
  public init(start: Int64, categories: [String]) {
    xml.markup("<mnemosyne core_version=\"1\" time_of_start=\"\(start)\">\n")
    for category in categories {
      xml.markup("<category active=\"1\">")
      xml.element("name", category.utf8)
      xml.markup("</category>\n")
    }
  }

  /// Adds an item.
  /// - Parameters:
  ///   - id: with `.inv` at its end for the reverse of another.
  ///   - front: Markdown, as `back` is.
  ///   - learning: nil for one that was not seen yet.
  /// - Returns: false, with nothing written, if XML can't hold a side.
  public mutating func item(
    id: String, category: String, front: String, back: String, _ learning: Learning?
  ) -> Bool {
    guard XMLWriter.holds(front), XMLWriter.holds(back) else { return false }
    let known = learning ?? Learning()
    xml.markup("<item")
    xml.attribute("id", id)
    if learning == nil { xml.attribute("u", "1") }
    for (name, value) in [
      ("gr", "\(known.grade)"), ("e", "\(known.ease)"), ("ac_rp", "\(known.learning)"),
      ("rt_rp", "\(known.retention)"), ("lps", "\(known.lapses)"), ("ac_rp_l", "0"),
      ("rt_rp_l", "0"), ("l_rp", "\(known.last)"), ("n_rp", "\(known.next)"),
    ] { xml.attribute(name, value) }
    xml.markup(">\n ")
    xml.element("cat", category.utf8)
    xml.markup("\n ")
    xml.element("Q", MarkdownField.html(front))
    xml.markup("\n ")
    xml.element("A", MarkdownField.html(back))
    xml.markup("\n</item>\n")
    return true
  }

  /// Ends the file.
  public mutating func end() { xml.markup("</mnemosyne>\n") }

  /// Forgets what was written, keeping the memory; call it once it is stored.
  public mutating func removeAll() { xml.bytes.removeAll(keepingCapacity: true) }
}
