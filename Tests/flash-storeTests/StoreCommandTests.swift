import FlashModel
import FlashStore
import FlashTestSupport
import Testing

@testable import flash_store

@Suite struct StoreCommandTests {
  private func run(_ session: CommandSession, _ arguments: String...) -> CommandSession.Outcome {
    session.run(FlashStoreProgram.self, "flash-store", arguments)
  }

  /// A collection with two decks.
  private func session() throws -> (CommandSession, Store) {
    let session = try CommandSession()
    let path = session.folder.path + "/collection.db"
    session.variables["FLASH_STORE"] = path
    let store = try Store(
      path: path, for: .writing, at: session.now, random: SystemRandomNumberGenerator())
    try store.addDeck(titled: "a", at: session.now)
    try store.addDeck(titled: "b", at: session.now)
    return (session, store)
  }

  @Test("undo takes back the newest change, and says which")
  func undo() throws {
    let (session, store) = try session()
    #expect(run(session, "undo").output == "undone: deck add 'b', of 2026-03-02T09:00:00Z\n")
    #expect(try store.decks().map(\.title) == ["a"])
  }

  @Test("with more steps than there are, all is taken back")
  func steps() throws {
    let (session, store) = try session()
    let undone = run(session, "undo", "--steps", "9", "--json=action,changes")
    #expect(undone.code == 0)
    #expect(
      undone.lines == [
        #"{"action":"deck add 'b'","changes":1}"#, #"{"action":"deck add 'a'","changes":1}"#,
      ])
    #expect(try store.decks() == [])
  }

  @Test("with nothing to undo the answer is no")
  func nothing() throws {
    let session = try CommandSession()
    let undone = run(session, "undo")
    #expect(undone.code == 1)
    #expect(undone.errors == "flash-store: nothing to undo\n")
    #expect(run(session, "log").output == "")
  }

  @Test("a rehearsal takes nothing back")
  func dryRun() throws {
    let (session, store) = try session()
    #expect(run(session, "undo", "-n", "--steps=2").lines.count == 2)
    #expect(try store.decks().count == 2)
  }

  @Test("the log lists what undo would take back, the newest first")
  func log() throws {
    let (session, _) = try session()
    #expect(
      run(session, "log").lines == [
        "2026-03-02T09:00:00Z\tdeck add 'b'\t", "2026-03-02T09:00:00Z\tdeck add 'a'\t",
      ])
    #expect(try run(session, "log", "--json", "--limit=1").objects().count == 1)
  }
}
