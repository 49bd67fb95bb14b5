import FlashModel
import FlashSQL
import FlashScheduler
import FlashStore
import FlashTestSupport
import Testing

@testable import flash_store

@Suite struct KeepingCommandTests {
  private func run(_ session: CommandSession, _ arguments: String...) -> CommandSession.Outcome {
    session.run(FlashStoreProgram.self, "flash-store", arguments)
  }

  /// A collection with a deck of three cards, of which one was answered.
  private func session() throws -> (CommandSession, Store) {
    let session = try CommandSession()
    let path = session.folder.path + "/collection.db"
    session.variables["FLASH_STORE"] = path
    let store = try Store(
      path: path, for: .writing, at: session.now, random: SystemRandomNumberGenerator())
    let deck = try store.addDeck(titled: "a", at: session.now)
    let cards = try store.addCards(
      (0..<3).map { NewCard(front: "f\($0)", back: "b") }, to: deck, at: session.now)
    _ = try store.record(
      Answer(cardID: cards[0], rating: .good, ratedAt: session.now),
      by: StudyRules(calendar: StudyCalendar(zone: .utc)))
    return (session, store)
  }

  @Test("info tells the file's facts to people and to programs")
  func info() throws {
    let (session, store) = try session()
    let lines = run(session, "info").lines
    #expect(lines.first == "  collection  \(store.path)")
    #expect(lines.contains("  schema      \(Store.newestSchema)"))
    #expect(lines.contains { $0.hasPrefix("  cards       3, ") })
    let told = try run(session, "info", "--json").objects()
    #expect(told.count == 1)
    #expect(told[0]["entities"]?["cards"]?["live"] == .integer(3))
    #expect(told[0]["schema"] == .integer(Int64(Store.newestSchema)))
    #expect(told[0]["application_id"] == .integer(0x464C_5348))
    #expect(told[0]["sqlite_version"] != .null)
    session.variables["FLASH_STORE"] = session.folder.path + "/none.db"
    let missing = run(session, "info")
    #expect(missing.code == 66)
    #expect(missing.errors.contains("cannot open"))
  }

  @Test("a sound collection is said to be, and not a word of it with -q")
  func sound() throws {
    let (session, _) = try session()
    #expect(run(session, "check").output == "the collection is sound: 3 cards, 1 log entry\n")
    let quiet = run(session, "check", "-q")
    #expect(quiet == CommandSession.Outcome(code: 0, output: "", errors: ""))
    #expect(run(session, "check", "--json").output == "")
  }

