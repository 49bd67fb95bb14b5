// What is looked at in each card.

extension CheckedDeck {
  /// Whether the card, or only its front, was seen before.
  mutating func checkTexts(of draft: CardDraft, in batch: DraftBatch, isSibling: Bool) {
    let likeness = known.add(
      front: batch.bytes[draft.front], back: batch.bytes[draft.back],
      deck: batch.bytes[draft.deck], line: draft.line)
    guard !isSibling else { return }
    switch likeness {
    case .new: return
    case .same(let place):
      add(.duplicate, line: draft.line, "the same card as at \(place.text)", other: place)
    case .sameFront(let place):
      add(
        .sameFront, line: draft.line, "the front of the card at \(place.text), with another back",
        other: place)
    }
  }

  mutating func checkID(of draft: CardDraft, in batch: DraftBatch) {
    guard !draft.sourceID.isEmpty else { return }
    if let place = known.add(id: batch.bytes[draft.sourceID], line: draft.line) {
      add(.duplicateID, line: draft.line, "the id of the card at \(place.text)", other: place)
    }
    if draft.sourceID.count > 500 {
      add(.tooLarge, line: draft.line, "an id longer than 500 bytes")
    }
  }

  /// Comments in a card that are ids as well; the last one is its id.
  mutating func checkComments(of draft: CardDraft) {
    guard format.isTextDeck, format != .org, !draft.sourceID.isEmpty else { return }
    var first: Int?
    for number in draft.line...draft.lastLine {
      let line = Line(text: source.bytes[source.range(ofLine: number)], number: number)
      guard CardComment.id(in: line) != nil else { continue }
      if let first {
        add(.badID, line: number, "a second id of one card, which has one in line \(first)")
      }
      first = first ?? number
    }
  }

  mutating func checkLimits(of draft: CardDraft, in batch: DraftBatch) {
    guard !draft.tags.isEmpty || !draft.subTopics.isEmpty else { return }
    let names = batch.parts(draft.tags) + batch.parts(draft.subTopics)
    if names.contains(where: { $0.utf8.count > 255 && $0.unicodeScalars.count > 255 }) {
      add(.tooLarge, line: draft.line, "a tag longer than 255 characters")
    }
  }

  /// A card of two sides: cloze text in it is shown as it stands.
  mutating func checkPlainText(of draft: CardDraft, in batch: DraftBatch) {
    for side in [draft.front, draft.back] {
      let text = batch.bytes[side]
      // Most texts have no brace, which is soon seen.
      guard batch.bytes.span.extracting(side).first(UInt8(ascii: "{"), from: 0) != nil,
        let mark = text.firstRange(of: "{{c"),
        mark.upperBound < text.endIndex, (0x30...0x39).contains(text[mark.upperBound])
      else { continue }
      // Where cloze text is read, it is more likely broken than meant as text.
      if readsCloze, !ClozeParser.faults(in: text).isEmpty {
        return checkCloze(inLines: draft.line...draft.lastLine)
      }
      let message = "'{{c' is text here: this is no cloze card"
      if let offset = source.offset(of: Array("{{c".utf8), inLines: draft.line...draft.lastLine) {
        add(.clozeAsText, at: offset, message)
      } else {
        add(.clozeAsText, line: draft.line, message)
      }
      return
    }
  }

  /// Whether `{{c1::text}}` is cloze text in this format.
  private var readsCloze: Bool { format == .ankiText || format == .jsonCards }

  /// The pictures and sounds that a card names.
  mutating func checkMedia(
    of draft: CardDraft, in batch: DraftBatch, _ look: (String) -> DeckCheck.MediaPresence
  ) {
    for side in [draft.front, draft.back] {
      for reference in MediaReference.all(in: batch.bytes[side]) {
        let name = String(decoding: reference.written, as: UTF8.self)
        guard let path = reference.path else {
          tell(.mediaOutside, "'\(name)' lies outside the folder of the deck", reference, draft)
          continue
        }
        switch presence(of: path, look) {
        case .present: continue
        case .missing: tell(.missingMedia, "there is no file '\(name)'", reference, draft)
        case .outside:
          tell(.mediaOutside, "'\(name)' lies outside the folder of the deck", reference, draft)
        }
      }
    }
  }

  private mutating func tell(
    _ code: FindingCode, _ message: String, _ reference: MediaReference, _ draft: CardDraft
  ) {
    if let offset = source.offset(of: reference.written, inLines: draft.line...draft.lastLine) {
      add(code, at: offset, message)
    } else {
      add(code, line: draft.line, message)
    }
  }

  /// The marks of deletions in lines that are cloze text.
  mutating func checkCloze(inLines lines: ClosedRange<Int>) {
    var range = source.range(ofLines: lines)
    if format == .jsonCards { range = source.bytes[range].withoutBraces }
    let text = source.bytes[range]
    let faults: [ClozeFault] =
      switch format {
      case .hashcards: BracketCloze.faults(in: text)
      case .obsidian: HighlightCloze.faults(in: text)
      case .org: OrgCloze.faults(in: text)
      case .ankiText, .jsonCards: ClozeParser.faults(in: text)
      default: []
      }
    for fault in faults {
      add(
        fault.kind == .link ? .linkAsCloze : .cloze, at: range.lowerBound + fault.offset,
        fault.kind.words(in: format))
    }
  }
}

extension ArraySlice<UInt8> {
  /// What stands between the braces of an object, which are none of its texts'.
  fileprivate var withoutBraces: Range<Int> {
    guard let open = firstIndex(of: UInt8(ascii: "{")),
      let close = lastIndex(of: UInt8(ascii: "}")),
      open < close
    else { return startIndex..<endIndex }
    return open + 1..<close
  }
}

extension DeckFinding.Place {
  /// As messages name it.
  var text: String { "\(file):\(line)" }
}

extension ClozeFault.Kind {
  /// In words.
  func words(in format: Format) -> String {
    let marks: (String, String) =
      switch format {
      case .hashcards, .org: ("[", "]")
      case .obsidian: ("==", "==")
      default: ("{{", "}}")
      }
    return switch self {
    case .unclosed: "'\(marks.0)' is never closed"
    case .stray: "'\(marks.1)' closes nothing"
    case .malformed: "not a deletion: it begins '{{c1::'"
    case .empty: "a deletion of nothing"
    case .number: "a deletion whose number is not in 1...\(ClozeText.maximumNumber)"
    case .tooDeep: "a deletion nested deeper than \(ClozeText.maximumDepth)"
    case .early: "'}}' ends the deletion within a brace: put a blank between '}' and '}'"
    case .link: "the text of a link is read as a deletion: write '\\['"
    }
  }
}
