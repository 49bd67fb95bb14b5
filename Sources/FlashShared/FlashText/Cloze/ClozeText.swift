/// Text with deletions, `{{c1::Paris::city}}`, from which one card a number is made.
///
/// A deletion may belong to several numbers (`{{c1,3::x}}`), may have a hint, and may hold others, ten
/// levels deep. The first `}}` ends it; text that ends with a brace is written `{{c1::x}::...}}`. Text that
/// follows a line of `---` stands on the backs only. What is not closed, or nested deeper, is text as it
/// stands; so is a stray `}}`.
public struct ClozeText: Hashable, Sendable {
  /// Levels of deletions within deletions.
  public static let maximumDepth = 10
  /// The highest number that makes a card.
  public static let maximumNumber = 500
  /// What stands for a deletion without a hint; as a hint, it is none.
  static let noHint = "..."

  let nodes: [ClozeNode]
  /// What stands on the back only: in the text, it follows the last line that is `---`.
  let extra: String

  public init(_ text: String) {
    let (main, extra) = ClozeText.split(text)
    var parser = ClozeParser(main)
    nodes = parser.parse()
    self.extra = extra
  }

  /// Cloze text of parts that another notation has.
  init(nodes: [ClozeNode], extra: String = "") {
    self.nodes = nodes
    self.extra = extra
  }

  /// The text in the notation that is read here.
  var source: String {
    let main = ClozeText.source(nodes)
    return extra.isEmpty ? main : main + "\n\n---\n\n" + extra
  }

  private static func source(_ nodes: [ClozeNode]) -> String {
    nodes.map { node in
      switch node {
      case .text(let text): text
      case .deletion(let deletion):
        "{{c" + deletion.numbers.map { String($0) }.joined(separator: ",") + "::"
          + source(deletion.content) + (hint(of: deletion).map { "::" + $0 } ?? "") + "}}"
      }
    }.joined()
  }

  /// The hint to write. Of three braces the first two end a deletion: text that ends with one has the
  /// hint that is shown anyway between it and the end.
  private static func hint(of deletion: ClozeDeletion) -> String? {
    guard deletion.hint == nil, case .text(let text)? = deletion.content.last,
      text.utf8.last == UInt8(ascii: "}")
    else { return deletion.hint }
    return noHint
  }

  /// The parts of a text: what has deletions, and what stands on the backs only.
  static func split(_ text: String) -> (main: String, extra: String) {
    guard let rule = lastRule(in: text.utf8Span.span) else { return (text, "") }
    let bytes = Array(text.utf8)
    func cleaned(_ part: ArraySlice<UInt8>) -> String {
      CardText.cleaned(String(decoding: part, as: UTF8.self))
    }
    let extra = cleaned(bytes[(rule + 3)...])
    // With deletions behind it, or nothing, the line is only a line.
    guard !extra.isEmpty, Array(extra.utf8)[...].firstRange(of: "{{c") == nil else {
      return (text, "")
    }
    return (cleaned(bytes[..<rule]), extra)
  }

  /// Where the last line that is `---` begins, but for the first line.
  private static func lastRule(in bytes: Span<UInt8>) -> Int? {
    var rule: Int?
    var start = 0
    while let end = bytes.first(0x0A, from: start) {
      start = end + 1
      guard start + 3 <= bytes.count, start + 3 == bytes.count || bytes[start + 3] == 0x0A,
        (start..<start + 3).allSatisfy({ bytes[$0] == UInt8(ascii: "-") })
      else { continue }
      rule = start
    }
    return rule
  }

  /// The numbers that make a card, in ascending order; 0 never does.
  public var numbers: [Int] {
    var found: Set<Int> = []
    func collect(_ nodes: [ClozeNode]) {
      for case .deletion(let deletion) in nodes {
        found.formUnion(deletion.numbers)
        collect(deletion.content)
      }
    }
    collect(nodes)
    return found.filter { (1...ClozeText.maximumNumber).contains($0) }.sorted()
  }

  /// The question of card `number`: its deletions hidden behind their hint or `[...]`, all others
  /// shown. Markdown.
  public func front(of number: Int) -> String {
    ClozeText.render(nodes) { deletion, content in
      deletion.numbers.contains(number) ? "[\(deletion.hint ?? ClozeText.noHint)]" : content
    }
  }

  /// The answer of card `number`: everything shown, its own deletions in bold. Markdown.
  public func back(of number: Int) -> String {
    let text = ClozeText.render(nodes) { deletion, content in
      deletion.numbers.contains(number) ? ClozeText.bold(content) : content
    }
    return extra.isEmpty ? text : CardText.cleaned(text) + "\n\n" + extra
  }

  /// The answer of card `number` as Anki shows it, its own deletions in an element of their own. HTML.
  func htmlBack(of number: Int) -> String {
    ClozeText.render(nodes) { deletion, content in
      deletion.numbers.contains(number) ? "<span class=\"cloze\">\(content)</span>" : content
    }
  }

  private static func render(
    _ nodes: [ClozeNode], _ show: (ClozeDeletion, String) -> String
  ) -> String {
    var text = ""
    for node in nodes {
      switch node {
      case .text(let literal): text += literal
      case .deletion(let deletion): text += show(deletion, render(deletion.content, show))
      }
    }
    return text
  }

  /// `**x**`, with blanks moved outside, where Markdown wants them; nothing around nothing.
  private static func bold(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let inner = bytes.span.trimmed(0..<bytes.count)
    guard !inner.isEmpty else { return text }
    func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    return string(0..<inner.lowerBound) + "**\(string(inner))**"
      + string(inner.upperBound..<bytes.count)
  }
}

/// A piece of cloze text.
enum ClozeNode: Hashable, Sendable {
  case text(String)
  indirect case deletion(ClozeDeletion)
}

/// A deletion: the cards it is hidden on, and what is hidden.
struct ClozeDeletion: Hashable, Sendable {
  var numbers: [Int]
  var content: [ClozeNode]
  /// Nil if there is none, an empty one, or ``ClozeText/noHint``.
  var hint: String?
}
