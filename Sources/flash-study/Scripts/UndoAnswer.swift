import FlashCommand
import FlashModel
import FlashStore

/// `flash study undo`: takes back the newest answer.
struct UndoAnswer: Command {
  struct Options: CommandOptions { var deck: String? }

  static let description = CommandDescription<Options>(
    name: "undo", abstract: "take back the newest answer",
    operands: [.deck(into: \.deck)],
    fields: UndoneRow.fields.specifications, exitCodes: [.notFound],
    manual: Manual(
      """
      Takes back the newest answer, whichever process gave it; again takes back the one before. The \
      card is scheduled as if the answer had not been given. The log keeps both.

      Other actions are left alone: see `flash-store(1)`, whose `undo` takes back the newest action \
      of any kind.
      """,
      exitCodes: [.failure: "there is no answer to take back"], seeAlso: ["flash-store(1)"]))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let scope = try StudyScope(options.deck, for: .writing, in: context)
    let lines = try context.jsonLines(UndoneRow.fields)
    let decks = options.deck == nil ? nil : scope.decks
    let undone = try scope.store.undoAnswer(in: decks, by: scope.rules, at: context.now)
    let row = UndoneRow(
      undone: undone,
      card: try undone.cardID.map { try scope.store.card($0, evenDeleted: true).card })
    if let lines {
      try lines.write(row)
      try lines.finish()
    } else {
      try context.say("took back the answer to '\(row.card?.front.firstLine ?? "")'")
    }
  }
}

/// An answer that was taken back, and the card as it is now.
struct UndoneRow: Sendable {
  let undone: UndoneAction
  let card: Card?

  static let fields = Fields<UndoneRow>([
    .string("card_id") { $0.undone.cardID?.description },
    .string("review_id") { $0.undone.reviewID?.description },
    .time("rated_at") { $0.undone.at },
    .string("state") { $0.card?.scheduling.state.word },
    .time("due_at") { $0.card?.scheduling.due },
  ])
}

extension String {
  /// The first line that is not blank, at most 60 characters of it.
  var firstLine: String {
    let line = split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) } ?? ""
    return line.count > 60 ? line.prefix(59) + "…" : String(line)
  }
}
