extension MdocWriter {
  /// Running text: each sentence on its own line, each marked piece on a macro line that takes the
  /// punctuation around it along.
  mutating func running(_ inlines: [Inline]) {
    var pieces = inlines[...]
    var carried = ""
    while let piece = pieces.popFirst() {
      guard case .text(let words) = piece else {
        var after = ""
        if case .text(let next)? = pieces.first {
          after = next
          pieces = pieces.dropFirst()
        }
        let rest = marked(piece, before: carried, after: after)
        carried = sentences(rest, keepingTail: !pieces.isEmpty)
        continue
      }
      carried = sentences(carried + words, keepingTail: !pieces.isEmpty)
    }
    _ = sentences(carried, keepingTail: false)
  }

  /// Writes `text`; gives back the glued end that the next marked piece must take along.
  private mutating func sentences(_ text: String, keepingTail: Bool) -> String {
    var words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    var tail = ""
    if keepingTail, let last = words.last, text.last?.isWhitespace == false {
      tail = last
      words.removeLast()
    }
    var line = ""
    for word in words {
      line += line.isEmpty ? word : " \(word)"
      if ".?!".contains(word.last ?? " ") && !word.hasSuffix("..") || line.count > 70 {
        write(line)
        line = ""
      }
    }
    if !line.isEmpty { write(line) }
    return tail
  }

  private mutating func write(_ line: String) { plain(Self.escapedLine(line)) }

  /// One marked piece with what is glued to it; gives back the text that follows.
  private mutating func marked(_ piece: Inline, before: String, after: String) -> String {
    var arguments = ""
    var opening = before
    var delimiters = ""
    while let last = opening.last, last == "(" || last == "[" {
      delimiters = "\(last) " + delimiters
      opening.removeLast()
    }
    var rest = after[...]
    var closing = ""
    while let first = rest.first, ".,:;)]?!".contains(first) {
      closing += " \(first)"
      rest = rest.dropFirst()
    }
    if let first = rest.first, !first.isWhitespace {
      let glued = rest.prefix { !$0.isWhitespace }
      rest = rest.dropFirst(glued.count)
      closing =
        "\(closing.isEmpty ? "" : " Ns \(closing)") Ns \(Self.argument(String(glued), quoting: true))"
    }
    switch piece {
    case .literal(let code):
      // What opens stands behind the macro's name and is set before its effect begins.
      let macro = Self.literal(code)
      let name = macro.prefix { $0 != " " }
      arguments = "\(name) \(delimiters)\(macro.dropFirst(name.count + 1))"
    case .stressed(let word): arguments = "Em \(delimiters)\(Self.argument(word, quoting: true))"
    case .text: break
    }
    let line = arguments + closing
    let name = line.prefix { $0 != " " }
    let others = line.dropFirst(name.count + 1)
    if opening.isEmpty {
      plain(".\(name) \(others)")
    } else {
      plain(".Pf \(Self.argument(opening, quoting: true)) \(line)")
    }
    return String(rest)
  }

  /// The macro for what is typed: an option, a page, or anything else.
  private static func literal(_ code: String) -> String {
    let name = code.drop { $0 == "-" }
    let dashes = code.count - name.count
    if (1...2).contains(dashes), !name.isEmpty,
      name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" })
    {
      return "Fl \(code.dropFirst())"
    }
    if code.hasSuffix(")"), let open = code.firstIndex(of: "("), !code.contains(" ") {
      return "Xr \(code[..<open]) \(code[code.index(after: open)...].dropLast())"
    }
    return "Ql \(argument(code, quoting: true))"
  }

  /// A text line that roff takes for nothing else.
  static func escapedLine(_ line: String, literal: Bool = false) -> String {
    let escaped = escaped(line, literal: literal)
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }

  /// One argument of a macro; with `quoting` it stays one, blanks or not.
  static func argument(_ text: String, quoting: Bool) -> String {
    var escaped = escaped(text, literal: true, quote: quoting ? "\\(dq" : "\"")
    let isDelimiter = escaped.count == 1 && ".,:;()[]?!|".contains(escaped)
    if isDelimiter || isCallable(escaped) { escaped = "\\&" + escaped }
    return quoting && (escaped.contains(" ") || escaped.isEmpty) ? "\"\(escaped)\"" : escaped
  }

  private static func escaped(
    _ text: String, literal: Bool, quote: String = "\""
  ) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += literal ? "\\-" : "-"
      case "\"": result += quote
      case "…": result += "..."
      default: result.append(character)
      }
    }
    return result
  }

  /// Whether a word of this form might be the name of a macro: `No`, `Op`, `Sx`.
  private static func isCallable(_ word: String) -> Bool {
    let letters = Array(word)
    return (2...3).contains(letters.count) && letters[0].isUppercase
      && letters.dropFirst().allSatisfy(\.isLowercase)
  }
}
