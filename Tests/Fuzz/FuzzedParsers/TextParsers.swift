import FlashModel
import FlashTerminal
import FlashText

extension FuzzedParser {
  /// Languages, and text that is shown.
  static let texts: [FuzzedParser] = [
    FuzzedParser("encoding", checkEncoding),
    FuzzedParser("flash-export", checkExport),
    FuzzedParser("json", checkJSON),
    FuzzedParser("cloze", checkCloze),
    FuzzedParser("query", checkQuery),
    FuzzedParser("pattern", checkPattern),
    FuzzedParser("html", checkHTML),
    FuzzedParser("markdown", checkMarkdown),
    FuzzedParser("printable", checkPrintable),
  ]

  /// The encoding does not depend on the pieces, and recognition is of one mind.
  @Sendable private static func checkEncoding(_ bytes: [UInt8]) throws(Violation) {
    func scanned(_ piece: Int) -> Result<DetectedEncoding, TextFormatError> {
      Result { () throws(TextFormatError) in
        var scan = EncodingScan()
        for start in stride(from: 0, to: bytes.count, by: max(1, piece)) {
          try scan.push(bytes.span.extracting(start..<min(start + piece, bytes.count)))
        }
        return try scan.finish()
      }
    }
    let whole = scanned(bytes.count)
    for piece in [1, 7] { try requireEqual(scanned(piece), whole, "pieces of \(piece)") }
    let found = try? Format.detect(name: "", head: bytes.span)
    try requireEqual(found, try? Format.detect(name: "", head: bytes.span), "recognised twice")
    try require(found?.reason.isEmpty != true, "a format without a reason")
  }

  /// An export that is read and written is read as before.
  @Sendable private static func checkExport(_ bytes: [UInt8]) throws(Violation) {
    var reader = ExportReader()
    guard var rows = try? reader.push(bytes.span), let last = try? reader.finish() else { return }
    rows += last
    var writer = ExportWriter(ExportHeader(exportedAt: reader.header?.exportedAt))
    for row in rows { writer.row(row) }
    writer.end()
    var second = ExportReader()
    guard let again = try? second.push(writer.bytes.span), (try? second.finish()) != nil else {
      throw Violation("what was written can't be read: \(text(writer.bytes))")
    }
    try requireEqual(again, rows, "written and read again")
  }

  @Sendable private static func checkJSON(_ bytes: [UInt8]) throws(Violation) {
    guard let value = try? JSONValue(parsing: bytes) else { return }
    guard let again = try? JSONValue(parsing: value.bytes) else {
      throw Violation("what was written can't be read: \(text(value.bytes))")
    }
    try requireEqual(again, value, "written and read again")
  }

  /// Cards are no longer than their text, and there are at most as many as there may be.
  @Sendable private static func checkCloze(_ bytes: [UInt8]) throws(Violation) {
    let source = text(bytes)
    let cloze = ClozeText(source)
    let numbers = cloze.numbers
    try require(numbers == Set(numbers).sorted(), "not in order: \(numbers)")
    try require(numbers.allSatisfy { (1...500).contains($0) }, "\(numbers)")
    // What is put into normal form may be three times as long.
    let most = 3 * source.utf8.count + 8
    for number in numbers.prefix(20) {
      try require(cloze.front(of: number).utf8.count <= most, "a front that is too long")
      try require(cloze.back(of: number).utf8.count <= most, "a back that is too long")
    }
  }

  /// A query that is printed is read as before; a fault is inside of it.
  @Sendable private static func checkQuery(_ bytes: [UInt8]) throws(Violation) {
    let source = text(bytes)
    let query: CardQuery
    do throws(QueryError) {
      query = try CardQuery(parsing: source)
    } catch {
      let last = source.unicodeScalars.count + 1
      return try require((1...last).contains(error.column), "column \(error.column) of \(last)")
    }
    let printed = query.description
    let again: CardQuery
    do throws(QueryError) { again = try CardQuery(parsing: printed) } catch {
      // Quotes make it longer than it was.
      if case .tooLarge = error.fault { return }
      throw Violation("printed as \(printed), which can't be read: \(error.message)")
    }
    try requireEqual(again, query, "printed as \(printed)")
  }

  /// HTML of any kind becomes clean Markdown of bounded length.
  @Sendable private static func checkHTML(_ bytes: [UInt8]) throws(Violation) {
    let markdown = HTMLText.markdown(text(bytes))
    try requireEqual(
      Array(markdown.utf8), Array(CardText.cleaned(markdown).utf8), "Markdown that is not clean")
    try require(markdown.utf8.count <= 64 * bytes.count + 64, "\(markdown.utf8.count) bytes")
  }

  /// Any Markdown becomes HTML of bounded length, and the field that it is put into is read back as
  /// exactly that Markdown.
  @Sendable private static func checkMarkdown(_ bytes: [UInt8]) throws(Violation) {
    let markdown = CardText.cleaned(text(bytes))
    let html = MarkdownHTML.html(markdown)
    try require(html.utf8.count <= 64 * bytes.count + 64, "\(html.utf8.count) bytes")
    for isCloze in [false, true] {
      let field = MarkdownField.html(markdown, isCloze: isCloze)
      let read = MarkdownField.source(of: field).map { text($0) } ?? HTMLText.markdown(text(field))
      try requireEqual(read, markdown, "read back from \(text(field))")
    }
  }

  /// What is shown can't drive a terminal, and keeps to its width.
  @Sendable private static func checkPrintable(_ bytes: [UInt8]) throws(Violation) {
    let source = text(bytes)
    for layout in [TextLayout.line, .block] {
      let shown = source.printable(layout)
      try require(
        shown.unicodeScalars.allSatisfy {
          ($0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value))
            || ($0.value == 0x0A && layout == .block)
        }, "a control is shown")
      try requireEqual(shown.printable(layout), shown, "made printable twice")
      for width in [2, 7, 80] {
        for line in shown.wrapped(to: width) {
          try require(line.cellWidth <= width, "\(line.cellWidth) columns of \(width): \(line)")
        }
        if layout == .line {
          let cut = shown.truncated(to: width)
          try require(cut.cellWidth <= width, "cut to \(cut.cellWidth) columns of \(width)")
        }
      }
    }
  }
}
