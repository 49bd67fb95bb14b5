import FlashTerminal

/// The Markdown of a card as lines for a terminal: what it says, in simple styles.
///
/// A reader of the few marks that cards use, not of all of Markdown: headings, lists, quotes, rules,
/// fenced code, and within a line bold, italic, code, links and images. What is no mark stays text.
enum CardMarkdown {
  /// The lines of a side, wrapped to `width` columns.
  static func lines(of text: String, width: Int) -> [StyledLine] {
    var lines: [StyledLine] = []
    var isCode = false
    for line in text.printable(.block).split(separator: "\n", omittingEmptySubsequences: false) {
      if line.drop(while: { $0 == " " }).hasPrefix("```") {
        isCode.toggle()
      } else if isCode {
        lines += StyledLine(String(line), .code).wrapped(to: width)
      } else if isRule(line) {
        lines.append(.rule(width: width))
      } else {
        lines += styled(line).wrapped(to: width)
      }
    }
    return lines
  }

  /// What the text says, without marks, one line: to compare with what somebody typed.
  static func plain(_ text: String) -> String {
    lines(of: text, width: .max).map(\.text).joined(separator: " ").split(separator: " ")
      .joined(separator: " ")
  }

  private static func styled(_ line: Substring) -> StyledLine {
    let indent = line.prefix { $0 == " " }
    let rest = line.dropFirst(indent.count)
    let marks = rest.prefix { $0 == "#" }.count
    if (1...6).contains(marks), rest.dropFirst(marks).first == " " {
      return InlineText.styled(rest.dropFirst(marks + 1), .strong)
    }
    if rest.hasPrefix("> ") {
      return StyledLine("\(indent)│ ", .faint) + InlineText.styled(rest.dropFirst(2), .muted)
    }
    if ["- ", "* ", "+ "].contains(where: rest.hasPrefix) {
      return StyledLine("\(indent)• ") + InlineText.styled(rest.dropFirst(2), .plain)
    }
    return StyledLine(String(indent)) + InlineText.styled(rest, .plain)
  }

  /// Three or more of `-`, `*` or `_` and nothing else.
  private static func isRule(_ line: Substring) -> Bool {
    let marks = line.utf8.filter { $0 != UInt8(ascii: " ") }
    guard marks.count >= 3, let first = marks.first, "-*_".utf8.contains(first) else {
      return false
    }
    return marks.allSatisfy { $0 == first }
  }
}
