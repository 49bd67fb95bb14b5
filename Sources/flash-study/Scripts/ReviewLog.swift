import FlashCommand
import FlashModel
import FlashStore
import FlashTerminal

/// `flash study log`: the review log, newest first.
struct ReviewLog: Command {
  struct Options: CommandOptions {
    var card: String?
    var deck: String?
    var limit: Int?
  }

  static let description = CommandDescription<Options>(
    name: "log", abstract: "list the answers that were given, newest first",
    operands: [.optional("CARD_ID", help: "only this card", into: \.card, completion: .cards)],
    options: [
      .value(
        "deck", short: "d", named: "DECK", help: "only this deck and those below it", into: \.deck,
        completion: .decks),
      .value("limit", in: 1...Int.max, help: "list at most this many", into: \.limit),
    ],
    fields: LogEntry.fields.specifications, exitCodes: [.notFound],
    manual: Manual(
      """
      Lists the entries of the review log, those of removed cards included. Nothing in it is ever \
      changed: an answer that was taken back is followed by an entry of kind `undo` whose \
      `cancels_id` names it.
      """,
      examples: [
        Manual.Example("The last ten answers:", "flash study log --limit=10"),
        Manual.Example(
          "Seconds spent on each card:",
          "flash study log --json | jq -s 'group_by(.card_id)[] | map(.elapsed_ms) | add / 1000'"),
      ]))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let scope = try StudyScope(options.deck, for: .reading, in: context)
    let lines = try context.jsonLines(LogEntry.fields)
    let card = try options.card.map { text throws in try CardID(operand: text) }
    var left = options.limit ?? Int.max
    try scope.store.forEachLogEntry(of: card, in: options.deck == nil ? nil : scope.decks) {
      entry in
      try context.check()
      if let lines {
        try lines.write(entry)
      } else {
        let line = entry.line(scope.rules)
        try context.show([context.tableWidth.map { line.truncated(to: $0) } ?? line])
      }
      left -= 1
      return left > 0
    }
    try lines?.finish()
  }
}

extension LogEntry {
  static let fields = Fields<LogEntry>([
    .string("id") { $0.id.description },
    .string("card_id") { $0.cardID.description },
    .string("deck") { $0.deckTitle },
    .string("kind") { $0.kind.word },
    .string("rating") { $0.rating?.word },
    .time("rated_at") { $0.ratedAt },
    .integer("elapsed_ms") { $0.durationMilliseconds },
    .string("state") { $0.after?.state.word },
    .integer("step") { $0.after?.step },
    .number("stability") { $0.after?.memory?.stability },
    .number("difficulty") { $0.after?.memory?.difficulty },
    .time("due_at") { $0.after?.due },
    .integer("reps") { $0.after?.reps },
    .integer("lapses") { $0.after?.lapses },
    .string("cancels_id") { $0.cancelsID?.description },
  ])

  /// For people: when, the rating or what else it was, the card.
  func line(_ rules: StudyRules) -> StyledLine {
    var line = StyledLine(rules.local(ratedAt), .muted)
    line.append("  ")
    let word = (rating?.word ?? kind.word).padded(to: 6)
    line.append(word, rating?.style ?? .muted)
    line.append("  \(front.firstLine)")
    line.append("  \(deckTitle)", .faint)
    return line
  }
}
