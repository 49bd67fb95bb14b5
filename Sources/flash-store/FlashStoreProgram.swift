import FlashCollection
import FlashCommand

/// The program `flash-store`: the collection itself.
@main
struct FlashStoreProgram: CommandGroup {
  static let description = CommandDescription(
    group: "flash-store", abstract: "check, back up and repair the collection; undo",
    subcommands: [Subcommand(StoreUndo.self), Subcommand(StoreLog.self)],
    manual: Manual(
      """
      Looks after the collection as a whole.

      Every change that a command of flash makes can be taken back, the newest first, also by
      another process and on another day. Nothing is erased by that: what was made is removed, what
      was changed or removed is put back, and an answer is cancelled by an entry in its card's log.
      """,
      seeAlso: ["flash-card(1)", "flash-deck(1)", "flash-study(1)"]))
}
