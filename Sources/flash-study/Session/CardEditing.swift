import FlashCommand
import FlashModel
import FlashStore
import FlashTerminal

/// Lets a person change the card on the screen in their editor.
struct CardEditing {
  let store: Store
  let context: CommandContext

  /// What parts the sides in the edited text.
  private static let divider = "\n\n---\n\n"

  /// - Returns: the card as it is now, or why it is as it was.
  func edit(_ card: Card, at now: Timestamp) throws -> SessionMessage {
    guard card.kind != .cloze else {
      return .told("edit a cloze card with 'flash card edit \(card.id)'")
    }
    do {
      let text = try context.edit(card.front + Self.divider + card.back + "\n")
      guard let sides = Self.sides(of: text) else {
        return .told("not changed: a line '---' parts question and answer")
      }
      var edit = CardEdit()
      edit.front = sides.front
      edit.back = sides.back
      try store.editCards([card.id], edit, at: now)
      return .edited(try store.card(card.id).card)
    } catch is Cancelled {
      return .told("not changed")
    } catch let error as StoreError where error.kind == .badInput || error.kind == .notFound {
      return .told("not changed: \(error.message)")
    } catch let error as TerminalError {
      return .told("not changed: \(error.message)")
    }
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
