/// Writes the Markdown of HTML.
///
/// Elements that stand for marks around text, or for lines with marks in front, are open until they
/// end; then what was written since they began is finished in place.
struct HTMLConverter {
  /// An element that has not ended.
  struct Open {
    let element: HTMLElement
    /// Where its text begins in ``out``.
    var start: Int
    /// Of a span: whether it is the deletion that is asked for.
    var isMarked = false
    /// Of a list: how many items it has.
    var count = 0
    /// Of a link.
    var address: [UInt8] = []
  }

  /// Deeper elements than this are only text.
  static let maximumDepth = 256
  /// Lists, and quotations, within one another that are shown as such. Each of their lines begins
  /// with marks for all of them, so that a few bytes would become many.
  static let shownDepth = 16

  var scanner = HTMLScanner()
  /// What was written so far.
  var out: [UInt8] = []
  var open: [Open] = []
  /// The rows of the tables that are open.
  var tables: [[[[UInt8]]]] = []
  /// Where the innermost quotation, cell or preformatted text begins: line ends before it are not its
  /// own.
  var base = 0
  /// The end of the newest list mark, after which no line break belongs.
  var markEnd = -1
  private var hiddenDepth = 0
  var codeDepth = 0
  private var scratch: [UInt8] = []

  /// The Markdown of a range of `source`, not cleaned.
  mutating func convert(_ range: Range<Int>, of source: [UInt8]) -> [UInt8] {
    out.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
    if !tables.isEmpty { tables.removeAll() }
    (base, markEnd, hiddenDepth, codeDepth) = (0, -1, 0, 0)
    scanner.begin(range, of: source)
    while let token = scanner.next() { take(token) }
    close(to: 0)
    return out
  }

  private mutating func take(_ token: HTMLScanner.Token) {
    switch token {
    case .text(let range): if hiddenDepth == 0 { text(range) }
    case .start(let element, let level): if hiddenDepth == 0 { start(element, level: level) }
    case .end(let element): if hiddenDepth == 0 || element.isHiding { end(element) }
    case .math(let formula, let range): if hiddenDepth == 0 { math(formula, range) }
    case .sound(let range):
      guard hiddenDepth == 0 else { return }
      var name: [UInt8] = []
      CharacterReference.appendResolved(range, of: scanner.bytes, to: &name)
      link(name, to: name)
    }
  }

  private mutating func start(_ element: HTMLElement, level: Int) {
    closeImplied(by: element)
    switch element {
    case .lineBreak: lineBreak()
    case .rule:
      breakLine(2)
      out.append(contentsOf: "---\n".utf8)
    case .image:
      if let source = scanner.value(of: "src"), !source.isEmpty {
        out.append(UInt8(ascii: "!"))
        link(scanner.value(of: "alt") ?? [], to: source)
      }
    case .media:
      if let source = scanner.value(of: "src") ?? scanner.value(of: "data"), !source.isEmpty {
        link(source, to: source)
      }
    case .heading:
      breakLine(2)
      push(element)
      out.append(contentsOf: repeatElement(UInt8(ascii: "#"), count: max(1, min(6, level))))
      out.append(0x20)
      markEnd = out.count
    case .bullets, .numbers:
      breakLine(isInList ? 1 : 2)
      push(element)
    case .item: startItem()
    case .preformatted, .quote, .table:
      breakLine(2)
      push(element)
    case .paragraph:
      breakLine(paragraphGap)
      push(element)
    case .block:
      breakLine(1)
      push(element)
    case .row, .cell: if !tables.isEmpty { push(element) } else { breakLine(1) }
    case .sub, .sup:
      out.append(contentsOf: element == .sub ? "<sub>".utf8 : "<sup>".utf8)
      push(element)
    case .rubyText:
      out.append(UInt8(ascii: "["))
      push(element)
    case .strong, .emphasis, .struck, .code, .link, .span, .rubyBracket, .hidden: push(element)
    case .raw: break
    }
  }

  private mutating func end(_ element: HTMLElement) {
    if let place = openPlace(of: element) { return close(to: place) }
    switch element {
    case .paragraph: breakLine(paragraphGap)
    case .block, .item: breakLine(1)
    case .lineBreak: lineBreak()
    default: break
    }
  }

