import FlashModel
import FlashSQL
import FlashStore
import FlashTestSupport
import Testing

@Suite struct BackupTests {
  private func records(_ path: String) throws -> [StoredRecord] {
    var records: [StoredRecord] = []
    try Store(path: path, for: .reading, at: monday, random: SystemRandomNumberGenerator())
      .forEachRecord { records.append($0) }
    return records
  }

  private func deviceID(_ path: String) throws -> String {
    try Store(path: path, for: .reading, at: monday, random: SystemRandomNumberGenerator()).info()
      .deviceID
  }

  @Test("a backup is one file that holds all, and is made beside a writer")
  func backup() throws {
    let fixture = try Fixture(seed: 3)
    try RandomHistory(seed: 3).play(in: fixture.store)
    let backup = StoreBackup(of: fixture.path)
    let target = backup.path(in: fixture.folder.path, at: monday)
    #expect(target == fixture.folder.path + "/collection-20260302T090000Z.db")
    let report = try backup.make(target)
    try fixture.store.addDeck(titled: "later", at: monday)
    #expect(try records(target) != records(fixture.path))
    _ = try fixture.store.undo(by: rules, at: monday)
    #expect(report.bytes == (try fixture.folder.read("collection-20260302T090000Z.db").count))
    #expect(report.digest.utf8.count == 32)
    let copy = try Store(
      path: target, for: .reading, at: monday, random: SystemRandomNumberGenerator())
    #expect(try copy.check(by: rules, at: .distantFuture).findings == [])
    for name in ["-wal", "-shm", ".new"] {
      #expect(!fixture.folder.exists("collection-20260302T090000Z.db" + name))
    }
  }

  @Test("the same content has the same digest, any other another")
  func digests() throws {
    let fixture = try Fixture()
    let (_, cards) = try fixture.deck()
    let backup = StoreBackup(of: fixture.path)
    let target = fixture.folder.path + "/copy.db"
    let first = try backup.make(target).digest
    #expect(try backup.make(target).digest == first)
    #expect(try StoreBackup(of: target).make(fixture.folder.path + "/copy2.db").digest == first)
    var edit = CardEdit()
    edit.front = "front 00"
    try fixture.store.editCards([cards[0]], edit, at: monday)
    #expect(try backup.make(target).digest != first)
  }

  @Test("of a series the newest stay, and nothing else is touched")
  func rotation() throws {
    let fixture = try Fixture()
    let backup = StoreBackup(of: fixture.path)
    let others = [
      "collection-2026.db", "collection-before-restore-20260301T000000Z.db", "x.db",
      "other-20200101T000000Z.db",
    ]
    try fixture.folder.makeFolder("b")
    for name in others { try fixture.folder.write("x", to: "b/\(name)") }
    for step in 0..<5 {
      let moment = monday.advanced(by: Int64(step) * day)
      let target = backup.path(in: fixture.folder.path + "/b", at: moment)
      let report = try backup.make(target, keep: 2)
      #expect(report.removed.count == (step < 2 ? 0 : 1))
    }
    #expect(
      try fixture.folder.names(in: "b").filter { !others.contains($0) }
        == ["collection-20260305T090000Z.db", "collection-20260306T090000Z.db"])
    for name in others { #expect(fixture.folder.exists("b/\(name)")) }
  }

  @Test("a backup that is stopped leaves the old one")
  func stopped() throws {
    struct Stop: Error {}
    let fixture = try Fixture()
    let backup = StoreBackup(of: fixture.path)
    let target = fixture.folder.path + "/copy.db"
    try fixture.folder.write("the old one", to: "copy.db")
    try fixture.deck(cards: 2_000)
    #expect(throws: Stop.self) { try backup.make(target) { throw Stop() } }
    #expect(try fixture.folder.read("copy.db") == Array("the old one".utf8))
    #expect(!fixture.folder.exists("copy.db.new"))
  }

