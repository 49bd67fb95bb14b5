import FlashCommand
import FlashModel
import FlashServer

/// Opening what the server keeps its accounts in.
enum ServeDatabase {
  static func option<Options>(
    into path: any WritableKeyPath<Options, String?> & Sendable
  ) -> CommandOption<Options> {
    .value(
      "database", named: "WHERE",
      help: "a folder, or postgres://…; serve.database, else a folder beside the collection",
      into: path, completion: .directories)
  }

  /// The embedded server's storage, its folder made.
  static func folder(_ path: String) throws -> EmbeddedStorage {
    try ServerFolder.make(path)
    return EmbeddedStorage(
      folder: path, makeFolder: { try ServerFolder.make($0) },
      removeFiles: { try ServerFolder.remove($0) }, foldsBeside: true)
  }

  /// Where files lie that are gone when a request is answered: on the disk of the accounts, which has
  /// room for them, else where the machine has temporary files.
  private static func spool(
    _ settings: ServeSettings, _ context: CommandContext
  ) throws -> String {
    var folder = context.environment["TMPDIR"] ?? "/tmp"
    if case .folder(let path) = settings.database {
      folder = path + "/spool"
      try ServerFolder.make(folder)
    }
    // What a server left there that was killed.
    ServerSpool.tidy(folder)
    return folder
  }

  /// The server on `storage`, and the flag that says that it is about to end.
  static func parts<Storage: ServerStorage>(
    _ storage: Storage, _ settings: ServeSettings, in context: CommandContext
  ) throws -> (parts: ServiceParts<Storage>, isDraining: ServeRun<Storage>.Flag) {
    let system = context.clock
    let test = try settings.testClock.map { path throws(ServeError) in try TestClock(path: path) }
    let clock: @Sendable () -> Timestamp = { test?.now ?? system.now }
    let isDraining = ServeRun<Storage>.Flag()
    let parts = ServiceParts(
      storage, settings, clock: clock, spool: try spool(settings, context),
      isDraining: { isDraining.isSet },
      log: ServeLog.lines(clock: clock))
    return (parts, isDraining)
  }
}
