import FlashCommand
import FlashModel
import FlashStore
import FlashTerminal
import FlashText

/// Lets a person change the card on the screen in their editor.
struct CardEditing {
  let store: Store
  let context: CommandContext

  /// What parts the sides in the edited text.
  private static let divider = "\n\n---\n\n"

  /// - Returns: the card as it is now, or why it is as it was.
  func edit(_ card: Card, at now: Timestamp) throws -> SessionMessage {
    do {
      if let note = card.noteID, let text = card.noteText, card.kind == .cloze {
        return try editNote(note, text, of: card, at: now)
      }
      return try editSides(of: card, at: now)
    } catch is Cancelled {
      return .told("not changed")
    } catch let error as StoreError where error.kind == .badInput || error.kind == .notFound {
      return .told("not changed: \(error.message)")
    } catch let error as TerminalError {
      return .told("not changed: \(error.message)")
    }
  }

  private func editSides(of card: Card, at now: Timestamp) throws -> SessionMessage {
    let text = try context.edit(card.front + Self.divider + card.back + "\n")
    guard let sides = Self.sides(of: text) else {
      return .told("not changed: a line '---' parts question and answer")
    }
    var edit = CardEdit()
    edit.front = CardText.cleaned(sides.front)
    edit.back = CardText.cleaned(sides.back)
    try store.editCards([card.id], edit, at: now)
    return .edited(try store.card(card.id).card)
  }

  /// All cards of a cloze text are made anew together; one whose number is gone is gone.
  private func editNote(
    _ note: NoteID, _ text: String, of card: Card, at now: Timestamp
  ) throws -> SessionMessage {
    let text = CardText.cleaned(try context.edit(text + "\n"))
    let cloze = ClozeText(text)
    guard !cloze.numbers.isEmpty else { return .told("not changed: no deletion is left") }
    let siblings = cloze.numbers.map { number in
      NewCard(
        front: cloze.front(of: number), back: cloze.back(of: number), kind: .cloze,
        hint: card.hint, noteID: note, noteOrd: number, noteText: text)
    }
    try store.editNote(note, siblings: siblings, at: now)
    let edited = try store.card(card.id, evenDeleted: true).card
    return edited.deletedAt == nil ? .edited(edited) : .gone
  }

  /// The two sides of an edited text; nil without a line of three dashes.
  static func sides(of text: String) -> (front: String, back: String)? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let divider = lines.firstIndex(of: "---") else { return nil }
    func side(_ lines: ArraySlice<Substring>) -> String {
      var lines = lines
      while lines.first?.allSatisfy(\.isWhitespace) == true { lines.removeFirst() }
      while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
      return lines.joined(separator: "\n")
    }
    return (side(lines[..<divider]), side(lines[(divider + 1)...]))
  }
}
