/// Text with deletions, `{{c1::Paris::city}}`, from which one card a number is made.
///
/// A deletion may belong to several numbers (`{{c1,3::x}}`), may have a hint, and may hold others, ten
/// levels deep. What is not closed, or nested deeper, is text as it stands; so is a stray `}}`.
public struct ClozeText: Hashable, Sendable {
  /// Levels of deletions within deletions.
  public static let maximumDepth = 10
  /// The highest number that makes a card.
  public static let maximumNumber = 500

  let nodes: [ClozeNode]

  public init(_ text: String) {
    var parser = ClozeParser(text)
    nodes = parser.parse()
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
      deletion.numbers.contains(number) ? "[\(deletion.hint ?? "...")]" : content
    }
  }

  /// The answer of card `number`: everything shown, its own deletions in bold. Markdown.
  public func back(of number: Int) -> String {
    ClozeText.render(nodes) { deletion, content in
      deletion.numbers.contains(number) ? ClozeText.bold(content) : content
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
  /// Nil if there is none, or an empty one.
  var hint: String?
}
