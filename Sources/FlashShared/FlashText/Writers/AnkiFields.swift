/// The fields of Anki's notes: HTML that is read back as exactly what it was written from.
public enum AnkiFields {
  /// The fields of a note with two sides.
  /// - Parameter front: Markdown, as `back` is.
  public static func sides(front: String, back: String) -> [[UInt8]] {
    [MarkdownField.html(front), MarkdownField.html(back)]
  }

  /// The fields of a cloze note: its text, and what stands on the back besides.
  /// - Parameters:
  ///   - siblings: its cards, which decide how much has to be said so that they are read back as they
  ///     are.
  ///   - isPackaged: whether they are read through templates, which put no blank line before what
  ///     stands on the back besides: that there is one, a comment behind that says.
  public static func cloze(
    _ text: ClozeText, siblings: [AnkiTextWriter.Sibling], isPackaged: Bool = false
  ) -> [[UInt8]] {
    let extra = text.extra
    let hasBlankLine =
      isPackaged && !extra.isEmpty && siblings.allSatisfy { $0.back.hasSuffix("\n\n" + extra) }
    let main = CardText.cleaned(ClozeText(nodes: text.nodes).source)
    var fields = [MarkdownField.html(main, isCloze: true), MarkdownField.html(text.extra)]
    if hasBlankLine { fields[1] = MarkdownField.withSource(extra, isCloze: false) }
    // Of three braces Anki takes the first two for the end of a deletion.
    if !hasBlankLine, !main.contains("}}}"), reads(fields, as: siblings, isRendered: true) {
      return fields
    }
    let plain = fields
    fields[0] = MarkdownField.withSource(main, isCloze: true)
    // Emphasis around a deletion says more as HTML than as Markdown.
    if !reads(fields, as: siblings), reads(plain, as: siblings) { return plain }
    return fields
  }

  /// The field of a hint; empty if there is none.
  public static func hint(_ markdown: String?) -> [UInt8] { MarkdownField.html(markdown ?? "") }

  /// What is said of a deck, as HTML.
  public static func description(_ markdown: String) -> String {
    String(decoding: MarkdownField.html(markdown), as: UTF8.self)
  }

  /// The Markdown of a field, cleaned: what it was written from, if that is known.
  public static func markdown(_ html: String) -> String {
    guard let source = MarkdownField.source(of: Array(html.utf8)) else {
      return HTMLText.markdown(html)
    }
    return String(decoding: source, as: UTF8.self)
  }

  private static func reads(
    _ fields: [[UInt8]], as siblings: [AnkiTextWriter.Sibling], isRendered: Bool = false
  ) -> Bool {
    var batch = DraftBatch()
    var html = HTMLText()
    var note = AnkiNote(line: 1, fields: fields, isHTML: true)
    note.kind = .cloze
    note.addCards(to: &batch, &html)
    let main = ClozeText(markdown(String(decoding: fields[0], as: UTF8.self)))
    return siblings.allSatisfy { sibling in
      batch.drafts.contains { draft in
        draft.noteOrd == sibling.number
          && batch.bytes[draft.front].elementsEqual(sibling.front.utf8)
          && batch.bytes[draft.back].elementsEqual(sibling.back.utf8)
          && (!isRendered || self.isRendered(draft, of: batch, from: main))
      }
    }
  }

  /// Whether a card's sides are what the Markdown of its note gives, apart from blanks: only then a
  /// package is read as that note.
  private static func isRendered(
    _ draft: CardDraft, of batch: DraftBatch, from cloze: ClozeText
  ) -> Bool {
    func inked(_ text: some Sequence<UInt8>) -> [UInt8] { text.filter { $0 > 0x20 } }
    guard let number = draft.noteOrd else { return false }
    return inked(batch.bytes[draft.front]) == inked(cloze.front(of: number).utf8)
      && inked(batch.bytes[draft.back]).starts(with: inked(cloze.back(of: number).utf8))
  }

  /// Reads a card of a cloze note whose fields tell the Markdown that they were written from.
  /// - Returns: false if they do not.
  public static func readCloze(
    _ fields: [ArraySlice<UInt8>], number: Int, into batch: inout DraftBatch,
    _ draft: inout CardDraft, _ html: inout HTMLText
  ) -> Bool {
    guard let first = fields.first, first.suffix(3).elementsEqual("-->".utf8),
      MarkdownField.source(of: Array(first)) != nil
    else { return false }
    var note = AnkiNote(line: draft.line, fields: fields.map { Array($0) }, isHTML: true)
    note.kind = .cloze
    var cards = DraftBatch()
    note.addCards(to: &cards, &html)
    guard let card = cards.drafts.first(where: { $0.noteOrd == number }) else { return false }
    draft.front = batch.append(cleaned: cards.bytes[card.front])
    draft.back = batch.append(cleaned: cards.bytes[card.back])
    if fields.count > 1, !fields[1].suffix(3).elementsEqual("-->".utf8) {
      let extra = markdown(String(decoding: fields[1], as: UTF8.self))
      let back = batch.text(draft.back)
      if !extra.isEmpty, back.hasSuffix("\n\n" + extra) {
        draft.back = batch.append(
          cleaned: String(back.dropLast(extra.count + 2)) + "\n" + extra)
      }
    }
    draft.note = batch.append(cleaned: cards.bytes[card.note])
    return true
  }

  /// The text of a field without tags, by which Anki sorts notes and finds equal ones; of a picture
  /// its name stays.
  public static func text(of field: [UInt8]) -> [UInt8] {
    guard field.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
      return field
    }
    var bare: [UInt8] = []
    var index = 0
    while index < field.count {
      guard field[index] == UInt8(ascii: "<") else {
        bare.append(field[index])
        index += 1
        continue
      }
      let end = end(ofTag: index, in: field)
      if let name = picture(field[index..<end]) {
        bare.append(0x20)
        bare += name
        bare.append(0x20)
      }
      index = end
    }
    var text: [UInt8] = []
    CharacterReference.appendResolved(0..<bare.count, of: bare, to: &text)
    return text
  }

  private static func end(ofTag start: Int, in field: [UInt8]) -> Int {
    let mark = Array((field[start...].starts(with: "<!--".utf8) ? "-->" : ">").utf8)
    return field[start...].firstRange(of: mark)?.upperBound ?? field.count
  }

  /// The file that an element shows.
  private static func picture(_ tag: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard tag.starts(with: "<img ".utf8), let source = tag.firstRange(of: Array("src=\"".utf8))
    else { return nil }
    return tag[source.upperBound...].prefix { $0 != UInt8(ascii: "\"") }
  }
}
