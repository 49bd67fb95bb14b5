import FlashModel

/// A note of Anki as a text file has it, and the cards it makes.
struct AnkiNote {
  let line: Int
  /// HTML or plain text, as they stand in the file.
  private let allFields: [[UInt8]]
  let isHTML: Bool
  var kind = AnkiNoteKind.basic
  /// Whether fields behind the first two are the hints of its cards.
  var hasHints = false
  /// Empty if the file gives none.
  var guid = ""
  /// Empty for the deck that the file goes to.
  var deck = ""
  /// May repeat.
  var tags: [String] = []

  init(line: Int, fields: [[UInt8]], isHTML: Bool) {
    self.line = line
    allFields = fields
    self.isHTML = isHTML
  }

  /// Those that sides are made of.
  private var fields: [[UInt8]] { hasHints ? Array(allFields.prefix(2)) : allFields }

  /// Adds its cards, or what is wrong with it.
  /// - Parameter html: reads its fields.
  func addCards(to batch: inout DraftBatch, _ html: inout HTMLText) {
    let draft = draft(&batch, &html)
    let cloze = fields.first.flatMap(AnkiNote.clozeText)
    if let cloze, !cloze.numbers.isEmpty {
      addCloze(cloze, as: draft, to: &batch, &html)
    } else if kind == .cloze {
      batch.problems.append(RowProblem(line: line, reason: .noDeletion))
    } else {
      addSides(as: draft, to: &batch, &html)
    }
  }

  /// What its cards have in common.
  private func draft(_ batch: inout DraftBatch, _ html: inout HTMLText) -> CardDraft {
    var draft = CardDraft(line: line, front: 0..<0, back: 0..<0)
    draft.deck = batch.append(cleaned: deck)
    var seen: Set<String> = []
    draft.tags = batch.append(names: tags.filter { seen.insert($0).inserted })
    var detail = DraftDetail()
    // A longer one would be no key; without it the note is known by its text.
    if !guid.isEmpty, guid.utf8.count <= 400 {
      draft.hasSourceKey = true
      draft.sourceID = batch.append(cleaned: "anki:\(guid)")
      detail.noteKey = draft.sourceID
    }
    if hasHints { detail.hint = hint(2, &batch, &html) }
    if detail != DraftDetail() { batch.set(detail, of: &draft) }
    return draft
  }

  /// The hint that a field is.
  private func hint(
    _ place: Int, _ batch: inout DraftBatch, _ html: inout HTMLText
  ) -> Range<Int>? {
    guard allFields.indices.contains(place) else { return 0..<0 }
    return batch.append(hint: markdown(allFields[place], &html), line: line)
  }

  /// The cloze text of a field, if there could be any in it.
  private static func clozeText(_ field: [UInt8]) -> ClozeText? {
    guard field[...].firstRange(of: "{{c") != nil else { return nil }
    return nodes(field[...])
  }

  /// Cloze text without an end of its own: a line of '---' means nothing in Anki.
  private static func nodes(_ text: ArraySlice<UInt8>) -> ClozeText {
    var parser = ClozeParser(String(decoding: text, as: UTF8.self))
    return ClozeText(nodes: parser.parse())
  }

  /// Adds the cards of two sides; further fields belong to the back.
  private func addSides(
    as note: CardDraft, to batch: inout DraftBatch, _ html: inout HTMLText
  ) {
    var texts: [Range<Int>] = []
    for field in fields { texts.append(batch.append(cleaned: markdown(field, &html))) }
    guard let front = texts.first else { return }
    let back = texts.count > 1 ? texts[1] : 0..<0
    var extras = Array(texts.dropFirst(2))
    var isReversed = kind == .reversed
    if kind == .optionallyReversed, !extras.isEmpty { isReversed = !extras.removeFirst().isEmpty }
    var draft = note
    draft.front = front
    draft.back = batch.joined([back] + extras)
    draft.sourceID = batch.key(note, ordinal: 0)
    if kind == .typeIn {
      var detail = batch.detail(of: draft) ?? DraftDetail()
      detail.kind = .typeIn
      batch.set(detail, of: &draft)
    }
    guard isReversed, !back.isEmpty else { return batch.add(draft) }
    var turned = draft
    turned.front = back
    turned.back = batch.joined([front] + extras)
    turned.sourceID = batch.key(note, ordinal: 1)
    let reverseHint = hasHints ? hint(3, &batch, &html) : nil
    batch.addBothWays(draft, turned)
    if let reverseHint { batch.setHintOfLast(reverseHint) }
  }

  /// Adds a card for each number of a cloze text.
  private func addCloze(
    _ cloze: ClozeText, as note: CardDraft, to batch: inout DraftBatch, _ html: inout HTMLText
  ) {
    let source = isHTML ? MarkdownField.source(of: fields[0]) : nil
    // The whole note's text, from which its cards are rendered when it is edited.
    let main = AnkiNote.nodes(source?[...] ?? markdown(fields[0], &html))
    let numbers = source == nil ? cloze.numbers : main.numbers
    guard !numbers.isEmpty, fields[0].count <= TextLimits.side / numbers.count else {
      return batch.problems.append(RowProblem(line: line, reason: .clozeTooLong))
    }
    var texts: [Range<Int>] = []
    for field in fields.dropFirst() { texts.append(batch.append(cleaned: markdown(field, &html))) }
    let extra = batch.joined(texts)
    let text = batch.append(cleaned: ClozeText(nodes: main.nodes, extra: batch.text(extra)).source)
    for number in numbers {
      var draft = note
      draft.note = text
      draft.noteOrd = number
      draft.sourceID = batch.key(note, ordinal: number - 1)
      if source == nil {
        let back = isHTML ? cloze.htmlBack(of: number) : cloze.back(of: number)
        draft.front = batch.append(
          cleaned: markdown(Array(cloze.front(of: number).utf8), &html))
        draft.back = batch.append(cleaned: markdown(Array(back.utf8), &html))
      } else {
        draft.front = batch.append(cleaned: main.front(of: number))
        draft.back = batch.append(cleaned: main.back(of: number))
      }
      draft.back = batch.joined([draft.back, extra])
      if draft.back.isEmpty { draft.back = draft.front }
      batch.add(draft)
    }
  }

  /// The Markdown of a field, or of a piece of one.
  private func markdown(_ text: [UInt8], _ html: inout HTMLText) -> ArraySlice<UInt8> {
    guard isHTML else { return text[...] }
    if let source = MarkdownField.source(of: text) { return source[...] }
    var bytes = text
    let range = html.markdown(0..<bytes.count, of: &bytes)
    return bytes[range]
  }
}

extension DraftBatch {
  /// Texts with a blank line between two; empty ones are left out.
  fileprivate mutating func joined(_ texts: [Range<Int>]) -> Range<Int> {
    let full = texts.filter { !$0.isEmpty }
    guard full.count > 1 else { return full.first ?? 0..<0 }
    let start = bytes.count
    for (place, text) in full.enumerated() {
      if place > 0 { bytes.append(contentsOf: [0x0A, 0x0A]) }
      bytes.append(contentsOf: bytes[text])
    }
    return start..<bytes.count
  }

  /// The source key of a note's card, `anki:GUID:0`; empty for a note without an id.
  fileprivate mutating func key(_ note: CardDraft, ordinal: Int) -> Range<Int> {
    guard !note.sourceID.isEmpty else { return 0..<0 }
    let note = text(note.sourceID)
    return append(cleaned: "\(note):\(ordinal)")
  }
}
