import FlashCommand
import FlashModel
import FlashStore
import FlashTerminal
import FlashTestSupport
import Testing

@testable import FlashCollection

@Suite struct SyncNoticeTests {
  private static let hour: Int64 = 3_600_000

  /// A collection whose remote was last synced at `monday`, and then met with `obstacle` or `failure`.
  private func store(
    in folder: TemporaryDirectory, obstacle: String? = nil, failure: String? = nil
  ) throws -> Store {
    let store = try context(folder).openStore(for: .writing)
    let remote = try store.setRemote("origin", url: "https://flash.example")
    try store.signIn(remote, username: "ada", account: "1")
    try store.noteSuccess(of: remote, since: monday, at: monday)
    if let obstacle { try store.noteObstacle(of: remote, obstacle) }
    if let failure { try store.noteFailure(of: remote, failure, at: monday) }
    return store
  }

  private func text(_ store: Store, after hours: Int64) throws -> String? {
    SyncNotice.text(
      try store.remotes(), now: monday.advanced(by: hours * Self.hour), grace: 24 * Self.hour)
  }

  @Test("a day without a good sync is told, and why if that is known")
  func late() throws {
    let folder = try TemporaryDirectory()
    let quiet = try store(in: folder)
    #expect(try text(quiet, after: 24) == nil)
    #expect(
      try text(quiet, after: 25) == "no sync with 'origin' for 25 hours; 'flash sync status'")
    let other = try TemporaryDirectory()
    let failing = try store(in: other, failure: "can't reach 'flash.example'")
    #expect(try text(failing, after: 2) == nil, "it may be back with the next train")
    #expect(
      try text(failing, after: 72)
        == "no sync with 'origin' for 3 days: can't reach 'flash.example'; 'flash sync status'")
  }

  @Test("what wants a person is told at once, until a sync went well")
  func obstacle() throws {
    let folder = try TemporaryDirectory()
    let store = try store(in: folder, obstacle: "the token has ended")
    #expect(
      try text(store, after: 0)
        == "the last sync with 'origin' could not go on by itself: the token has ended; 'flash sync'"
    )
    let remote = try #require(try store.remotes().first)
    try store.noteSuccess(of: remote, since: monday, at: monday)
    #expect(try text(store, after: 1) == nil)
    try store.noteObstacle(of: remote, "x")
    try store.signOut(remote)
    #expect(try text(store, after: 100) == nil, "who is signed out has nothing to wait for")
  }

  @Test("it is told at a terminal, to people")
  func terminal() throws {
    let folder = try TemporaryDirectory()
    _ = try store(in: folder, obstacle: "the token has ended")
    func errors(
      isTerminal: Bool, program: String = "flash-card", quiet: Bool = false,
      variables: [String: String] = [:]
    ) throws -> String {
      let variables = variables.merging(["HOME": folder.path, "TZ": "UTC"]) { $1 }
      var context = CommandContext(
        program: program, environment: Environment(variables),
        clock: .fixed(at: monday), terminal: TerminalFacts(errorIsTerminal: isTerminal))
      context.common.isQuiet = quiet
      _ = try context.openStore(for: .reading)
      return context.errors.captured
    }
    #expect(try errors(isTerminal: true).hasPrefix("flash-card: warning: the last sync with"))
    #expect(try errors(isTerminal: false) == "")
    #expect(try errors(isTerminal: true, quiet: true) == "")
    #expect(try errors(isTerminal: true, program: "flash-sync") == "")
    let told = try errors(
      isTerminal: true,
      variables: [
        "FLASH_CONFIG_COUNT": "1", "FLASH_CONFIG_KEY_0": "sync.cron-grace",
        "FLASH_CONFIG_VALUE_0": "soon",
      ])
    #expect(told.contains("flash-card: warning: the last sync with"), "\(told)")
    #expect(told.contains("sync.cron-grace"), "\(told)")
  }
}