  @Test("what is no collection, or is not there, is not backed up")
  func refused() throws {
    let folder = try TemporaryDirectory()
    #expect(throws: StoreError.self) {
      try StoreBackup(of: folder.path + "/none.db").make(folder.path + "/copy.db")
    }
    let garbage = try folder.write(String(repeating: "garbage ", count: 900), to: "x.db")
    #expect(throws: StoreError.database(.notADatabase(path: garbage))) {
      try StoreBackup(of: garbage).make(folder.path + "/copy.db")
    }
    #expect(!folder.exists("copy.db"))
  }

  @Test("a restore puts the backup in place, and keeps what was there")
  func restore() throws {
    let fixture = try Fixture()
    try fixture.deck(cards: 5)
    let target = fixture.folder.path + "/copy.db"
    _ = try StoreBackup(of: fixture.path).make(target)
    let backed = try records(target)
    try fixture.store.addDeck(titled: "since", at: monday)
    let present = try records(fixture.path)
    let device = try deviceID(fixture.path)
    var restore = StoreRestore(of: fixture.path, at: monday, random: SystemRandomNumberGenerator())
    let report = try restore.run(from: target)
    #expect(report.cards == 5)
    #expect(!report.wasDamaged)
    #expect(try records(fixture.path) == backed)
    #expect(try deviceID(fixture.path) != device)
    let kept = try #require(report.kept)
    #expect(kept == fixture.folder.path + "/collection-before-restore-20260302T090000Z.db")
    #expect(try records(kept) == present)
    #expect(try deviceID(kept) == device)
    // A program that has had it open all the time goes on with the restored one.
    #expect(try fixture.store.decks().map(\.title) == ["Spanish"])
    try fixture.store.addDeck(titled: "after", at: monday)
    #expect(try fixture.reopened().decks().map(\.title) == ["Spanish", "after"])
    #expect(!fixture.folder.exists("collection.db.restored"))
  }

  @Test("a second restore within a second does not overwrite what the first one kept")
  func restoredTwice() throws {
    let fixture = try Fixture()
    try fixture.deck(cards: 1)
    let target = fixture.folder.path + "/copy.db"
    _ = try StoreBackup(of: fixture.path).make(target)
    try fixture.store.addDeck(titled: "precious", at: monday)
    let precious = try records(fixture.path)
    var kept: [String] = []
    for _ in 0..<3 {
      var restore = StoreRestore(
        of: fixture.path, at: monday, random: SystemRandomNumberGenerator())
      kept.append(try #require(try restore.run(from: target).kept))
    }
    let name = fixture.folder.path + "/collection-before-restore-20260302T090000Z"
    #expect(kept == [name + ".db", name + "-2.db", name + "-3.db"])
    #expect(try records(kept[0]) == precious)
  }

  @Test(
    "a restore where nothing stands, or only ruins, exchanges the file", arguments: [true, false])
  func restoreOver(ruins: Bool) throws {
    let fixture = try Fixture()
    try fixture.deck(cards: 5)
    let target = fixture.folder.path + "/copy.db"
    _ = try StoreBackup(of: fixture.path).make(target)
    let folder = try TemporaryDirectory()
    if ruins { try folder.write(String(repeating: "ruins ", count: 900), to: "c.db") }
    var restore = StoreRestore(
      of: folder.path + "/c.db", at: monday, random: SystemRandomNumberGenerator())
    let report = try restore.run(from: target)
    #expect(report.wasDamaged == ruins)
    #expect((report.kept != nil) == ruins)
    #expect(try records(folder.path + "/c.db") == records(target))
    let store = try Store(
      path: folder.path + "/c.db", for: .writing, at: monday, random: SystemRandomNumberGenerator())
    #expect(try store.addDeck(titled: "new", at: monday).title == "new")
  }

  @Test("a damaged backup is refused, and the collection stays", arguments: [false, true])
  func damagedBackup(everywhere: Bool) throws {
    let fixture = try Fixture()
    try fixture.deck(cards: 300)
    let target = fixture.folder.path + "/copy.db"
    _ = try StoreBackup(of: fixture.path).make(target)
    var bytes = try fixture.folder.read("copy.db")
    for page in stride(from: everywhere ? 0 : bytes.count / 8_192, to: bytes.count / 4_096, by: 3) {
      for index in 0..<64 { bytes[page * 4_096 + index] = 0xFF }
    }
    try fixture.folder.write(bytes, to: "bad.db")
    let before = try records(fixture.path)
    var restore = StoreRestore(of: fixture.path, at: monday, random: SystemRandomNumberGenerator())
    #expect(throws: StoreError.self) {
      _ = try restore.run(from: fixture.folder.path + "/bad.db")
    }
    #expect(try records(fixture.path) == before)
  }

  @Test("a backup of an old schema is brought up to date when it is restored")
  func oldBackup() throws {
    let folder = try TemporaryDirectory()
    let old = try folder.write(
      try FlashTestSupport.Fixture.bytes("stores/collection-1.db"), to: "old.db")
    let before = try records(old)
    var restore = StoreRestore(
      of: folder.path + "/c.db", at: monday, random: SystemRandomNumberGenerator())
    _ = try restore.run(from: old)
    #expect(try records(folder.path + "/c.db") == before)
    #expect(
      try Store(
        path: folder.path + "/c.db", for: .reading, at: monday,
        random: SystemRandomNumberGenerator()
      ).info().schema
        == Store.newestSchema)
  }

  @Test("a vacuum gives free pages back and keeps every record")
  func vacuum() throws {
    let fixture = try Fixture()
    try fixture.deck(cards: 3_000)
    fixture.store.close()
    let connection = try SQLiteConnection(path: fixture.path, access: .write)
    try connection.execute("delete from cards where key > 10")
    _ = try connection.checkpoint()
    let before = try records(fixture.path)
    let store = try fixture.reopened(for: .writing)
    let sizes = try store.vacuum()
    #expect(sizes.after < sizes.before / 3)
    #expect(try records(fixture.path) == before)
    #expect(try store.info().freePages == 0)
  }
}
