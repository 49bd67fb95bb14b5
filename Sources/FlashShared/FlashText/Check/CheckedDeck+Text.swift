import FlashModel

// What is looked at in the text around the cards.

extension CheckedDeck {
  /// Headers of Anki's plain text, and the names of columns.
  mutating func checkHeaders() {
    if format == .ankiText { checkAnkiHeaders() }
    guard format == .delimited, let dialect, dialect.hasHeader else { return }
    let sample = RecordSample(
      text: Array(source.bytes.prefix(TextLimits.head)), isWhole: true, comment: dialect.comment)
    let header = sample.records(delimiter: dialect.delimiter, atMost: 1).first ?? []
    for (column, name) in header.enumerated() where dialect.columns.isExtra(column) {
      let name = CardText.cleaned(name)
      guard !name.isEmpty else { continue }
      let offset = source.offset(of: Array(name.utf8), inLines: 1...source.lineCount) ?? 0
      add(.unknownColumn, at: offset, "the column '\(name)' is added to the back")
    }
  }

  private mutating func checkAnkiHeaders() {
    for line in 1...source.lineCount {
      let text = source.bytes[source.range(ofLine: line)]
      guard text.first == UInt8(ascii: "#") else {
        if line == 1, text.afterIgnoringCase("tags:") != nil { continue }
        return
      }
      guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let key = CardText.cleaned(text[..<colon].dropFirst().string).lowercased()
      let value = CardText.cleaned(text[(colon + 1)...].string).lowercased()
      if !AnkiHeaders.keys.contains(key) {
        let near = NearNames.of(key, among: Array(AnkiHeaders.keys)).first
        let hint = near.map { "; did you mean '\($0)'?" } ?? ""
        add(.unknownHeader, line: line, "the header '\(key)' is read as a comment\(hint)")
      } else if let expected = CheckedDeck.expected(key, value) {
        add(.unknownHeader, line: line, "'\(value)' means nothing for '\(key)': \(expected)")
      }
    }
  }

  /// What a header takes; nil if the value will do.
  private static func expected(_ key: String, _ value: String) -> String? {
    switch key {
    case "html":
      return value.hasPrefix("true") || value.hasPrefix("false") ? nil : "'true' or 'false'"
    case "if matches":
      let words = ["update current", "keep current", "keep both"]
      return words.contains(value) ? nil : words.map { "'\($0)'" }.joined(separator: ", ")
    case _ where key.hasSuffix(" column"):
      let digits = value.prefix { $0.isNumber }
      let number = Int(digits) ?? 0
      return (1...TextLimits.columns).contains(number) ? nil : "the number of a column, from 1"
    default: return nil
    }
  }

  /// Comments that are nearly ids.
  mutating func checkComments() {
    guard format.isTextDeck else { return }
    var place = 0
    while let found = source.bytes[place...].firstRange(of: "<!--") {
      place = found.upperBound
      let line = source.line(at: found.lowerBound)
      let text = source.bytes[source.range(ofLine: line)]
      let comment = source.bytes[found.upperBound..<text.endIndex].trimmedBlanks
      guard comment.afterIgnoringCase("flash") != nil,
        CardComment.id(in: Line(text: text, number: line)) == nil
      else { continue }
      add(.badID, at: found.lowerBound, "not the id of a card: it is a line '<!-- flash: ID -->'")
    }
  }

  /// Deletions of RemNote's bullets, whether or not they make a card.
  mutating func checkBullets() {
    var place = 0
    while let found = source.bytes[place...].firstRange(of: "{{") {
      let range = source.range(ofLine: source.line(at: found.lowerBound))
      for fault in BraceCloze.faults(in: source.bytes[range]) {
        add(.cloze, at: range.lowerBound + fault.offset, fault.kind.words(in: format))
      }
      place = max(found.upperBound, range.upperBound)
    }
  }
}