  mutating func push(_ element: HTMLElement) {
    guard open.count < HTMLConverter.maximumDepth else { return }
    var opened = Open(element: element, start: out.count)
    switch element {
    case .span:
      let classes = scanner.value(of: "class") ?? []
      opened.isMarked =
        classes.split(separator: 0x20).contains { $0.elementsEqual("cloze".utf8) }
        && scanner.value(of: "data-cloze") == nil
    case .link: opened.address = scanner.value(of: "href") ?? []
    case .table: tables.append([])
    case .row: tables[tables.count - 1].append([])
    case .code, .preformatted: codeDepth += 1
    case .hidden, .rubyBracket: hiddenDepth += 1
    default: break
    }
    open.append(opened)
    setBase()
  }

  /// Ends all elements from `place` on.
  mutating func close(to place: Int) {
    while open.count > place {
      let closed = open.removeLast()
      if closed.element.isHiding { hiddenDepth -= 1 }
      if closed.element == .code || closed.element == .preformatted { codeDepth -= 1 }
      setBase()
      finish(closed)
    }
  }

  private mutating func setBase() {
    base = open.last { $0.element.isRoom }?.start ?? 0
  }
}

// MARK: - Text and lines

extension HTMLConverter {
  /// Adds text, its white space folded and what Markdown would take for marks escaped.
  private mutating func text(_ range: Range<Int>) {
    scratch.removeAll(keepingCapacity: true)
    CharacterReference.appendResolved(range, of: scanner.bytes, to: &scratch)
    if open.contains(where: { $0.element == .preformatted }) {
      return out.append(contentsOf: scratch)
    }
    var escaper = MarkdownEscaper(isCode: codeDepth > 0)
    var index = 0
    var hasBlank = false
    while index < scratch.count {
      let byte = scratch[index]
      let isWideBlank = byte == 0xC2 && index + 1 < scratch.count && scratch[index + 1] == 0xA0
      if byte.isHTMLBlank || isWideBlank {
        hasBlank = true
        index += isWideBlank ? 2 : 1
        continue
      }
      if hasBlank { blank() }
      hasBlank = false
      let end = escaper.plainEnd(of: scratch.span, from: index)
      guard end == index else {
        out.append(contentsOf: scratch[index..<end])
        index = end
        continue
      }
      index = escaper.append(scratch, at: index, to: &out)
    }
    if hasBlank { blank() }
  }

  /// Adds a blank, unless there is one or the line is empty.
  private mutating func blank() {
    guard out.count > base, let last = out.last, last != 0x20, last != 0x0A else { return }
    out.append(0x20)
  }

  private mutating func math(_ formula: HTMLFormula, _ range: Range<Int>) {
    guard formula == .latex else {
      out.append(contentsOf: formula.mark)
      HTMLFormula.append(range, of: scanner.bytes, to: &out)
      return out.append(contentsOf: formula.mark)
    }
    breakLine(1)
    out.append(contentsOf: "```latex\n".utf8)
    HTMLFormula.append(range, of: scanner.bytes, to: &out)
    out.append(contentsOf: "\n```\n".utf8)
  }

  /// Goes on in a line of its own, after `count - 1` empty ones; at the beginning, and after a list
  /// mark, that is where it is.
  mutating func breakLine(_ count: Int) {
    guard out.count != markEnd else { return }
    while out.count > base, out[out.count - 1] == 0x20 { out.removeLast() }
    var end = out.count
    while end > base, out[end - 1] == 0x0A { end -= 1 }
    let present = out.count - end
    if end == base {
      out.removeLast(present)
    } else if present < count {
      clampStarts()
      out.append(contentsOf: repeatElement(0x0A, count: count - present))
    }
    clampStarts()
  }

  private mutating func lineBreak() {
    guard out.count != markEnd else { return }
    while out.count > base, out[out.count - 1] == 0x20 { out.removeLast() }
    clampStarts()
    guard out.count > base else { return }
    // A slice to compare would be alive when the text grows, and have it copied.
    let end = out.count
    if end > base + 1, out[end - 1] == 0x0A, out[end - 2] == 0x0A { return }
    out.append(0x0A)
  }

  /// Keeps the beginnings of open elements within what is written, after blanks were taken back.
  private mutating func clampStarts() {
    var place = open.count - 1
    while place >= 0, open[place].start > out.count {
      open[place].start = out.count
      place -= 1
    }
  }
}

extension HTMLElement {
  /// Whether line ends before it are not its own.
  fileprivate var isRoom: Bool { self == .quote || self == .cell || self == .preformatted }

  fileprivate var isHiding: Bool { self == .hidden || self == .rubyBracket }
}
