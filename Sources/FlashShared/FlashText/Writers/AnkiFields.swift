/// The fields of Anki's notes: HTML that is read back as exactly what it was written from.
public enum AnkiFields {
  /// The fields of a note with two sides.
  /// - Parameter front: Markdown, as `back` is.
  public static func sides(front: String, back: String) -> [[UInt8]] {
    [MarkdownField.html(front), MarkdownField.html(back)]
  }

  /// The fields of a cloze note: its text, and what stands on the back besides.
  /// - Parameter siblings: its cards, which decide how much has to be said so that they are read back
  ///   as they are.
  public static func cloze(
    _ text: ClozeText, siblings: [AnkiTextWriter.Sibling]
  ) -> [[UInt8]] {
    let main = CardText.cleaned(ClozeText(nodes: text.nodes).source)
    var fields = [MarkdownField.html(main, isCloze: true), MarkdownField.html(text.extra)]
    if !reads(fields, as: siblings) {
      fields[0] = MarkdownField.withSource(main, isCloze: true)
    }
    return fields
  }

  /// What is said of a deck, as HTML.
  public static func description(_ markdown: String) -> String { MarkdownHTML.html(markdown) }

  private static func reads(
    _ fields: [[UInt8]], as siblings: [AnkiTextWriter.Sibling]
  ) -> Bool {
    var batch = DraftBatch()
    var html = HTMLText()
    var note = AnkiNote(line: 1, fields: fields, isHTML: true)
    note.kind = .cloze
    note.addCards(to: &batch, &html)
    return siblings.allSatisfy { sibling in
      batch.drafts.contains { draft in
        draft.noteOrd == sibling.number
          && batch.bytes[draft.front].elementsEqual(sibling.front.utf8)
          && batch.bytes[draft.back].elementsEqual(sibling.back.utf8)
      }
    }
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
