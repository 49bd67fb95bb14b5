import FlashModel
import FlashText

/// Writes the two sides of Anki's cards as Markdown.
struct AnkiCardRenderer {
  /// Whether a card was an image occlusion, since this was last set back.
  var losesShapes = false
  /// Why the card that was rendered last makes none; nil if its texts tell.
  private(set) var flaw: RowProblem.Reason?
  private var html = HTMLText()
  private var scratch: [UInt8] = []
  private let clozes = AnkiClozes()
  /// The cloze text of the note whose cards were written last; empty if there is none.
  private var clozeNote: (id: Int64, text: [UInt8])?

  /// Writes the sides of a card, and what follows from its note type.
  mutating func render(
    _ card: AnkiCard, _ note: AnkiNoteRow, _ type: AnkiNoteType, deck: String,
    into batch: inout DraftBatch, _ draft: inout CardDraft, _ detail: inout DraftDetail
  ) {
    flaw = nil
    let values = note.values(count: type.fields.count)
    let number = Int(card.ordinal) + 1
    if type.isCloze || type.cards.count > 1 { draft.noteOrd = type.isCloze ? number : number - 1 }
    if type.isCloze, let field = values.first, AnkiCloze.isOcclusion(field) {
      return occlude(values, into: &batch, &draft)
    }
    let cardType = type.card(Int(card.ordinal))
    var shown = values
    if let hint = cardType?.hint {
      detail.hint = readHint(values[hint], line: draft.line, into: &batch)
      shown.remove(at: hint)
    }
    if type.isCloze, AnkiFields.readCloze(shown, number: number, into: &batch, &draft, &html) {
      return
    }
    guard let cardType, let sides = cardType.sides else {
      return plain(values, into: &batch, &draft)
    }
    let text = AnkiCardText(
      fields: values, fieldNames: type.fields, clozeNumber: type.isCloze ? number : nil,
      tags: note.tags.joined(separator: " "), noteType: type.name, card: cardType.name, deck: deck,
      flag: Int(card.flag), cardID: card.id, clozes: clozes)
    scratch.removeAll(keepingCapacity: true)
    guard text.render(sides.front, isBack: false, into: &scratch) else {
      return flaw = .frontTooLong
    }
    draft.front = batch.append(html: scratch[...], &html)
    scratch.removeAll(keepingCapacity: true)
    guard text.render(sides.back, isBack: true, into: &scratch) else { return flaw = .backTooLong }
    draft.back = batch.append(html: AnkiCardText.withoutQuestion(scratch), &html)
    if type.isCloze {
      if draft.back.isEmpty { draft.back = draft.front }
      setClozeNote(number, note, values, sides.front, in: &batch, &draft)
    } else if asksTyped(values, sides.front, in: &batch, draft) {
      detail.kind = .typeIn
    }
  }

  private mutating func readHint(
    _ field: ArraySlice<UInt8>, line: Int, into batch: inout DraftBatch
  ) -> Range<Int>? {
    let range = batch.append(html: field, &html)
    return batch.append(hint: batch.bytes[range], line: line)
  }

  /// The first field, and the others that are not empty.
  private mutating func plain(
    _ values: [ArraySlice<UInt8>], into batch: inout DraftBatch, _ draft: inout CardDraft
  ) {
    var texts = values.map { batch.append(html: $0, &html) }
    guard !texts.isEmpty else { return }
    draft.front = texts.removeFirst()
    draft.back = batch.join(texts)
  }

  /// Header and picture, and what the back has besides. The fields of such notes have fixed places:
  /// shapes, picture, header, back, comments.
  private mutating func occlude(
    _ values: [ArraySlice<UInt8>], into batch: inout DraftBatch, _ draft: inout CardDraft
  ) {
    losesShapes = true
    func value(_ place: Int) -> ArraySlice<UInt8> {
      values.indices.contains(place) ? values[place] : []
    }
    let image = batch.append(html: value(1), &html)
    draft.front = batch.join([batch.append(html: value(2), &html), image])
    draft.back = batch.append(html: value(3), &html)
    if draft.back.isEmpty { draft.back = image }
  }

  /// Whether the answer is to be typed: what is typed is the whole back then.
  private mutating func asksTyped(
    _ values: [ArraySlice<UInt8>], _ front: AnkiTemplate, in batch: inout DraftBatch,
    _ draft: CardDraft
  ) -> Bool {
    guard let field = front.fields(through: .type).first else { return false }
    let typed = batch.append(html: values[field], &html)
    return batch.bytes[typed] == batch.bytes[draft.back]
  }

  /// Gives a cloze card the text that its siblings are rendered from, if that gives what the templates
  /// give; else an edit of it would lose what only they show.
  private mutating func setClozeNote(
    _ number: Int, _ note: AnkiNoteRow, _ values: [ArraySlice<UInt8>], _ front: AnkiTemplate,
    in batch: inout DraftBatch, _ draft: inout CardDraft
  ) {
    if clozeNote?.id != note.id {
      clozeNote = (note.id, noteText(number, values, front, in: &batch, draft))
    }
    guard let text = clozeNote?.text, !text.isEmpty else { return }
    draft.note = batch.append(cleaned: text[...])
  }

  private mutating func noteText(
    _ number: Int, _ values: [ArraySlice<UInt8>], _ front: AnkiTemplate,
    in batch: inout DraftBatch, _ draft: CardDraft
  ) -> [UInt8] {
    guard let field = front.fields(through: .cloze).first else { return [] }
    let range = batch.append(html: values[field], &html)
    let main = batch.text(range)
    let cloze = ClozeText(main)
    func inked(_ text: some Sequence<UInt8>) -> [UInt8] { text.filter { $0 > 0x20 } }
    let back = inked(batch.bytes[draft.back])
    let own = inked(cloze.back(of: number).utf8)
    guard inked(cloze.front(of: number).utf8) == inked(batch.bytes[draft.front]),
      back.starts(with: own)
    else { return [] }
    // What follows on the back is the same for all siblings.
    var rest = batch.bytes[draft.back]
    var left = own.count
    while left > 0, let byte = rest.first {
      if byte > 0x20 { left -= 1 }
      rest = rest.dropFirst()
    }
    let extra = CardText.cleaned(String(decoding: rest, as: UTF8.self))
    return ClozeText.source(main: main, extra: extra).map { Array($0.utf8) } ?? []
  }
}
