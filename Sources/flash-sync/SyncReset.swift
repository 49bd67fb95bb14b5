import FlashCollection
import FlashCommand
import FlashModel
import FlashRemote
import FlashStore

/// `flash sync reset`.
struct SyncReset: Command {
  struct Options: CommandOptions {
    var remote: String?
    var confirmed: String?
    var isDryRun = false
  }

  static let description = CommandDescription<Options>(
    name: "reset", abstract: "forget how far the exchange with a remote was",
    operands: [.remote(into: \.remote)],
    options: [
      .value(
        "confirm", named: "REMOTE", help: "the remote's name, instead of typing it",
        into: \.confirmed),
      .dryRun(into: \.isDryRun),
    ],
    exitCodes: [.cancelled, .notSignedIn, .notFound, .tryLater], manual: SyncManual.reset)

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let store = try context.openStore(isDryRun: options.isDryRun)
    let remote = try Remotes.named(options.remote, in: store, context)
    if options.isDryRun {
      return try context.say("would offer all that is here to '\(remote.name)' again")
    }
    try context.confirm(
      "Forget how far the exchange with '\(remote.name)' was?", losing: remote.name,
      given: options.confirmed)
    let lock = try SyncLock(in: context, wait: 10)
    _ = lock
    try store.resetRemote(remote)
    try context.say("the next sync offers all that is here, and fetches all that is there")
  }
}
