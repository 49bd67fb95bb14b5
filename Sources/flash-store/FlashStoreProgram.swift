import FlashCollection
import FlashCommand

/// The program `flash-store`: the collection itself.
@main
struct FlashStoreProgram: CommandGroup {
  static let description = CommandDescription(
    group: "flash-store", abstract: "check, back up and repair the collection; undo",
    subcommands: [
      Subcommand(StoreInfoCommand.self), Subcommand(StoreCheckCommand.self),
      Subcommand(StoreBackupCommand.self), Subcommand(StoreRestoreCommand.self),
      Subcommand(StoreSalvageCommand.self), Subcommand(StoreVacuum.self),
      Subcommand(StoreUndo.self), Subcommand(StoreRedo.self), Subcommand(StoreLog.self),
    ],
    manual: Manual(
      """
      Looks after the collection as a whole.

      Every change that a command of flash makes can be taken back, the newest first, also by
      another process and on another day. Nothing is erased by that: what was made is removed, what
      was changed or removed is put back, and an answer is cancelled by an entry in its card's log.

      The collection is one file. It is not to be copied while commands use it: `flash store backup`
      does that, and checks the copy. A copy that was put elsewhere by other means is noticed at its
      first change, and gets a device id of its own. Before a newer flash changes the schema, it keeps
      a checked copy beside the collection, such as `collection.db.v1`.
      """,
      seeAlso: ["flash-card(1)", "flash-deck(1)", "flash-study(1)"]))
}
