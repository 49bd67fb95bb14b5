public import FlashCommand
internal import FlashModel
public import FlashStore

/// Which remote is meant.
public enum Remotes {
  /// What a remote is called if nothing else was said.
  public static let usual = "origin"

  /// - Throws: ``RemoteError``.
  public static func named(
    _ name: String?, in store: Store, _ context: CommandContext
  ) throws -> SyncRemote {
    let all = try store.remotes()
    if let name = try name ?? context.settings.string("sync.remote") {
      if let found = all.first(where: { $0.name == name }) { return found }
      if all.isEmpty { throw RemoteError.notSignedIn(name) }
      throw RemoteError.noRemote(name, near: NearNames.of(name, among: all.map(\.name)))
    }
    if all.count == 1 { return all[0] }
    if let usual = all.first(where: { $0.name == usual }) { return usual }
    guard all.isEmpty else { throw RemoteError.whichRemote(all.map(\.name)) }
    throw RemoteError.notSignedIn(nil)
  }
}
