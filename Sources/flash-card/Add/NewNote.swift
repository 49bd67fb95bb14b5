import FlashModel
import FlashStore
import FlashText

/// What somebody wants to learn, before cards are made of it.
struct NewNote: Hashable {
  enum Text: Hashable {
    case sides(front: String, back: String)
    case cloze(String)
  }

  var text: Text
  var hint: String?
  var tags: [String] = []
  /// A second card asks the other way round.
  var isReversed = false
  /// The answer is typed.
  var isTypedIn = false
  /// The deck it names itself.
  var deck: String?

  /// The cards made of it: two for a reversed pair, one a number for cloze text. Texts are cleaned.
  /// - Parameter noteID: called if there are siblings.
  func cards(noteID: () -> NoteID) throws(CardError) -> [NewCard] {
    let hint = hint.map(CardText.cleaned).flatMap { $0.isEmpty ? nil : $0 }
    let tags = tags.map(CardText.cleaned).filter { !$0.isEmpty }
    switch text {
    case .sides(let front, let back):
      let front = CardText.cleaned(front)
      let back = CardText.cleaned(back)
      if front.isEmpty { throw .blank(side: "front") }
      if back.isEmpty { throw .blank(side: "back") }
      var card = NewCard(
        front: front, back: back, kind: isTypedIn ? .typeIn : .basic, hint: hint, subTopics: tags)
      guard isReversed else { return [card] }
      card.noteID = noteID()
      card.noteOrd = 0
      var reversed = card
      reversed.front = back
      reversed.back = front
      reversed.noteOrd = 1
      return [card, reversed]
    case .cloze(let text):
      return try NewNote.siblings(of: text, hint: hint, tags: tags, note: noteID())
    }
  }

  /// One card for each number of a cloze text.
  static func siblings(
    of text: String, hint: String?, tags: [String] = [], note: NoteID
  ) throws(CardError) -> [NewCard] {
    let cleaned = CardText.cleaned(text)
    let cloze = ClozeText(cleaned)
    guard !cloze.numbers.isEmpty else { throw .noDeletion }
    return cloze.numbers.map { number in
      NewCard(
        front: cloze.front(of: number), back: cloze.back(of: number), kind: .cloze, hint: hint,
        noteID: note, noteOrd: number, noteText: cleaned, subTopics: tags)
    }
  }
}
