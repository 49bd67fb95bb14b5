import FlashCommand
import FlashModel

/// Where the notes of `flash card add` come from: the command line, standard input, or the editor.
struct NoteSource {
  private let options: CardAdd.Options

  init(_ options: CardAdd.Options) { self.options = options }

  /// The notes that could be read; faults of single lines have been told.
  struct Notes {
    var notes: [NewNote] = []
    var hasFaults = false

    var isEmpty: Bool { notes.isEmpty }

    /// - Throws: `Exit` if lines were passed over.
    func finish() throws {
      if hasFaults { throw Exit(isEmpty ? .badInput : .partly) }
    }
  }

  /// - Throws: `UsageError` if the operands do not fit together; ``CardError``; `Cancelled`.
  func notes(in context: CommandContext) throws -> Notes {
    if let cloze = options.cloze {
      guard options.front == nil, !options.isReversed, !options.isTypedIn else {
        throw UsageError.other(
          "'--cloze' excludes FRONT and BACK, '--reverse' and '--type-in'", hint: nil)
      }
      if cloze == "-" { return try lines(in: context) }
      return try checked(note(.cloze(cloze)))
    }
    switch (options.front, options.back) {
    case ("-"?, nil): return try lines(in: context)
    case (let front?, let back?): return try checked(note(.sides(front: front, back: back)))
    case (.some, nil): throw UsageError.missingOperand("BACK", command: context.invocation)
    case (nil, _):
      guard context.terminal.inputIsTerminal, context.terminal.errorIsTerminal else {
        throw UsageError.other(
          "no card is given", hint: "give FRONT and BACK, or '-' to read standard input")
      }
      let written = try NoteDraft.written(note(.sides(front: "", back: "")), in: context)
      return Notes(notes: [written])
    }
  }

  /// What the options say of every note.
  private func note(_ text: NewNote.Text) -> NewNote {
    NewNote(
      text: text, hint: options.hint, tags: options.tags, isReversed: options.isReversed,
      isTypedIn: options.isTypedIn)
  }

  /// A fault in what the command line gives ends the command before the collection is opened.
  private func checked(_ note: NewNote) throws(CardError) -> Notes {
    _ = try note.cards { NoteID(high: 0, low: 0) }
    return Notes(notes: [note])
  }

  private func lines(in context: CommandContext) throws -> Notes {
    let template = note(.sides(front: "", back: ""))
    var notes = Notes()
    var number = 0
    while let line = try context.input.textLine() {
      try context.check()
      number += 1
      guard line.contains(where: { !$0.isWhitespace }) else { continue }
      do throws(CardError) {
        let note = try NoteLine.note(line, template, isCloze: options.cloze != nil)
        _ = try note.cards { NoteID(high: 0, low: 0) }
        notes.notes.append(note)
      } catch {
        context.report(CardError.line(number, reason: error))
        notes.hasFaults = true
      }
    }
    if notes.hasFaults, options.isStrict { throw Exit(.badInput) }
    return notes
  }
}
