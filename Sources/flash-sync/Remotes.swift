import FlashCommand
import FlashModel
import FlashStore

/// Which remote is meant.
enum Remotes {
  /// What a remote is called if nothing else was said.
  static let usual = "origin"

  /// - Throws: ``SyncError``.
  static func named(
    _ name: String?, in store: Store, _ context: CommandContext
  ) throws -> SyncRemote {
    let all = try store.remotes()
    if let name = try name ?? context.settings.string("sync.remote") {
      if let found = all.first(where: { $0.name == name }) { return found }
      if all.isEmpty { throw SyncError.notSignedIn(name) }
      throw SyncError.noRemote(name, near: NearNames.of(name, among: all.map(\.name)))
    }
    if all.count == 1 { return all[0] }
    if let usual = all.first(where: { $0.name == usual }) { return usual }
    guard all.isEmpty else { throw SyncError.whichRemote(all.map(\.name)) }
    throw SyncError.notSignedIn(nil)
  }
}
