import FlashCommand
import FlashModel

/// Notes that are written in the editor.
enum NoteDraft {
  private static let introduction =
    "Write the card below its headings; one tag a line. Leave without a change to add nothing."

  /// Lets a person write a note.
  /// - Parameter template: what the options say of it.
  /// - Throws: `Cancelled` if nothing was written; ``CardError/kept(_:path:)``.
  static func written(_ template: NewNote, in context: CommandContext) throws -> NewNote {
    let draft = CardDraftText(
      [
        (.front, ""), (.back, ""), (.hint, template.hint ?? ""),
        (.tags, template.tags.joined(separator: "\n")),
      ], introduction: introduction)
    let edited = try context.edit(draft.text)
    return try keeping(edited, in: context) { () throws(CardError) in
      let read = try draft.reading(edited)
      var note = template
      note.text = .sides(front: read[.front] ?? "", back: read[.back] ?? "")
      note.hint = read[.hint]
      note.tags = (read[.tags] ?? "").split(separator: "\n").map(String.init)
      // What can't become a card is told now, while the text is at hand.
      _ = try note.cards { NoteID(high: 0, low: 0) }
      return note
    }
  }

  /// Runs `body`; if it fails, what was written is put into a file, so that it is not lost.
  static func keeping<Result>(
    _ text: String, in context: CommandContext, _ body: () throws(CardError) -> Result
  ) throws -> Result {
    do throws(CardError) {
      return try body()
    } catch {
      let path = try context.paths.state + "/unsaved-card.md"
      // Where it can't be kept, the first fault is still the one to tell.
      guard let file = try? FileReplacement(of: path),
        (try? file.commit(Array(text.utf8))) != nil
      else { throw error }
      throw CardError.kept(error, path: path)
    }
  }
}
