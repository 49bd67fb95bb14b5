import FlashCommand

/// The program `flash-sync`: one exchange with a server, and what goes with it.
@main
struct FlashSync: Command {
  struct Options: CommandOptions {
    var remote: String?
    var answersYes = false
    var isDryRun = false
    var wait = 10
  }

  static let description = CommandDescription<Options>(
    name: "flash-sync", abstract: "exchange cards and reviews with a server",
    operands: [.remote(into: \.remote)],
    options: [
      .flag(
        "yes", short: "y", help: "go on although much would be removed here", into: \.answersYes),
      .flag(
        "dry-run", short: "n", help: "tell what would go and come, change nothing here",
        into: \.isDryRun),
      .value(
        "wait", named: "SECONDS", in: 0...3_600,
        help: "how long to wait for another sync to end", into: \.wait),
    ],
    subcommands: [
      Subcommand(SyncLogin.self), Subcommand(SyncLogout.self), Subcommand(SyncStatus.self),
      Subcommand(SyncConflicts.self), Subcommand(SyncReset.self), Subcommand(SyncSchedule.self),
    ],
    fields: SyncRow.fields.specifications,
    exitCodes: [.cancelled, .partly, .notSignedIn, .tryLater, .incompatible, .notAllowed],
    manual: SyncManual.text)

  static func run(_ options: Options, in context: inout CommandContext) throws {
    try SyncRun(options, in: context).run(in: &context)
  }
}

extension CommandOperand {
  /// `[REMOTE]`.
  static func remote(into path: any WritableKeyPath<Options, String?> & Sendable) -> Self {
    .optional("REMOTE", help: "the remote; the only one, or 'origin', without it", into: path)
  }
}

/// What one exchange did, for programs.
struct SyncRow: Sendable {
  var remote: String
  var sent = 0
  var received = 0
  var conflicts = 0
  var bytesUp = 0
  var bytesDown = 0
  var cursor = 0
  var elapsed = 0
  /// `done`, `partly`, `stopped` or `rehearsed`.
  var state = "done"

  static let fields = Fields<SyncRow>([
    .string("remote") { $0.remote },
    .integer("sent") { $0.sent },
    .integer("received") { $0.received },
    .integer("conflicts") { $0.conflicts },
    .integer("bytes_up") { $0.bytesUp },
    .integer("bytes_down") { $0.bytesDown },
    .integer("cursor") { $0.cursor },
    .integer("elapsed_ms") { $0.elapsed },
    .string("state") { $0.state },
  ])
}
