/// Which notation of cards a plain text is written in, by its lines.
struct TextDeckNotation {
  private let lines: [ArraySlice<UInt8>]

  init(_ text: ArraySlice<UInt8>) {
    lines = text.split { $0 == 0x0A || $0 == 0x0D }
  }

  /// The format; nil for text that is none of these.
  func detection(name: String) -> FormatDetection? {
    switch Format(fileName: name) {
    case .delimited, .jsonCards: return nil
    case .org: return FormatDetection(.org, "the name ends in '.org'")
    case .markdown:
      return questions(isMarkdown: true) ?? notes
        ?? FormatDetection(.markdown, "the name ends in '.md'")
    default:
      if let found = questions(isMarkdown: false) { return found }
      guard lines.contains(where: isDrill) else { return nil }
      return FormatDetection(.org, "a heading with the tag ':drill:'")
    }
  }

  private func begins(_ line: ArraySlice<UInt8>, _ mark: StaticString) -> Bool {
    line.after(mark) != nil
  }

  private func isDrill(_ line: ArraySlice<UInt8>) -> Bool {
    OrgHeading(Line(text: line, number: 1))?.isDrill ?? false
  }

  /// Text of questions and answers, in one of two notations.
  private func questions(isMarkdown: Bool) -> FormatDetection? {
    let hasCloze = lines.contains { begins($0, "C:") }
    let hasAnswers =
      lines.contains { begins($0, "Q:") } && lines.contains { begins($0, "A:") }
    guard hasAnswers || (isMarkdown && hasCloze) else { return nil }
    if hasAnswers, !hasCloze, zip(lines, lines.dropFirst()).contains(where: isRepeated) {
      return FormatDetection(.questionAnswer, "a mark 'Q:' or 'A:' repeated goes on with its side")
    }
    if isMarkdown {
      return FormatDetection(.hashcards, "Markdown with lines that begin 'Q:', 'A:' or 'C:'")
    }
    guard let first = lines.first else { return nil }
    let isRuled = lines.contains { $0.elementsEqual("---".utf8) }
    if hasCloze || isRuled, begins(first, "Q:") || begins(first, "C:") || begins(first, "---") {
      return FormatDetection(.hashcards, "lines that begin 'Q:', 'A:', 'C:' or are '---'")
    }
    guard begins(first, "Q:") else { return nil }
    return FormatDetection(.questionAnswer, "lines that begin 'Q:' and 'A:'")
  }

  private func isRepeated(_ line: ArraySlice<UInt8>, _ next: ArraySlice<UInt8>) -> Bool {
    (begins(line, "Q:") && begins(next, "Q:")) || (begins(line, "A:") && begins(next, "A:"))
  }

  /// Notes of Markdown with cards in them.
  private var notes: FormatDetection? {
    if lines.contains(where: { $0.firstRange(of: "#flashcards") != nil }) {
      return FormatDetection(.obsidian, "Markdown with the tag '#flashcards'")
    }
    if lines.contains(where: { $0.firstRange(of: "<!--SR:") != nil }) {
      return FormatDetection(.obsidian, "Markdown with schedules, '<!--SR:…-->'")
    }
    let bullets = lines.filter { begins($0.trimmedBlanks, "- ") || begins($0.trimmedBlanks, "* ") }
    let marks = [" >> ", " << ", " <> ", " ;; ", "{{"]
    if bullets.contains(where: { bullet in marks.contains { bullet.firstRange(of: $0) != nil } }) {
      return FormatDetection(.remNote, "bullets with marks of RemNote, such as '>>'")
    }
    if 2 * bullets.count > lines.count,
      bullets.contains(where: { $0.firstRange(of: " :: ") != nil })
    {
      return FormatDetection(.remNote, "mostly bullets, some with '::'")
    }
    let isCard = lines.contains { line in
      ObsidianLine(line) != nil || line.elementsEqual("?".utf8) || line.elementsEqual("??".utf8)
        || !HighlightCloze.read(line).numbers.isEmpty
    }
    return isCard ? FormatDetection(.obsidian, "Markdown with '::', '?' or '==' for cards") : nil
  }
}
