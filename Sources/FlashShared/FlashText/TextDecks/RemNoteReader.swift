/// Reads RemNote's Markdown: bullets with `>>` (forward), `<<` (backward), `<>` and `::` (both),
/// `;;` (forward, with the parent as context) or `{{text}}` (cloze). The deck is the outermost
/// bullet above.
public struct RemNoteReader: LineReader {
  private struct Bullet {
    let indent: Int
    /// Its text, or its front.
    let text: ArraySlice<UInt8>
  }

  var feed: LineFeed
  private var open: [Bullet] = []

  public init(_ encoding: DetectedEncoding = DetectedEncoding(.utf8)) { feed = LineFeed(encoding) }

  /// A bullet is a card as soon as it is read.
  mutating func end(into batch: inout DraftBatch) {}

  mutating func take(_ line: Line, into batch: inout DraftBatch) {
    let indent = line.text.prefix { $0 == 0x20 || $0 == 0x09 }.reduce(0) {
      $0 + ($1 == 0x09 ? 4 : 1)
    }
    guard let text = line.trimmed.after("- ") ?? line.trimmed.after("* ") else { return }
    while let last = open.last, last.indent >= indent { open.removeLast() }
    var draft = CardDraft(line: line.number, front: 0..<0, back: 0..<0)
    if let outermost = open.first { draft.deck = batch.append(cleaned: outermost.text) }
    let mark = RemNoteMark.first(in: text)
    // Anything deeper than people nest is text of the deepest.
    if open.count < 256 {
      open.append(Bullet(indent: indent, text: mark.map { $0.left } ?? text))
    }
    guard let mark else {
      let cloze = BraceCloze.read(text)
      if !cloze.numbers.isEmpty { batch.add(cloze, as: draft) }
      return
    }
    let parent = open.count > 1 ? open[open.count - 2].text : []
    draft.front = batch.append(cleaned: mark.direction == .backward ? mark.right : mark.left)
    draft.back = batch.append(cleaned: mark.direction == .backward ? mark.left : mark.right)
    switch mark.direction {
    case .forward, .backward: batch.add(draft)
    case .both: batch.addBothWays(draft)
    case .described:
      if !parent.isEmpty {
        draft.front = batch.append(cleaned: Array(parent) + Array(" > ".utf8) + Array(mark.left))
      }
      batch.add(draft)
    }
  }
}

/// The mark that parts a bullet's sides.
private struct RemNoteMark {
  enum Direction {
    case forward
    case backward
    case both
    case described
  }

  let direction: Direction
  let left: ArraySlice<UInt8>
  let right: ArraySlice<UInt8>

  private static let marks: [(String, Direction)] = [
    (">>", .forward), ("<<", .backward), ("<>", .both), ("::", .both), (";;", .described),
  ]

  static func first(in text: ArraySlice<UInt8>) -> RemNoteMark? {
    var best: (Range<Int>, Direction)?
    for (mark, direction) in marks {
      guard let found = text.firstRange(of: " \(mark)"), found.lowerBound > text.startIndex,
        found.upperBound == text.endIndex || text[found.upperBound] == 0x20
      else { continue }
      if best.map({ found.lowerBound < $0.0.lowerBound }) ?? true { best = (found, direction) }
    }
    return best.map {
      RemNoteMark(
        direction: $0.1, left: text[..<$0.0.lowerBound].trimmedBlanks,
        right: text[$0.0.upperBound...].trimmedBlanks)
    }
  }
}

/// Cloze text whose deletions are `{{text}}`, one card each.
enum BraceCloze {
  static func read(_ text: ArraySlice<UInt8>) -> ClozeText {
    var nodes: [ClozeNode] = []
    var plain = text.startIndex
    var number = 0
    while let open = text.firstRange(of: "{{", from: plain),
      let close = text.firstRange(of: "}}", from: open.upperBound)
    {
      if plain < open.lowerBound { nodes.append(.text(text[plain..<open.lowerBound].string)) }
      number += 1
      nodes.append(
        .deletion(
          ClozeDeletion(
            numbers: [number], content: [.text(text[open.upperBound..<close.lowerBound].string)],
            hint: nil)))
      plain = close.upperBound
    }
    if plain < text.endIndex { nodes.append(.text(text[plain...].string)) }
    return ClozeText(nodes: nodes)
  }
}
