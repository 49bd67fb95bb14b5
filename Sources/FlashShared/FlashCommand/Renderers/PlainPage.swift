extension ManualPage {
  /// The page as plain text, for `--help` where there is no manual page to show.
  /// - Parameter width: columns to wrap at; less than 30 counts as 30.
  func plainText(width: Int) -> String {
    var lines = ["NAME"]
    let width = max(30, min(width, 100))
    lines += TextWrap.lines("\(invocation) - \(abstract)", width: width, first: 4, rest: 8)
    for section in sections {
      lines.append("")
      lines.append(section.title)
      var isFirst = true
      for block in section.blocks {
        if case .literal = block {
        } else if !isFirst {
          lines.append("")
        }
        lines += Self.lines(of: block, width: width)
        isFirst = false
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func lines(of block: Block, width: Int) -> [String] {
    switch block {
    case .paragraph(let inlines):
      return TextWrap.lines(plain(inlines), width: width, first: 4, rest: 4)
    case .literal(let texts): return texts.map { "        \($0)" }
    case .heading(let title): return ["  \(title)"]
    case .terms(let terms):
      return terms.flatMap { term in
        ["    \(label(term.label))"]
          + TextWrap.lines(plain(term.body), width: width, first: 10, rest: 10)
      }
    case .synopsis(let synopses):
      return synopses.flatMap { synopsis in
        TextWrap.lines(
          words: [synopsis.invocation] + synopsis.words, width: width, first: 4, rest: 8)
      }
    }
  }

  private static func plain(_ inlines: [Inline]) -> String {
    inlines.map { inline in
      switch inline {
      case .text(let text): text
      case .stressed(let text): text
      case .literal(let code):
        code.hasPrefix("-") || code.hasSuffix(")") ? code : "'\(code)'"
      }
    }.joined()
  }

  private static func label(_ label: Block.Label) -> String {
    switch label {
    case .option(let option):
      guard case .flag(isOnByDefault: false) = option.argument else { return option.label }
      let short = option.short.map { "-\($0), " } ?? ""
      return "\(short)--[no-]\(option.name)"
    case .argument(let text), .command(let text), .variable(let text), .path(let text),
      .number(let text):
      return text
    case .leading(let name, nil, _): return name
    case .leading(let name, let value?, isOptional: true): return "\(name)[=\(value)]"
    case .leading(let name, let value?, isOptional: false):
      return "\(name)\(name.hasPrefix("--") ? "=" : " ")\(value)"
    }
  }
}

/// Breaks running text into lines. Texts of help are ASCII, so a character is a column.
enum TextWrap {
  static func lines(_ text: String, width: Int, first: Int, rest: Int) -> [String] {
    lines(
      words: text.split(separator: " ").map(String.init), width: width, first: first, rest: rest)
  }

  /// - Parameters:
  ///   - first: the indent of the first line.
  ///   - rest: the indent of the others.
  static func lines(words: [String], width: Int, first: Int, rest: Int) -> [String] {
    var lines: [String] = []
    var line = String(repeating: " ", count: first)
    var isEmpty = true
    for word in words {
      if !isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = String(repeating: " ", count: rest)
        isEmpty = true
      }
      line += isEmpty ? word : " \(word)"
      isEmpty = false
    }
    lines.append(line)
    return lines
  }
}
