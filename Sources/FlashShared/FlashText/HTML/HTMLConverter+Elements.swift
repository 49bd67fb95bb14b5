extension HTMLConverter {
  /// Whether a list is open around this place.
  var isInList: Bool {
    open.contains { $0.element == .bullets || $0.element == .numbers }
  }

  /// Paragraphs in a list stand close together, so that the list stays one.
  var paragraphGap: Int { isInList ? 1 : 2 }

  /// Where the element stands among the open ones that an end tag means; nil if none is open here. A
  /// cell of a table keeps what is in it.
  func openPlace(of element: HTMLElement) -> Int? {
    let leavesCells = element == .cell || element == .row || element == .table
    for place in open.indices.reversed() {
      if open[place].element == element { return place }
      if open[place].element == .cell, !leavesCells { return nil }
      if open[place].element == .table { return nil }
    }
    return nil
  }

  /// Ends what can't go on when `element` begins: an item the one before it, and so on.
  mutating func closeImplied(by element: HTMLElement) {
    let closed: Set<HTMLElement>
    let bounds: Set<HTMLElement>
    switch element {
    case .item: (closed, bounds) = ([.item], [.bullets, .numbers, .cell])
    case .paragraph:
      (closed, bounds) = ([.paragraph], [.item, .quote, .cell, .bullets, .numbers])
    case .cell: (closed, bounds) = ([.cell], [.table, .row])
    case .row: (closed, bounds) = ([.row, .cell], [.table])
    case .rubyText, .rubyBracket:
      (closed, bounds) = ([.rubyText, .rubyBracket], [.cell, .item, .paragraph])
    default: return
    }
    var outermost: Int?
    for place in open.indices.reversed() {
      if closed.contains(open[place].element) { outermost = place }
      if bounds.contains(open[place].element) { break }
    }
    if let outermost { close(to: outermost) }
  }

  mutating func startItem() {
    breakLine(1)
    var indent = 0
    var lists = 0
    var list: Int?
    for place in open.indices {
      guard open[place].element == .bullets || open[place].element == .numbers else { continue }
      if let list, lists < HTMLConverter.shownDepth {
        indent += open[list].element == .bullets ? 2 : 3
      }
      lists += 1
      list = place
    }
    // Such a text is refused, however long it is.
    if out.count > TextLimits.side { indent = 0 }
    out.append(contentsOf: repeatElement(0x20, count: indent))
    if let list, open[list].element == .numbers {
      open[list].count += 1
      out.append(contentsOf: "\(open[list].count). ".utf8)
    } else {
      out.append(contentsOf: "- ".utf8)
    }
    markEnd = out.count
    push(.item)
  }

  /// Finishes the text of an element that has ended.
  mutating func finish(_ closed: Open) {
    switch closed.element {
    case .strong, .emphasis, .struck:
      if let mark = closed.element.mark { emphasise(from: closed.start, mark) }
    case .span: if closed.isMarked { emphasise(from: closed.start, [0x2A, 0x2A]) }
    case .code: finishCode(from: closed.start)
    case .preformatted: finishPreformatted(from: closed.start)
    case .sub: out.append(contentsOf: "</sub>".utf8)
    case .sup: out.append(contentsOf: "</sup>".utf8)
    case .rubyText: out.append(UInt8(ascii: "]"))
    case .link:
      guard !closed.address.isEmpty, closed.address != [UInt8(ascii: "#")],
        !HTMLConverter.isScript(closed.address)
      else { return }
      let text = Array(out[closed.start...])
      out.removeSubrange(closed.start...)
      link(text, to: closed.address)
    case .quote:
      let quotes = open.count { $0.element == .quote }
      guard quotes < HTMLConverter.shownDepth, out.count <= TextLimits.side else {
        return breakLine(2)
      }
      let text = taken(from: closed.start)
      for (place, line) in text.split(separator: 0x0A, omittingEmptySubsequences: false)
        .enumerated()
      {
        if place > 0 { out.append(0x0A) }
        out.append(contentsOf: line.isEmpty ? ">".utf8 : "> ".utf8)
        out.append(contentsOf: line)
      }
      breakLine(2)
    case .cell:
      let cell = HTMLConverter.cell(taken(from: closed.start))
      let table = tables.count - 1
      if tables[table].isEmpty { tables[table].append([]) }
      tables[table][tables[table].count - 1].append(cell)
    case .table: finishTable()
    case .bullets, .numbers: breakLine(isInList ? 1 : 2)
    case .heading: breakLine(2)
    case .paragraph: breakLine(paragraphGap)
    case .block, .item: breakLine(1)
    case .lineBreak, .rule, .image, .media, .row, .rubyBracket, .hidden, .raw: break
    }
  }

  /// What was written since `start`, without line ends around it; it is taken back.
  private mutating func taken(from start: Int) -> ArraySlice<UInt8> {
    let text = out[start...].drop { $0 == 0x0A }
    out.removeSubrange(start...)
    var end = text.endIndex
    while end > text.startIndex, text[end - 1] == 0x0A || text[end - 1] == 0x20 { end -= 1 }
    return text[..<end]
  }

  /// Adds a link, or the end of a picture.
  mutating func link(_ text: [UInt8], to address: [UInt8]) {
    out.append(UInt8(ascii: "["))
    out.append(contentsOf: text)
    out.append(contentsOf: "](".utf8)
    out.append(contentsOf: MarkdownEscaper.destination(address))
    out.append(UInt8(ascii: ")"))
  }

  /// Puts marks around the text since `start`; blanks stay outside, and text that has them keeps
  /// them single.
  private mutating func emphasise(from start: Int, _ mark: [UInt8]) {
    guard codeDepth == 0, !open.contains(where: { $0.mark == mark }) else { return }
    var lower = start
    var upper = out.count
    while lower < upper, out[lower].isHTMLBlank { lower += 1 }
    while upper > lower, out[upper - 1].isHTMLBlank { upper -= 1 }
    guard lower < upper else { return }
    out.insert(contentsOf: mark, at: upper)
    out.insert(contentsOf: mark, at: lower)
  }

  private mutating func finishCode(from start: Int) {
    // Within preformatted text its marks would be text.
    guard codeDepth == 0 else { return }
    let text = Array(taken(from: start).drop { $0.isHTMLBlank })
    guard !text.isEmpty else { return }
    let ticks = [UInt8](repeating: 0x60, count: MarkdownEscaper.longestRun(of: 0x60, in: text) + 1)
    out.append(contentsOf: ticks)
    if ticks.count > 1 { out.append(0x20) }
    out.append(contentsOf: text)
    if ticks.count > 1 { out.append(0x20) }
    out.append(contentsOf: ticks)
  }

  private mutating func finishPreformatted(from start: Int) {
    let text = Array(taken(from: start))
    let longest = MarkdownEscaper.longestRun(of: 0x60, in: text)
    let fence = [UInt8](repeating: 0x60, count: max(3, longest + 1))
    out.append(contentsOf: fence)
    out.append(0x0A)
    out.append(contentsOf: text)
    out.append(0x0A)
    out.append(contentsOf: fence)
    out.append(0x0A)
  }

  /// A cell of a table: one line, its pipes escaped.
  private static func cell(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var cell: [UInt8] = []
    var hasBlank = false
    for byte in text {
      if byte.isHTMLBlank {
        hasBlank = !cell.isEmpty
        continue
      }
      if hasBlank { cell.append(0x20) }
      hasBlank = false
      if byte == UInt8(ascii: "|") { cell.append(UInt8(ascii: "\\")) }
      cell.append(byte)
    }
    return cell
  }

  private mutating func finishTable() {
    let rows = tables.removeLast().filter { !$0.isEmpty }
    guard let first = rows.first else { return }
    let columns = rows.map(\.count).max() ?? 0
    func append(_ row: [[UInt8]]) {
      out.append(UInt8(ascii: "|"))
      for column in 0..<columns {
        out.append(0x20)
        if column < row.count { out.append(contentsOf: row[column]) }
        out.append(contentsOf: " |".utf8)
      }
    }
    append(first)
    out.append(contentsOf: "\n|".utf8)
    for _ in 0..<columns { out.append(contentsOf: " --- |".utf8) }
    for row in rows.dropFirst() {
      out.append(0x0A)
      append(row)
    }
    breakLine(2)
  }

  /// Whether an address is a program.
  private static func isScript(_ address: [UInt8]) -> Bool {
    let plain = address.filter { $0 > 0x20 }.prefix(11).map { $0 | 0x20 }
    return plain.starts(with: "javascript:".utf8) || plain.starts(with: "vbscript:".utf8)
  }
}

extension HTMLConverter.Open {
  /// The marks it will get.
  fileprivate var mark: [UInt8]? { isMarked ? [0x2A, 0x2A] : element.mark }
}