  @Test("a problem ends a check with 1, and --fix sets it right")
  func problems() throws {
    let (session, store) = try session()
    store.close()
    try breakSchedule(session)
    let found = run(session, "check")
    #expect(found.code == 1)
    #expect(
      found.output.hasPrefix("problem: 1 cards whose schedule is not what their log leads to: "))
    let rehearsed = run(session, "check", "--fix", "-n")
    #expect(rehearsed.code == 0)
    #expect(rehearsed.output.hasPrefix("fixed: 1 cards"))
    #expect(run(session, "check").code == 1)
    let fixed = run(session, "check", "--fix", "--json=rule,count,fixable,fixed").output
    #expect(fixed == #"{"rule":"schedule","count":1,"fixable":true,"fixed":1}"# + "\n")
    #expect(run(session, "check", "-q").code == 0)
  }

  /// Makes the schedule of a card other than what its log leads to.
  private func breakSchedule(_ session: CommandSession) throws {
    try change(session, "update cards set reps = 7 where state > 0")
  }

  /// Changes the collection behind the store's back.
  private func change(_ session: CommandSession, _ sql: String) throws {
    let connection = try SQLiteConnection(
      path: session.folder.path + "/collection.db", access: .write)
    try connection.execute(sql)
    _ = try connection.checkpoint()
  }

  @Test("decks that share a path are merged where somebody says so")
  func merge() throws {
    let (session, store) = try session()
    try store.addDeck(titled: "b", at: session.now)
    store.close()
    try change(session, "update decks set title = 'a'")
    let advised = run(session, "check")
    #expect(advised.code == 0)
    #expect(advised.lines[0] == "advice: 1 decks that share their path with another: a")
    let merged = run(session, "check", "--merge")
    #expect(merged.lines[0] == "fixed: 1 decks that share their path with another: a")
    #expect(try store.decks().map(\.title) == ["a"])
    #expect(try store.cards().count == 3)
    #expect(run(session, "undo").output.hasPrefix("undone: deck merge 'a'"))
    #expect(try store.decks().count == 2)
  }

  @Test("a damaged file is told as such, 65")
  func damaged() throws {
    let (session, store) = try session()
    store.close()
    var bytes = try session.folder.read("collection.db")
    for index in 5_000..<bytes.count where index % 3 == 0 { bytes[index] = 0x7F }
    try session.folder.write(bytes, to: "collection.db")
    let found = run(session, "check")
    #expect(found.code == 65)
    #expect(found.output.hasPrefix("damage: ") || found.errors.contains("is damaged"))
  }

  @Test("a backup goes to the folder beside the collection, and rotates")
  func backup() throws {
    let (session, _) = try session()
    #expect(run(session, "backup", "-n").code == 0)
    #expect(!session.folder.exists("backups"))
    for hour in 0..<4 {
      session.now = session.now.advanced(by: 3_600_000)
      let made = run(session, "backup", "--keep=2", "--json=path,removed")
      #expect(made.code == 0, "\(made.errors)")
      #expect(made.output.contains("collection-20260302T1\(hour)0000Z.db"))
    }
    #expect(
      try session.folder.names(in: "backups")
        == ["collection-20260302T120000Z.db", "collection-20260302T130000Z.db"])
    #expect(
      run(session, "backup", "-q") == CommandSession.Outcome(code: 0, output: "", errors: ""))
  }

  @Test("a file of that name is replaced only if that was said")
  func existing() throws {
    let (session, _) = try session()
    let place = try session.folder.write("mine", to: "mine.db")
    let refused = run(session, "backup", place)
    #expect(refused.code == 73)
    #expect(try session.folder.read("mine.db") == Array("mine".utf8))
    #expect(run(session, "backup", "-f", place).code == 0)
    #expect(try session.folder.read("mine.db").count > 4_096)
  }

  @Test("a restore asks, keeps what was there, and has a new device id")
  func restore() throws {
    let (session, store) = try session()
    let copy = session.folder.path + "/copy.db"
    #expect(run(session, "backup", copy).code == 0)
    try store.addDeck(titled: "since", at: session.now)
    let unasked = run(session, "restore", copy)
    #expect(unasked.code == 64)
    #expect(unasked.errors.contains("-y"))
    #expect(try store.decks().map(\.title) == ["a", "since"])
    let rehearsed = run(session, "restore", "-n", copy)
    #expect(rehearsed.output == "restored 3 cards, 1 log entry\n")
    #expect(try store.decks().map(\.title) == ["a", "since"])
    let device = try store.info().deviceID
    let restored = run(session, "restore", "-y", copy)
    let kept = session.folder.path + "/collection-before-restore-20260302T090000Z.db"
    #expect(
      restored.output
        == "restored 3 cards, 1 log entry; what was there is '\(kept)'\n")
    #expect(try store.decks().map(\.title) == ["a"])
    let renewed = try store.info().deviceID
    #expect(renewed != device)
    // The next command knows it, and gives no other.
    #expect(run(session, "vacuum").code == 0)
    #expect(try store.info().deviceID == renewed)
    #expect(run(session, "restore", "-y", kept).code == 0)
    #expect(try store.decks().map(\.title) == ["a", "since"])
    #expect(run(session, "restore", "-y", session.folder.path + "/none.db").code == 66)
  }

  @Test("a copy is noticed at its first change, and the original keeps its id")
  func copies() throws {
    let (session, store) = try session()
    let path = store.path
    func device() throws -> String {
      try Store(path: path, for: .reading, at: session.now, random: SystemRandomNumberGenerator())
        .info().deviceID
    }
    let made = try device()
    // The state folder knows nothing of it yet: it may have come from elsewhere.
    #expect(run(session, "vacuum").code == 0)
    let settled = try device()
    #expect(settled != made)
    for _ in 0..<3 { #expect(run(session, "undo").code == 0) }
    #expect(try device() == settled)
    store.close()
    // The file put back as it was before, as by a backup program.
    let bytes = try session.folder.read("collection.db")
    #expect(run(session, "redo", "--steps=2").code == 0)
    #expect(run(session, "vacuum").code == 0)
    #expect(try device() == settled)
    try session.folder.write(bytes, to: "collection.db")
    #expect(run(session, "-q", "vacuum").code != 70)
    #expect(run(session, "vacuum").code == 0)
    #expect(try device() != settled)
    // A copy of it elsewhere.
    let original = try device()
    try session.folder.write(try session.folder.read("collection.db"), to: "copy.db")
    let copy = session.folder.path + "/copy.db"
    session.variables["FLASH_STORE"] = copy
    #expect(run(session, "vacuum").code == 0)
    let other = try Store(
      path: copy, for: .reading, at: session.now, random: SystemRandomNumberGenerator()
    ).info()
    #expect(other.deviceID != original)
    #expect(try device() == original)
    #expect(
      other.storeID
        == (try Store(
          path: path, for: .reading, at: session.now, random: SystemRandomNumberGenerator()
        ).info().storeID))
  }

  @Test("redo takes undo back, and the log lists both ways")
  func redo() throws {
    let (session, store) = try session()
    #expect(run(session, "undo", "--steps=3").lines.count == 3)
    #expect(run(session, "log").output == "")
    #expect(
      run(session, "log", "--undone", "--json=action").lines
        == [
          #"{"action":"deck add 'a'"}"#, #"{"action":"card add"}"#, #"{"action":"answer"}"#,
        ])
    #expect(
      run(session, "redo", "--steps=9").lines.map { $0.prefix(20) }
        == ["redone: deck add 'a'", "redone: card add, of", "redone: answer to ca"])
    #expect(try store.cards().count == 3)
    let nothing = run(session, "redo")
    #expect(nothing.code == 1)
    #expect(nothing.errors == "flash-store: nothing to redo\n")
  }

  @Test("what is salvaged is an export, and a damaged file ends it with 3")
  func salvage() throws {
    let (session, store) = try session()
    store.close()
    let path = session.folder.path + "/collection.db"
    let output = session.folder.path + "/rescued.jsonl"
    let whole = run(session, "salvage", path, "-o", output)
    #expect(whole.code == 0, "\(whole.errors)")
    #expect(whole.output == "salvaged 3 cards, 1 log entry to '\(output)'\n")
    let text = String(decoding: try session.folder.read("rescued.jsonl"), as: UTF8.self)
    #expect(text.hasPrefix(#"{"entity":"header","format":"flash-export""#))
    #expect(text.hasSuffix("{\"entity\":\"end\",\"count\":7}\n"))
    #expect(run(session, "salvage", path, "-o", output).code == 73)
    var bytes = try session.folder.read("collection.db")
    for index in 0..<4_096 { bytes[index] = 0 }
    let damaged = try session.folder.write(bytes, to: "damaged.db")
    let rescued = run(session, "salvage", damaged, "-o", output, "-f", "--json=cards,whole")
    #expect(rescued.code == 3)
    #expect(rescued.output == "{\"cards\":3,\"whole\":false}\n")
    #expect(String(decoding: try session.folder.read("rescued.jsonl"), as: UTF8.self) == text)
    #expect(run(session, "salvage", damaged, "-o", "-").output == text)
    #expect(run(session, "salvage", damaged).code == 64)
    #expect(run(session, "salvage", path + "x", "-o", "-").code == 66)
  }
}
