/// A piece of running text in the markup of ``Manual``.
enum Inline: Hashable {
  case text(String)
  /// What is typed as it stands.
  case literal(String)
  case stressed(String)
}

/// A block of a page: what both renderers, mdoc and plain text, know how to set.
enum Block: Hashable {
  case paragraph([Inline])
  /// Lines that are shown as they stand.
  case literal([String])
  case heading(String)
  case terms([Term])
  case synopsis([Synopsis])

  struct Term: Hashable {
    var label: Label
    var body: [Inline]
  }

  /// What a term is, which decides how it is set.
  enum Label: Hashable {
    case option(OptionSpecification)
    case argument(String)
    case command(String)
    case variable(String)
    case path(String)
    case number(String)
    /// An option of flash itself, dashes included; they need no long name.
    case leading(String, value: String?, isOptional: Bool)
  }

  /// One way to call a command: its words, then bracketed options and operands.
  struct Synopsis: Hashable {
    var invocation: String
    /// Letters of flags, shown in one bracket.
    var letters: String
    var options: [OptionSpecification]
    var operands: [OperandSpecification]
    /// Stands for options that are too many to list, or for a subcommand.
    var placeholder: String?
  }
}

/// Reads the markup of ``Manual``.
enum Markup {
  /// Paragraphs are parted by blank lines; lines indented by four spaces are literal.
  static func blocks(_ text: String) -> [Block] {
    var blocks: [Block] = []
    var words: [Substring] = []
    var literal: [String] = []
    func close() {
      if !words.isEmpty { blocks.append(.paragraph(inlines(words.joined(separator: " ")))) }
      if !literal.isEmpty { blocks.append(.literal(literal)) }
      words = []
      literal = []
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.allSatisfy({ $0 == " " }) {
        close()
      } else if line.hasPrefix("    ") {
        if !words.isEmpty { close() }
        literal.append(String(line.dropFirst(4)))
      } else {
        if !literal.isEmpty { close() }
        words.append(line)
      }
    }
    close()
    return blocks
  }

  /// `` `literal` `` and `*stressed*`; a mark without its partner stands for itself.
  static func inlines(_ text: String) -> [Inline] {
    var pieces: [Inline] = []
    var plain = ""
    var rest = text[...]
    while let mark = rest.popFirst() {
      guard mark == "`" || mark == "*", let end = rest.firstIndex(of: mark), end > rest.startIndex
      else {
        plain.append(mark)
        continue
      }
      if !plain.isEmpty { pieces.append(.text(plain)) }
      plain = ""
      let inner = String(rest[..<end])
      pieces.append(mark == "`" ? .literal(inner) : .stressed(inner))
      rest = rest[rest.index(after: end)...]
    }
    if !plain.isEmpty { pieces.append(.text(plain)) }
    return pieces
  }
}
