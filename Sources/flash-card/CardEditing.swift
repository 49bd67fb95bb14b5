import FlashCollection
import FlashCommand
import FlashModel
import FlashStore
import FlashText

/// `flash card edit`.
struct CardEditing: Command {
  struct Options: CommandOptions {
    var card = ""
    var front: String?
    var back: String?
    var hint: String?
    var cloze: String?
    var isDryRun = false

    var hasTexts: Bool { front != nil || back != nil || hint != nil || cloze != nil }
  }

  static let description = CommandDescription<Options>(
    name: "edit", abstract: "change the text of a card",
    operands: [.required("ID", help: "the card", into: \.card, completion: .cards)],
    options: [
      .value("front", named: "TEXT", help: "the new question", into: \.front),
      .value("back", named: "TEXT", help: "the new answer", into: \.back),
      .value("hint", named: "TEXT", help: "the new hint; '' removes it", into: \.hint),
      .value("cloze", named: "TEXT", help: "the new text of a cloze card", into: \.cloze),
      .dryRun(into: \.isDryRun),
    ],
    fields: CollectionChange.cardFields.specifications,
    exitCodes: [.cancelled, .badInput, .notFound],
    manual: Manual(
      """
      Changes what the options name; without any the editor opens, and leaving it without a change
      changes nothing (exit 2). The schedule stays.

      The cards of one cloze text are made anew together: those that exist keep their schedules, a
      number that is new makes a card, one that is gone removes its card.
      """))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let reading = try context.openStore(for: .reading)
    let resolved = try context.resolvedCards([options.card], in: reading, isStrict: true)
    guard let id = resolved.ids.first else { return }
    let entry = try reading.card(id)
    reading.close()
    let change = try CardChange(entry.card, options, in: context)
    let store = try context.openStore(isDryRun: options.isDryRun)
    let count = try change.apply(to: store, at: context.now)
    try context.report(
      [
        CollectionChange(
          id: id.description, action: "edit", cardsAffected: count, canUndo: count > 0)
      ], CollectionChange.cardFields,
      count == 0 ? "nothing changed" : "changed \(counted(count, "card"))")
  }
}

/// What is to become of a card, or of all cards of its note.
private enum CardChange {
  case card(CardID, CardEdit)
  case note(NoteID, [NewCard])

  /// - Throws: ``CardError``, `Cancelled`, `UsageError` without a terminal.
  init(_ card: Card, _ options: CardEditing.Options, in context: CommandContext) throws {
    if let note = card.noteID, let text = card.noteText, card.kind == .cloze {
      self = try CardChange.note(note, text, card.hint, options, in: context)
    } else {
      self = try CardChange.sides(of: card, options, in: context)
    }
  }

  private static func note(
    _ note: NoteID, _ text: String, _ hint: String?, _ options: CardEditing.Options,
    in context: CommandContext
  ) throws -> CardChange {
    guard options.front == nil, options.back == nil else { throw CardError.sidesOfCloze }
    guard !options.hasTexts else {
      let hint = cleaned(options.hint ?? hint)
      return .note(
        note, try NewNote.siblings(of: options.cloze ?? text, hint: hint, note: note))
    }
    let draft = CardDraftText([(.cloze, text), (.hint, hint ?? "")], introduction: "")
    let edited = try edit(draft, in: context)
    return try NoteDraft.keeping(edited, in: context) { () throws(CardError) in
      let read = try draft.reading(edited)
      return .note(
        note,
        try NewNote.siblings(of: read[.cloze] ?? "", hint: cleaned(read[.hint]), note: note))
    }
  }

  private static func sides(
    of card: Card, _ options: CardEditing.Options, in context: CommandContext
  ) throws -> CardChange {
    guard options.cloze == nil else { throw CardError.notCloze }
    guard !options.hasTexts else {
      return .card(
        card.id, try edit(front: options.front, back: options.back, hint: options.hint))
    }
    let draft = CardDraftText(
      [(.front, card.front), (.back, card.back), (.hint, card.hint ?? "")], introduction: "")
    let edited = try edit(draft, in: context)
    return try NoteDraft.keeping(edited, in: context) { () throws(CardError) in
      let read = try draft.reading(edited)
      return .card(
        card.id, try edit(front: read[.front], back: read[.back], hint: read[.hint]))
    }
  }

  private static func edit(
    front: String?, back: String?, hint: String?
  ) throws(CardError) -> CardEdit {
    var edit = CardEdit()
    edit.front = front.map(CardText.cleaned)
    edit.back = back.map(CardText.cleaned)
    edit.hint = hint.map(CardText.cleaned)
    if edit.front?.isEmpty == true { throw .blank(side: "front") }
    if edit.back?.isEmpty == true { throw .blank(side: "back") }
    return edit
  }

  private static func cleaned(_ hint: String?) -> String? {
    hint.map(CardText.cleaned).flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func edit(_ draft: CardDraftText, in context: CommandContext) throws -> String {
    guard context.terminal.inputIsTerminal, context.terminal.errorIsTerminal else {
      throw UsageError.other(
        "the editor needs a terminal", hint: "give --front, --back, --hint or --cloze")
    }
    return try context.edit(draft.text)
  }

  /// - Returns: how many cards were changed, made or removed.
  func apply(to store: Store, at now: Timestamp) throws -> Int {
    switch self {
    case .card(let id, let edit): try store.editCards([id], edit, at: now)
    case .note(let note, let siblings): try store.editNote(note, siblings: siblings, at: now)
    }
  }
}
