import FlashCollection
import FlashCommand

/// The program `flash-deck`: decks, and the topics and sub-topics around and in them.
@main
struct FlashDeck: CommandGroup {
  static let description = CommandDescription(
    group: "flash-deck", abstract: "list, make and change decks, topics and sub-topics",
    subcommands: [
      Subcommand(DeckList.self), Subcommand(DeckShow.self), Subcommand(DeckAdd.self),
      Subcommand(DeckRename.self), Subcommand(DeckEdit.self), Subcommand(DeckOptions.self),
      Subcommand(DeckDuplicate.self), Subcommand(DeckRemove.self), Subcommand(DeckRestore.self),
      Subcommand(TopicGroup.self), Subcommand(SubTopicGroup.self),
    ],
    manual: Manual(
      """
      Keeps decks, which cards live in.

      A deck's name is a path: `Spanish::Verbs` lies below `Spanish`, and `flash study Spanish`
      studies both. A deck is found by its exact name, else by the one name that differs only in
      case.

      A *topic* groups decks; a deck whose name has several parts is put into the topic of its first
      part when it is made. A *sub-topic* is a part of one deck, and what tags are: a card has any
      number of them.

      Nothing is asked before a deck is removed, because nothing is lost: `flash undo` takes back
      the newest change, and `flash deck restore` brings a removed deck back at any time.
      """,
      seeAlso: ["flash-card(1)", "flash-study(1)", "flash-store(1)"]))

  static func candidates(
    for request: CompletionRequest, in context: inout CommandContext
  ) throws -> [CompletionCandidate] {
    try CollectionCompletion.candidates(for: request, in: &context)
  }
}
