/// Writes Markdown as the HTML that ``HTMLText`` reads, for programs whose fields are HTML.
///
/// It knows what fields of cards use: emphasis, code, links, pictures, lists, tables, quotations,
/// headings, rules and formulas; everything else is text. Line ends become `<br>`.
public struct MarkdownHTML: Sendable {
  private var out: [UInt8] = []

  /// The HTML of a side.
  public static func html(_ markdown: String) -> String {
    var writer = MarkdownHTML()
    writer.blocks(
      markdown.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0)[...] },
      depth: 0)
    return String(decoding: writer.out, as: UTF8.self)
  }

  /// Deeper lists and quotations are only text.
  private static let maximumDepth = 64

  private mutating func blocks(_ lines: [ArraySlice<UInt8>], depth: Int) {
    var index = 0
    // Lines of text that belong together, and the empty ones before them.
    var paragraph: [UInt8] = []
    var gap = 0
    var unclosedFences: Set<Int> = []
    func end(_ paragraph: inout [UInt8], in writer: inout MarkdownHTML) {
      writer.inline(paragraph[...])
      paragraph = []
    }
    while index < lines.count {
      let start = out.count
      if depth < MarkdownHTML.maximumDepth,
        let next = block(lines, at: index, depth: depth, &unclosedFences)
      {
        let block = Array(out[start...])
        out.removeLast(block.count)
        end(&paragraph, in: &self)
        out.append(contentsOf: block)
        (index, gap) = (next, -1)
        continue
      }
      let line = lines[index].trimmedBlanks
      index += 1
      if line.isEmpty {
        if !paragraph.isEmpty {
          end(&paragraph, in: &self)
          gap = 0
        }
        if gap >= 0 { gap += 1 }
      } else if paragraph.isEmpty {
        // Behind a block, and at the beginning, the line is a new one anyway.
        if gap > 0, !out.isEmpty { for _ in 0...gap { write("<br>") } }
        paragraph = Array(line)
      } else {
        paragraph.append(0x0A)
        paragraph.append(contentsOf: line)
      }
    }
    end(&paragraph, in: &self)
  }

  /// Writes the block that begins at a line.
  /// - Returns: the line after it; nil if none begins there.
  private mutating func block(
    _ lines: [ArraySlice<UInt8>], at index: Int, depth: Int, _ unclosedFences: inout Set<Int>
  ) -> Int? {
    let line = lines[index]
    if line.starts(with: "```".utf8) { return fence(lines, at: index, &unclosedFences) }
    if line.elementsEqual("---".utf8) {
      write("<hr>")
      return index + 1
    }
    if let text = line.after(">") {
      var quoted = [text.after(" ") ?? text]
      var next = index + 1
      while next < lines.count, let text = lines[next].after(">") {
        quoted.append(text.after(" ") ?? text)
        next += 1
      }
      write("<blockquote>")
      blocks(quoted, depth: depth + 1)
      write("</blockquote>")
      return next
    }
    let level = line.prefix { $0 == UInt8(ascii: "#") }.count
    if (1...6).contains(level), let title = line.dropFirst(level).after(" ") {
      write("<h\(level)>")
      inline(title)
      write("</h\(level)>")
      return index + 1
    }
    if MarkdownItem(line) != nil { return list(lines, at: index, depth: depth) }
    return table(lines, at: index)
  }

  private mutating func fence(
    _ lines: [ArraySlice<UInt8>], at index: Int, _ unclosed: inout Set<Int>
  ) -> Int? {
    let ticks = lines[index].prefix { $0 == 0x60 }
    guard !unclosed.contains(ticks.count) else { return nil }
    guard let end = lines[(index + 1)...].firstIndex(where: { $0.elementsEqual(ticks) }) else {
      unclosed.insert(ticks.count)
      return nil
    }
    let isLatex = lines[index].dropFirst(ticks.count).elementsEqual("latex".utf8)
    write(isLatex ? "[latex]" : "<pre>")
    for place in index + 1..<end {
      if place > index + 1 { isLatex ? write("<br>") : out.append(0x0A) }
      escape(lines[place])
    }
    write(isLatex ? "[/latex]" : "</pre>")
    return end + 1
  }

  private mutating func list(_ lines: [ArraySlice<UInt8>], at start: Int, depth: Int) -> Int? {
    guard let first = MarkdownItem(lines[start]) else { return nil }
    write(first.start)
    var index = start
    while index < lines.count, let item = MarkdownItem(lines[index]),
      item.indent == first.indent, item.isNumbered == first.isNumbered
    {
      var content = [item.text]
      index += 1
      // What lies deeper belongs to the item.
      while index < lines.count {
        let depth = lines[index].prefix { $0 == 0x20 }.count
        guard depth > first.indent, depth < lines[index].count else { break }
        content.append(
          lines[index].dropFirst(min(depth, first.indent + (first.isNumbered ? 3 : 2))))
        index += 1
      }
      write("<li>")
      blocks(content, depth: depth + 1)
      write("</li>")
    }
    write(first.isNumbered ? "</ol>" : "</ul>")
    return index
  }

  private mutating func table(_ lines: [ArraySlice<UInt8>], at index: Int) -> Int? {
    guard lines[index].first == UInt8(ascii: "|"), index + 1 < lines.count,
      lines[index + 1].first == UInt8(ascii: "|"),
      lines[index + 1].allSatisfy({ "|-: ".utf8.contains($0) }), lines[index + 1].contains(0x2D)
    else { return nil }
    write("<table>")
    var next = index
    while next < lines.count, lines[next].first == UInt8(ascii: "|") {
      defer { next += 1 }
      guard next != index + 1 else { continue }
      write("<tr>")
      for cell in MarkdownHTML.cells(lines[next]) {
        write(next == index ? "<th>" : "<td>")
        inline(cell)
        write(next == index ? "</th>" : "</td>")
      }
      write("</tr>")
    }
    write("</table>")
    return next
  }

  /// The cells of a row; an escaped pipe is text.
  private static func cells(_ row: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var cells: [[UInt8]] = [[]]
    for byte in row.dropFirst() {
      if byte == UInt8(ascii: "|") {
        if cells[cells.count - 1].last == UInt8(ascii: "\\") {
          cells[cells.count - 1].removeLast()
          cells[cells.count - 1].append(byte)
        } else {
          cells.append([])
        }
      } else {
        cells[cells.count - 1].append(byte)
      }
    }
    return cells.dropLast().map { $0[...].trimmedBlanks }
  }

  private mutating func inline(_ text: ArraySlice<UInt8>) {
    var writer = MarkdownInline()
    writer.write(text, depth: 0)
    out.append(contentsOf: writer.out)
  }

  private mutating func write(_ text: String) { out.append(contentsOf: text.utf8) }

  private mutating func escape(_ text: ArraySlice<UInt8>) {
    MarkdownInline.escape(text, to: &out)
  }
}

/// A line that is an item of a list.
private struct MarkdownItem {
  let indent: Int
  let isNumbered: Bool
  let text: ArraySlice<UInt8>
  /// The tag that begins a list with this item.
  let start: String

  init?(_ line: ArraySlice<UInt8>) {
    indent = line.prefix { $0 == 0x20 }.count
    let rest = line.dropFirst(indent)
    if let text = rest.after("- ") ?? rest.after("* ") {
      self.text = text
      isNumbered = false
      start = "<ul>"
      return
    }
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    guard (1...9).contains(digits.count), let text = rest.dropFirst(digits.count).after(". ") else {
      return nil
    }
    self.text = text
    isNumbered = true
    start = digits.elementsEqual("1".utf8) ? "<ol>" : "<ol start=\"\(digits.string)\">"
  }
}
