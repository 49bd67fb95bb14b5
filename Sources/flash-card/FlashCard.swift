import FlashCollection
import FlashCommand

/// The program `flash-card`: cards.
@main
struct FlashCard: CommandGroup {
  static let description = CommandDescription(
    group: "flash-card", abstract: "add, find and change cards",
    subcommands: [
      Subcommand(CardAdd.self), Subcommand(CardList.self), Subcommand(CardSearch.self),
      Subcommand(CardShow.self), Subcommand(CardCheck.self), Subcommand(CardEditing.self),
      Subcommand(CardMove.self),
      Subcommand(CardTag.self), Subcommand(CardUntag.self), Subcommand(CardSuspend.self),
      Subcommand(CardUnsuspend.self), Subcommand(CardBury.self), Subcommand(CardUnbury.self),
      Subcommand(CardFlag.self), Subcommand(CardReset.self), Subcommand(CardRemove.self),
      Subcommand(CardRestore.self),
    ],
    manual: Manual(
      """
      Adds, finds and changes cards. A card has a front and a back, both Markdown, and lives in one
      deck.

      Wherever cards are taken, they are found by `--query`, in the language of `flash-query(7)`, or
      named by id, and `-` reads ids from standard input: the
      first word of each line, or `id` or `card_id` of a line of JSON. Lists print the id first, so
      they can be piped into what changes cards. A card that is not there is told and passed over
      (exit 3); with `--strict` nothing is changed then (exit 66).

      Changing a card's text never touches its schedule. Nothing is asked, because `flash undo` takes
      back the newest change.
      """,
      examples: [
        Manual.Example(
          "Choose the cards to suspend:",
          "flash card list -d Spanish | fzf -m | flash card suspend -"),
        Manual.Example(
          "Tag all leeches:", "flash card tag difficult --query is:leech"),
      ],
      seeAlso: [
        "flash-query(7)", "flash-deck(1)", "flash-import(1)", "flash-study(1)", "flash-store(1)",
      ]))

  static func candidates(
    for request: CompletionRequest, in context: inout CommandContext
  ) throws -> [CompletionCandidate] {
    try CollectionCompletion.candidates(for: request, in: &context)
  }
}
